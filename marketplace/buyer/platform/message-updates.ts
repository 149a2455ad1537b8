/** Follows the messages of one customer live: the unread count is in step on every page, and what came can be shown. */

import type { Live } from '#marketplace/kit/live.ts'
import { customerChannel } from '#shared/contract/events.ts'
import {
  type TextMessageWire,
  textMessageOutboundSent,
  textMessagesRead,
} from '#shared/contract/messenger.ts'
import type { UnreadStore } from './unread-store.ts'

export interface MessageUpdatesDeps {
  userId: number
  unread: Pick<UnreadStore, 'heard' | 'changed'>
  live: Live
  came: (message: TextMessageWire) => void
  /** Ids of messages that were read, here or elsewhere. */
  read: (ids: readonly number[]) => void
}

/** Returns what ends it. */
export const followMessages = ({ userId, unread, live, came, read }: MessageUpdatesDeps): (() => void) =>
  live.follow({
    what: 'Messages',
    channel: (prefix) => customerChannel(prefix, userId),
    // Events from before, or from while the connection was lost, were missed.
    onSubscribed: unread.changed,
    listen(channel) {
      channel.listen(textMessageOutboundSent, ({ message }) => {
        unread.heard()
        came(message)
      })
      channel.listen(textMessagesRead, ({ text_messages_ids }) => {
        unread.changed()
        read(text_messages_ids)
      })
    },
  })

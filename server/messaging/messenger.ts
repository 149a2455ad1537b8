/**
 * What happens in the messenger: a message is written, then said live to both sides; read marks likewise.
 * Permissions are the routes' first line; this file is also the door for replies made by the house itself.
 */
import type { FastifyBaseLogger } from 'fastify'
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import { notifyMessage } from '#server/notifications/centre/message-notifications.ts'
import { accountChannel, messageChannels } from '#shared/contract/events.ts'
import {
  type TextMessageWire,
  textMessageInboundSent,
  textMessageOutboundSent,
  textMessagesRead,
  textMessagesSeen,
} from '#shared/contract/messenger.ts'
import { fileWireFor, type SignDeps } from './attachments/attachment-wire.ts'
import { type Inserted, insertMessage, type NewMessage } from './insert-message.ts'
import { openedAddresses } from './opened-addresses.ts'
import { type Conversation, hasConversation, type MessageReader, threadRow } from './queries.ts'
import { markRead, markSeenByAccount, showsReadMarks } from './read-state.ts'
import { messageWire } from './wire.ts'

export interface CustomerMessage {
  id: number
  customerId: number
  accountId: number
  body: string
}

/** A message to a customer, from the account. */
export type FromAccount = Omit<NewMessage, 'type' | 'idempotencyKey'>

export interface Messenger {
  /** Called after commit for each new message of a customer, not for repeats. Returns what ends it. */
  onCustomerMessage(handler: (message: CustomerMessage) => void): () => void
  /** Opens the conversation when there is none; the caller answers for the permission. */
  sendFromAccount(message: FromAccount): Promise<TextMessageWire>
  /** Writes a message and says it live. `except` is the sender's socket. */
  post(message: NewMessage, except?: string | null): Promise<TextMessageWire>
  /** Says a message live that was written in a transaction of the caller's. Returns it as its sender sees it. */
  announce(message: NewMessage, written: Inserted, except?: string | null): Promise<TextMessageWire>
  read(reader: MessageReader, ids: number[], except?: string | null): Promise<void>
  /** The account has read all that this customer wrote. Its buyer hears of it if the account shows that. */
  readByAccount(of: Conversation): Promise<void>
}

export interface MessengerDeps extends SignDeps {
  db: Database
  broadcaster: Broadcaster
  /** Channel prefix, `App` unless configured. */
  prefix: string
  log: FastifyBaseLogger
  onSent?: (type: NewMessage['type']) => void
}

export function createMessenger(deps: MessengerDeps): Messenger {
  const { db, broadcaster, prefix, site, log } = deps
  const handlers = new Set<(message: CustomerMessage) => void>()

  /**
   * Both sides of a conversation. The sender's socket is spared on the sender's own channel only: socket ids can be guessed,
   * and nobody may keep a message from the other side's screen.
   */
  const channelsOf = (of: Conversation, by: Side, except: string | null) => [
    {
      side: CUSTOMER,
      channel: messageChannels(prefix, of.customerId, of.accountId),
      except: by === CUSTOMER ? except : null,
    },
    { side: ACCOUNT, channel: accountChannel(prefix, of.accountId), except: by === ACCOUNT ? except : null },
  ]

  const tell = (message: CustomerMessage) => {
    for (const handler of handlers) {
      try {
        handler(message)
      } catch (error) {
        log.error({ err: error }, 'a handler of customer messages failed')
      }
    }
  }

  /** The two sides may know different things about a deal's address. */
  const wiresOf = async (message: NewMessage, id: number) => {
    const row = await threadRow(db, id)
    const { customerId, accountId } = message
    const customer = messageWire(row, {
      reader: CUSTOMER,
      site,
      opened: await openedAddresses(db, { kind: 'customer', id: customerId }, [row]),
      fileWire: fileWireFor(deps, { kind: 'customer', id: customerId }),
    })
    const account = messageWire(row, {
      reader: ACCOUNT,
      site,
      opened: await openedAddresses(db, { kind: 'account', accountId }, [row]),
      fileWire: fileWireFor(deps, { kind: 'account', id: accountId }),
    })
    return { customer, account }
  }

  const announce = async (message: NewMessage, written: Inserted, except: string | null = null) => {
    const { id, isNew } = written
    const wires = await wiresOf(message, id)
    const sender = message.type === 'inbound' ? 'customer' : 'account'
    if (!isNew) return wires[sender]
    deps.onSent?.(message.type)
    const event = message.type === 'inbound' ? textMessageInboundSent : textMessageOutboundSent
    await withTimeout(
      channelsOf(message, sender, except).map((to) =>
        broadcaster.broadcast(to.channel, event, { message: wires[to.side] }, { except: to.except }),
      ),
    )
    const { customerId, accountId } = message
    // What has a label of its own is told of by who sends it.
    if (message.type === 'outbound' && !message.action)
      await notifyMessage({ db, broadcaster, prefix }, { id, customerId, accountId }).catch(
        (error: unknown) => log.warn({ err: error }, 'message notification failed'),
      )
    if (message.type === 'inbound') tell({ id, customerId, accountId, body: message.body ?? '' })
    return wires[sender]
  }

  const post = async (message: NewMessage, except: string | null = null) =>
    announce(message, await insertMessage(db, message), except)

  return {
    onCustomerMessage(handler) {
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    async sendFromAccount(message) {
      // Asked first, because an insert that conflicts uses up an id.
      if (!(await hasConversation(db, message))) await openConversation(db, message)
      return post({ ...message, type: 'outbound' })
    },
    post,
    announce,
    async read(reader, ids, except = null) {
      for (const change of await markRead(db, reader, ids)) {
        const payload = {
          account_id: change.accountId,
          customer_id: reader.id,
          text_messages_ids: change.messageIds,
          customer_unread_count: change.customerUnreadCount,
          read_at: change.readAt,
        }
        await withTimeout(
          channelsOf(change, 'customer', except).map((to) =>
            broadcaster.broadcast(to.channel, textMessagesRead, payload, { except: to.except }),
          ),
        )
      }
    },
    async readByAccount(of) {
      const seen = (await markSeenByAccount(db, of)).toSorted((a, b) => a.id - b.id)
      const readAt = seen.at(-1)?.read_at
      if (!readAt || !(await showsReadMarks(db, of.accountId))) return
      const payload = {
        account_id: of.accountId,
        customer_id: of.customerId,
        text_messages_ids: seen.slice(-SEEN_MOST).map(({ id }) => id),
        read_at: readAt.toISOString(),
      }
      await withTimeout(
        messageChannels(prefix, of.customerId, of.accountId).map((channel) =>
          broadcaster.broadcast(channel, textMessagesSeen, payload, {}),
        ),
      )
    },
  }
}

/** A page marks one message, its newest: older ones are read with the thread. */
const SEEN_MOST = 100

const CUSTOMER = 'customer' as const
const ACCOUNT = 'account' as const
type Side = typeof CUSTOMER | typeof ACCOUNT

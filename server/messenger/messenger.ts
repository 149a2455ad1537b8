/**
 * What happens in the messenger: a message is written, then said live to both sides; read marks likewise.
 * Permissions are the routes' first line; this file is also the door for replies made by the house itself.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/open.ts'
import type { Site } from '#server/http/site.ts'
import type { Broadcaster } from '#server/realtime/broadcaster.ts'
import {
  accountChannel,
  customerChannel,
  textMessageInboundSent,
  textMessageOutboundSent,
  textMessagesRead,
} from '#shared/contract/events.ts'
import { BROADCAST_PATIENCE_MS } from '#shared/contract/limits.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import { insertMessage, type NewMessage, openConversation } from './insert-message.ts'
import { type Conversation, hasConversation, threadRow } from './queries.ts'
import { markRead } from './read-state.ts'
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
  read(customerId: number, ids: number[], except?: string | null): Promise<void>
}

export interface MessengerDeps {
  db: Database
  broadcaster: Broadcaster
  /** Channel prefix, `App` unless configured. */
  prefix: string
  site: Site
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
  const channelsOf = (of: Conversation, by: 'customer' | 'account', except: string | null) => [
    { channel: customerChannel(prefix, of.customerId), except: by === 'customer' ? except : null },
    { channel: accountChannel(prefix, of.accountId), except: by === 'account' ? except : null },
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

  const post = async (message: NewMessage, except: string | null = null) => {
    const { id, isNew } = await insertMessage(db, message)
    const wire = messageWire(await threadRow(db, id), site)
    if (!isNew) return wire
    deps.onSent?.(message.type)
    const event = message.type === 'inbound' ? textMessageInboundSent : textMessageOutboundSent
    await patiently(
      channelsOf(message, message.type === 'inbound' ? 'customer' : 'account', except).map((to) =>
        broadcaster.broadcast(to.channel, event, { message: wire }, { except: to.except }),
      ),
    )
    const { customerId, accountId } = message
    if (message.type === 'inbound') tell({ id, customerId, accountId, body: message.body ?? '' })
    return wire
  }

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
    async read(customerId, ids, except = null) {
      for (const change of await markRead(db, customerId, ids)) {
        const payload = {
          account_id: change.accountId,
          customer_id: customerId,
          text_messages_ids: change.messageIds,
          customer_unread_count: change.customerUnreadCount,
        }
        await patiently(
          channelsOf(change, 'customer', except).map((to) =>
            broadcaster.broadcast(to.channel, textMessagesRead, payload, { except: to.except }),
          ),
        )
      }
    },
  }
}

/**
 * Waits for broadcasts, so that campaigns do not run ahead of the realtime server, but not for one that hangs:
 * what was written is written, and a client that hears of it too late would send again.
 */
async function patiently(broadcasts: Promise<void>[]): Promise<void> {
  const settled = new AbortController()
  const late = pause(BROADCAST_PATIENCE_MS, undefined, { signal: settled.signal }).catch(() => {})
  await Promise.race([Promise.all(broadcasts), late])
  settled.abort()
}

/** The tables of a seller's inbox as TypeScript sees them; made by migrations 0001, 0004, 0042, 0070, 0074 and 0081. */
import type { Generated } from 'kysely'
import type { PutAway } from '#shared/contract/conversation-state.ts'
import type { Maybe, Stamp } from './column-types.ts'

export interface ChatsTable {
  id: Generated<number>
  customer_id: number
  account_id: number
  last_message_id: Maybe<number>
  /** Order of the chat lists; when the chat was opened while it has no message. */
  last_message_at: Stamp
  customer_unread_count: Generated<number>
  account_unread_count: Generated<number>
  /** The member who looks after it. */
  assigned_to: Maybe<number>
  blocked_at: Maybe<Date>
  /** The account's team has put it out of its open conversations. Never with `snoozed_until`. */
  put_away: Maybe<PutAway>
  /** Out of the open conversations until then. Stays when that has passed, until somebody writes or changes it. */
  snoozed_until: Maybe<Date>
  created_at: Stamp
}

/** What members of a company write to each other in a conversation. */
export interface ConversationNotesTable {
  id: Generated<number>
  account_id: number
  customer_id: number
  /** Null once they have deleted their login. */
  member_id: Maybe<number>
  body: string
  idempotency_key: Maybe<string>
  created_at: Stamp
}

/** Guests whose conversation belongs to a buyer. Their rows in `customers` are deleted. */
export interface JoinedGuestsTable {
  guest_id: number
  account_id: number
  /** The buyer who has the conversation. */
  customer_id: number
}

export interface InboxTables {
  chats: ChatsTable
  conversation_notes: ConversationNotesTable
  joined_guests: JoinedGuestsTable
}

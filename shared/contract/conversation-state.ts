/** Where a conversation is in the inbox of a seller's team. Buyers never learn it. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { RealtimeEvent } from './events.ts'
import { flag, id, idText, instant, maybe, wrapped } from './wire.ts'

/** Out of the open conversations until somebody reopens it or the buyer writes. */
export const PUT_AWAY = ['done', 'archived'] as const
export type PutAway = (typeof PUT_AWAY)[number]

/** Fields of a conversation in the seller's list, and of the event that tells of a change. */
export const conversationState = {
  put_away: maybe(z.enum(PUT_AWAY)),
  /** Not among the open conversations before then; from then on it is, at that place of the list. */
  snoozed_until: maybe(instant()),
  /** Who looks after it. */
  assigned_to: maybe(z.object({ id: id(), name: z.string() })),
  /** The buyer’s messages are refused. */
  is_blocked: maybe(flag()),
} as const

/** The farthest time to snooze until. */
export const SNOOZE_DAYS_MAX = 366

export const sellerSetAside = endpoint({
  name: 'sellerSetAside',
  permission: 'reply',
  method: 'PUT',
  path: '/account/api/customers/{customer}/set-aside',
  at: 'site',
  auth: 'account',
  summary:
    'Put a conversation out of the open ones for the whole team, or back: done, archived, or snoozed until a time. A message, an offer or a request of the buyer reopens it. The buyer does not learn of it.',
  params: z.object({ customer: idText() }),
  body: z.object({
    state: z.enum(['open', 'snoozed', ...PUT_AWAY]),
    /** For `snoozed`: in the future, within a year. */
    until: z.optional(instant()),
  }),
  reply: wrapped(z.object(conversationState)),
})

/** A seller's team has assigned a conversation, set it aside, blocked or reopened it, or its guest has a login; on the account's channel alone. */
export const conversationUpdated = {
  name: 'ConversationUpdated',
  payload: z.object({
    customer_id: id(),
    /** The guest whose conversation this was; no longer listed. */
    guest_id: maybe(id()),
    ...conversationState,
  }),
} satisfies RealtimeEvent

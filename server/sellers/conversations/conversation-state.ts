/** Where a conversation is in the inbox of an account's team, and telling the team's other windows of it. */
import type * as z from 'zod/mini'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import type { Conversation } from '#server/messaging/queries.ts'
import {
  conversationUpdated,
  type PutAway,
  SNOOZE_DAYS_MAX,
  type sellerSetAside,
} from '#shared/contract/conversation-state.ts'
import { accountChannel } from '#shared/contract/events.ts'

type ConversationState = z.output<typeof sellerSetAside.reply>['data']

interface Wanted {
  state: 'open' | 'snoozed' | PutAway
  until?: string | undefined
}

const DAY_MS = 86_400_000

/** By the unique index of customer and account. Rejects with 422 for a snooze that is not in the future. */
export async function setAside(
  db: Database,
  of: Conversation,
  { state, until, nowMs }: Wanted & { nowMs: number },
): Promise<void> {
  const isPutAway = state === 'done' || state === 'archived'
  await db
    .updateTable('chats')
    .set({
      put_away: isPutAway ? state : null,
      snoozed_until: state === 'snoozed' ? snoozeEnd(until, nowMs) : null,
    })
    .where('customer_id', '=', of.customerId)
    .where('account_id', '=', of.accountId)
    .execute()
}

function snoozeEnd(until: string | undefined, nowMs: number): Date {
  const endMs = Date.parse(until ?? '')
  if (!(endMs > nowMs)) throw invalid({ until: ['Choose a time in the future.'] })
  if (endMs > nowMs + SNOOZE_DAYS_MAX * DAY_MS) throw invalid({ until: ['Choose a time within a year.'] })
  return new Date(endMs)
}

/** By the unique index of customer and account. */
export const setBlocked = (db: Database, of: Conversation, isBlocked: boolean) =>
  db
    .updateTable('chats')
    .set({ blocked_at: isBlocked ? NOW : null })
    .where('customer_id', '=', of.customerId)
    .where('account_id', '=', of.accountId)
    .execute()

interface StateRow {
  put_away: ConversationState['put_away']
  snoozed_until: Date | null
  assigned_to: number | null
  assignee_name: string | null
  blocked_at: Date | null
}

export const stateWire = (row: StateRow): ConversationState => ({
  put_away: row.put_away,
  snoozed_until: row.snoozed_until?.toISOString() ?? null,
  assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assignee_name ?? '' },
  is_blocked: row.blocked_at !== null,
})

export interface TeamLine {
  db: Database
  broadcaster: Broadcaster
  /** Channel prefix. */
  prefix: string
}

/** Says on the account's channel how it is by now; called after the change is committed. By the unique index of customer and account. */
export async function tellTeam(
  { db, broadcaster, prefix }: TeamLine,
  { customerId, accountId }: Conversation,
  guestId: number | null = null,
): Promise<ConversationState> {
  const row = await db
    .selectFrom('chats')
    .leftJoin('account_members as assignee', 'assignee.id', 'chats.assigned_to')
    .select(['put_away', 'snoozed_until', 'assigned_to', 'blocked_at', 'assignee.name as assignee_name'])
    .where('chats.customer_id', '=', customerId)
    .where('chats.account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const state = stateWire(row)
  await withTimeout([
    broadcaster.broadcast(accountChannel(prefix, accountId), conversationUpdated, {
      customer_id: customerId,
      ...(guestId === null ? {} : { guest_id: guestId }),
      ...state,
    }),
  ])
  return state
}

/** Takes deliveries that are due for one node alone, and writes down how they ended. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DeliveriesTable } from '#server/database/notification-tables.ts'
import type { Database } from '#server/database/open.ts'
import { nextTryMs } from './backoff.ts'

export type DeliveryRow = Selectable<DeliveriesTable>

/** How one try went. */
export type Outcome =
  | { kind: 'sent' }
  /** It is not wanted any more, or there is nowhere to send it. */
  | { kind: 'dropped'; why: string }
  /** It has to be quiet until then. */
  | { kind: 'later'; atMs: number }
  /** The service did not take it. */
  | { kind: 'failed'; why: string }

/** A node that died with it has it done by another after so long. */
const CLAIM_MS = 120_000

/** One step in deliveries_due. */
export async function hasDueDeliveries(db: Database, nowMs: number): Promise<boolean> {
  const due = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', new Date(nowMs))
    .where('claimed_until', '<=', new Date(nowMs))
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** What nobody can unsubscribe from, notices and texts about one thing: somebody waits for them. As the index deliveries_first has it. */
const FIRST = sql`mail_type is null and type <> 'blast'`

/** The longest due first; blasts, digests and their like after all others. */
export async function claimDue(db: Database, nowMs: number, count: number): Promise<DeliveryRow[]> {
  const first = await claim(db, { nowMs, count, which: FIRST })
  if (first.length === count) return first
  return [...first, ...(await claim(db, { nowMs, count: count - first.length, which: sql`true` }))]
}

/** By deliveries_first or deliveries_due. */
async function claim(
  db: Database,
  { nowMs, count, which }: { nowMs: number; count: number; which: RawBuilder<unknown> },
): Promise<DeliveryRow[]> {
  const now = new Date(nowMs).toISOString()
  const { rows } = await sql<DeliveryRow>`
    update deliveries set claimed_until = ${new Date(nowMs + CLAIM_MS).toISOString()}
    where id in (
      select id from deliveries
      where state = 'waiting' and ${which} and due_at <= ${now} and claimed_until <= ${now}
      order by due_at, id limit ${count} for update skip locked)
    returning *`.execute(db)
  return rows.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || a.id - b.id)
}

/** By primary key. */
export async function writeOutcome(
  db: Database,
  row: DeliveryRow,
  { outcome, nowMs }: { outcome: Outcome; nowMs: number },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...changes(row, outcome, nowMs), claimed_until: sql<Date>`'-infinity'` })
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .execute()
}

function changes(row: DeliveryRow, outcome: Outcome, nowMs: number) {
  const ended_at = new Date(nowMs)
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent' as const, note: null, tries: row.tries + 1, ended_at }
    case 'dropped':
      return { state: 'dropped' as const, note: outcome.why, ended_at }
    case 'later':
      return { due_at: new Date(outcome.atMs) }
    case 'failed': {
      const tries = row.tries + 1
      const againMs = nextTryMs(tries, { nowMs, queuedMs: row.created_at.getTime() })
      const said = { note: outcome.why, tries }
      return againMs === null
        ? { ...said, state: 'failed' as const, ended_at }
        : { ...said, due_at: new Date(againMs) }
    }
  }
}

/** Takes deliveries that are due for one node alone, and writes down how they ended. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DeliveriesTable } from '#server/core/database/notification-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { giveUp, mayBeTried, pauseAfter, workKind } from '#server/core/jobs/failed-work.ts'
import {
  DELIVERY_RETRY_MAX_MS,
  DELIVERY_RETRY_MS,
  DELIVERY_TRIES,
} from '#shared/contract/notification-limits.ts'

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

export const DELIVER = workKind({
  name: 'deliver',
  label: 'Mail, text or notice',
  tries: DELIVERY_TRIES,
  pauseMs: DELIVERY_RETRY_MS,
  pauseMaxMs: DELIVERY_RETRY_MAX_MS,
  /** By primary key. */
  async onRetry(trx, item) {
    await trx
      .updateTable('deliveries')
      .set({ state: 'waiting', tries: 0, ended_at: null, due_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', Number(item))
      .where('state', '=', 'failed')
      .execute()
  },
})

/** One step in deliveries_due. */
export async function deliveriesDueSince(db: Database, nowMs: number): Promise<number | null> {
  const due = await db
    .selectFrom('deliveries')
    .select('due_at')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', new Date(nowMs))
    .where('claimed_until', '<=', new Date(nowMs))
    .where(mayBeTried(DELIVER, sql`deliveries.id`, nowMs))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return due?.due_at.getTime() ?? null
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
        and ${mayBeTried(DELIVER, sql`deliveries.id`, nowMs)}
      order by due_at, id limit ${count} for update skip locked)
    returning *`.execute(db)
  return rows.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || a.id - b.id)
}

/** By primary key. Given-up ones are listed for staff; resolves with whether it was given up. */
export const writeOutcome = (
  db: Database,
  row: DeliveryRow,
  { outcome, nowMs }: { outcome: Outcome; nowMs: number },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const written = changes(row, outcome, nowMs)
    const { numUpdatedRows } = await trx
      .updateTable('deliveries')
      .set({ ...written, claimed_until: sql<Date>`'-infinity'` })
      .where('id', '=', row.id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (written.state !== 'failed' || numUpdatedRows === 0n) return false
    const { tries, note } = written
    await giveUp(trx, { kind: DELIVER, item: String(row.id), tries, error: note, nowMs })
    return true
  })

interface Changes {
  state?: DeliveryRow['state']
  note?: string | null
  tries?: number
  due_at?: Date
  ended_at?: Date
}

type Written = Changes &
  ({ state?: Exclude<DeliveryRow['state'], 'failed'> } | { state: 'failed'; tries: number; note: string })

function changes(row: DeliveryRow, outcome: Outcome, nowMs: number): Written {
  const ended_at = new Date(nowMs)
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', note: null, tries: row.tries + 1, ended_at }
    case 'dropped':
      return { state: 'dropped', note: outcome.why, ended_at }
    case 'later':
      return { due_at: new Date(outcome.atMs) }
    case 'failed': {
      const tries = row.tries + 1
      if (tries >= DELIVER.tries) return { state: 'failed', note: outcome.why, tries, ended_at }
      return { note: outcome.why, tries, due_at: new Date(nowMs + pauseAfter(DELIVER, tries)) }
    }
  }
}

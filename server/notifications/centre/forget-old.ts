/** Forgets what was told and handed over long ago, a few rows at a time. */
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { NOTIFICATIONS_KEPT_MS } from '#shared/contract/notification-limits.ts'

const PORTION = 500

/** By notifications_age, deliveries_age and the primary key of webhook_deliveries, the oldest of which come first. */
export async function forgetOld(db: Database, nowMs: number): Promise<void> {
  const before = new Date(nowMs - NOTIFICATIONS_KEPT_MS).toISOString()
  await untilNone(() =>
    sql`delete from notifications where id in (
      select id from notifications where created_at < ${before} order by created_at limit ${PORTION})`.execute(
      db,
    ),
  )
  await untilNone(() =>
    sql`delete from deliveries where id in (
      select id from deliveries where ended_at < ${before} order by ended_at limit ${PORTION})`.execute(db),
  )
  await untilNone(() =>
    sql`delete from webhook_deliveries where created_at < ${before} and id in (
      select id from webhook_deliveries order by id limit ${PORTION})`.execute(db),
  )
}

async function untilNone(portion: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  while (Number((await portion()).numAffectedRows ?? 0) === PORTION) await turn()
}

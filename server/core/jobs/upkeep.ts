/** What there is to do in the queue, in one question each. In the embedded database every statement holds up everybody. */
import { sql } from 'kysely'
import type PgBoss from 'pg-boss'
import type { Database } from '#server/core/database/open.ts'

/** Whether a job can be taken now. */
export async function isAnyDue(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs.job where state < 'active' and start_after < now() limit 1`.execute(db)
  return rows.length > 0
}

interface Upkeep {
  has_lost: boolean
  has_ended: boolean
  has_old: boolean
}

/** What a node had under way that died is due again; what ended long ago is put away, and at last deleted. */
export async function maintain(boss: PgBoss, db: Database): Promise<void> {
  const { rows } = await sql<Upkeep>`
    select exists (select 1 from jobs.job where state = 'active' and started_on + expire_in < now()) as has_lost,
      exists (select 1 from jobs.job where completed_on < now() - interval '12 hours' or
        (state < 'active' and keep_until < now())) as has_ended,
      exists (select 1 from jobs.archive where archived_on < now() - interval '7 days') as has_old`.execute(
    db,
  )
  const [upkeep] = rows
  if (upkeep?.has_lost) await boss.expire()
  if (upkeep?.has_ended) await boss.archive()
  if (upkeep?.has_old)
    await sql`delete from jobs.archive where archived_on < now() - interval '7 days'`.execute(db)
}

/** Deletes views, notifications, deliveries, imported contacts and log entries that are older than this installation keeps them, and uploads that no message named. */
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { installationOf, type Site } from '#server/core/http/site.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { ATTACHMENT_UNSENT_LIFETIME_MS } from '#shared/contract/attachment-limits.ts'
import { keptDays, type OwnRetention, type Retained } from '#shared/rules/site/retention.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PORTION = 500

export function startDeletingOld(app: FastifyInstance, deps: RuleDeps & { site: Site }): void {
  startScheduledJob(app, deps, {
    name: 'delete-old',
    everyMs: HOUR_MS,
    kinds: [],
    run: async (nowMs) => {
      await deleteUnsent(deps.db, nowMs)
      await deleteOld(deps.db, { nowMs, own: (await installationOf(deps.site)).retention })
    },
  })
}

/** The job that deletes files deletes those of them. By message_attachments_unsent. */
export const deleteUnsent = (db: Database, nowMs: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .deleteFrom('message_attachments')
      .where('message_id', 'is', null)
      .where('created_at', '<', new Date(nowMs - ATTACHMENT_UNSENT_LIFETIME_MS))
      .returning(['storage_key', 'thumb_key'])
      .execute()
    await queueFileDeletions(
      trx,
      rows.flatMap(({ storage_key, thumb_key }) => [storage_key, thumb_key]).filter((key) => key !== null),
    )
  })

/** A few rows at a time. */
export async function deleteOld(
  db: Database,
  { nowMs, own }: { nowMs: number; own: OwnRetention },
): Promise<void> {
  const before = (kind: Retained) => new Date(nowMs - keptDays(own, kind) * DAY_MS).toISOString()
  const told = before('notifications')
  for (const portion of [
    byAge('notifications', 'created_at', told),
    byAge('deliveries', 'ended_at', told),
    byId('webhook_deliveries', 'created_at', told),
    byAge('account_buyers', 'created_at', before('imports'), sql`and customer_id is null`),
    byId('ui_events', 'created_at', before('views')),
    byId('audit_log', 'at', before('audit')),
  ])
    while (Number((await portion.execute(db)).numAffectedRows) === PORTION) await turn()
}

/** By notifications_age, deliveries_age and account_buyers_imported. */
const byAge = (table: string, at: string, before: string, also: RawBuilder<unknown> = sql``) =>
  sql`delete from ${sql.table(table)} where id in (select id from ${sql.table(table)}
    where ${sql.ref(at)} < ${before} ${also} order by ${sql.ref(at)} limit ${PORTION})`

/** For rows that are only added: the oldest come first by the primary key. */
const byId = (table: string, at: string, before: string) =>
  sql`delete from ${sql.table(table)} where ${sql.ref(at)} < ${before}
    and id in (select id from ${sql.table(table)} order by id limit ${PORTION})`

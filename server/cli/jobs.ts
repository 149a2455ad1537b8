/** `jobs list` and `jobs retry`: work that jobs could not do, as the console shows it under "Failed work". */
import { sql } from 'kysely'
import { SYSTEM, writeAudit } from '#server/core/audit/audit.ts'
import type { WorkKind } from '#server/core/jobs/failed-work.ts'
import { retryWork } from '#server/core/jobs/retry-work.ts'
import { WHOLE_JOB } from '#server/core/jobs/scheduled-job.ts'
import { SEARCH_WEBHOOKS } from '#server/matching/webhooks/webhooks.ts'
import { DELIVER } from '#server/notifications/deliveries/claim.ts'
import { BLAST_RECIPIENTS } from '#server/outreach/blasts/failed-recipients.ts'
import { type Command, CommandFailed, WrongUse } from './command.ts'

const STATE = sql<string>`case when dismissed_at is not null then 'dismissed'
  when given_up_at is not null then 'given_up' else 'trying' end`

export const listJobs: Command = {
  summary: 'List work that jobs could not do.',
  options: { kind: { value: 'KIND', help: 'only of this kind, e.g. deliver' } },
  async run({ database: { db } }, { kind }) {
    let query = db
      .selectFrom('failed_work')
      .select(['id', 'kind', 'item', 'tries', 'error', 'last_failed_at'])
      .select(STATE.as('state'))
      .orderBy('id', 'desc')
    if (kind !== undefined) query = query.where('kind', '=', kind)
    const rows = await query.execute()
    const lines = rows.map(
      ({ id, state, tries, error, ...row }) =>
        `${id}  ${state}  ${row.kind} ${row.item}  ${tries} tries, last ${row.last_failed_at.toISOString()}: ${error}`,
    )
    return { data: rows, lines: lines.length > 0 ? lines : ['No failed work.'] }
  },
}

/** The kinds whose retry does more than the row of failed work says. */
const HOOKED: readonly WorkKind[] = [SEARCH_WEBHOOKS, BLAST_RECIPIENTS, DELIVER]

export const retryJobs: Command = {
  summary: 'Retry work that was given up: one item, or all of a kind.',
  options: {
    id: { value: 'ID', help: 'the item, as `jobs list` shows it' },
    kind: { value: 'KIND', help: 'all given-up items of this kind' },
  },
  async run({ database }, { id, kind }) {
    if ((id === undefined) === (kind === undefined)) throw new WrongUse('Name either --id or --kind.')
    const count = await database.db.transaction().execute(async (trx) => {
      let query = trx.selectFrom('failed_work').select(['id', 'kind']).where('given_up_at', 'is not', null)
      query = id === undefined ? query.where('kind', '=', `${kind}`) : query.where('id', '=', Number(id) || 0)
      const rows = await query.forUpdate().execute()
      const nowMs = database.clock.now()
      for (const row of rows) {
        const known = HOOKED.find(({ name }) => name === row.kind) ?? { ...WHOLE_JOB, name: row.kind }
        await retryWork(trx, known, { which: sql<boolean>`id = ${row.id}`, nowMs })
        const subject = { kind: 'failed work', id: row.id }
        await writeAudit(trx, { actor: SYSTEM, action: 'work.retry', subject, after: { by: 'plat' } })
      }
      return rows.length
    })
    if (count === 0) throw new CommandFailed('Nothing that was given up matches. See: plat jobs list')
    return {
      data: { count },
      lines: [`${count} ${count === 1 ? 'item is' : 'items are'} retried by the running servers.`],
    }
  },
}

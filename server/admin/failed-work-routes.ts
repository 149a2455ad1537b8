/** Work that jobs could not do, for staff: what failed and why, and retrying or dismissing it. Every decision is logged. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { WorkKind } from '#server/core/jobs/failed-work.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { retryWork } from '#server/core/jobs/retry-work.ts'
import { WHOLE_JOB } from '#server/core/jobs/scheduled-job.ts'
import {
  adminDismissWork,
  adminFailedKinds,
  adminFailedWork,
  adminRetryKind,
  adminRetryWork,
  type FailedKindWire,
  type FailedWorkWire,
} from '#shared/contract/failed-work.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

type State = FailedWorkWire['state']

export function registerFailedWork(app: FastifyInstance, deps: AdminDeps & { jobs: Jobs }): void {
  const { db, nowMs, jobs } = deps

  serve(app, adminFailedWork, async ({ query, page, paginated }) => {
    const { kind, state = 'given_up' } = query
    const { limit, offset } = windowOf(page)
    let rows = selectWork(db).where(inState(state)).orderBy('id', 'desc').limit(limit).offset(offset)
    if (kind !== undefined) rows = rows.where('kind', '=', kind)
    const found = pageOf(await rows.execute())
    return paginated({ ...found, rows: found.rows.map((row) => workWire(row, jobs)) })
  })

  serve(app, adminFailedKinds, async () => ({ data: await countKinds(db, jobs) }))

  serve(app, adminRetryWork, async ({ params, me, request }) => {
    const acting = actingAs(me, request)
    await db.transaction().execute(async (trx) => {
      const { id, kind, item, tries } = await lockWork(trx, params.work)
      await retryWork(trx, kindOf(jobs, kind), { nowMs: nowMs(), which: sql<boolean>`id = ${id}` })
      const subject = { kind: 'failed work', id }
      await writeAudit(trx, { ...acting, action: 'work.retry', subject, before: { kind, item, tries } })
    })
    return { data: await workWith(db, params.work, jobs) }
  })

  serve(app, adminRetryKind, async ({ params, me, request }) => {
    const acting = actingAs(me, request)
    const { kind } = params
    const count = await db.transaction().execute(async (trx) => {
      const retried = await retryWork(trx, kindOf(jobs, kind), { nowMs: nowMs(), which: inState('given_up') })
      const subject = { kind: 'failed work', id: null }
      await writeAudit(trx, { ...acting, action: 'work.retry_all', subject, after: { kind, count: retried } })
      return retried
    })
    return { data: { count } }
  })

  serve(app, adminDismissWork, async ({ params, body, me, request }) => {
    const acting = actingAs(me, request)
    await db.transaction().execute(async (trx) => {
      const { id, kind, item, tries, state } = await lockWork(trx, params.work)
      if (state === 'trying') throw stillTried()
      await trx
        .updateTable('failed_work')
        .set({ dismissed_at: new Date(nowMs()), note: body.reason })
        .where('id', '=', id)
        .execute()
      const change = { before: { kind, item, tries }, after: { reason: body.reason } }
      await writeAudit(trx, {
        ...acting,
        action: 'work.dismiss',
        subject: { kind: 'failed work', id },
        ...change,
      })
    })
    return { data: await workWith(db, params.work, jobs) }
  })
}

const stillTried = () =>
  new Refusal(409, {
    message: 'This is still being retried. You can dismiss it after it was given up.',
    code: 'state',
  })

/** A kind unknown to this version may be from a newer node. */
const kindOf = ({ rules }: Pick<Jobs, 'rules'>, name: string): WorkKind =>
  [WHOLE_JOB, ...rules.flatMap(({ kinds }) => kinds)].find((kind) => kind.name === name) ?? {
    ...WHOLE_JOB,
    name,
    label: name,
  }

const STATE = sql<State>`case when dismissed_at is not null then 'dismissed'
  when given_up_at is not null then 'given_up' else 'trying' end`

const inState = (state: State) => sql<boolean>`${STATE} = ${state}`

const selectWork = (db: Database) =>
  db
    .selectFrom('failed_work')
    .select(['id', 'kind', 'item', 'tries', 'error', 'first_failed_at', 'last_failed_at', 'note'])
    .select([
      STATE.as('state'),
      sql<Date | null>`case when isfinite(next_try_at) then next_try_at end`.as('next_try_at'),
    ])

type WorkRow = Awaited<ReturnType<ReturnType<typeof selectWork>['executeTakeFirstOrThrow']>>

const workWire = (row: WorkRow, jobs: Jobs): FailedWorkWire => ({
  ...row,
  label: kindOf(jobs, row.kind).label,
  first_failed_at: row.first_failed_at.toISOString(),
  last_failed_at: row.last_failed_at.toISOString(),
  next_try_at: row.next_try_at?.toISOString() ?? null,
})

/** By primary key. */
async function lockWork(trx: Database, id: number): Promise<WorkRow> {
  const row = await selectWork(trx).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function workWith(db: Database, id: number, jobs: Jobs): Promise<FailedWorkWire> {
  const row = await selectWork(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return workWire(row, jobs)
}

/** Over all rows: there are normally few. */
async function countKinds(db: Database, jobs: Jobs): Promise<FailedKindWire[]> {
  const { rows } = await sql<{ kind: string; state: State; count: number }>`
    select kind, ${STATE} as state, count(*)::int as count from failed_work group by 1, 2 order by 1`.execute(
    db,
  )
  const of = (kind: string, state: State) =>
    rows.find((row) => row.kind === kind && row.state === state)?.count ?? 0
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => ({
    kind,
    label: kindOf(jobs, kind).label,
    given_up: of(kind, 'given_up'),
    trying: of(kind, 'trying'),
  }))
}

/**
 * A rule of the clock: whether it has something to do is looked at again and again, and what there is is done by a job. Of all nodes
 * one does it; one that dies in the middle of it leaves it to another, so it must bear to be done again. A rule that fails as a whole
 * is tried again after growing pauses and listed among the failed work.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { mayBeTried, workKind } from './failed-work.ts'
import type { ScheduledJob } from './job-schedule.ts'
import type { JobWatch } from './job-watch.ts'
import type { Jobs } from './jobs.ts'
import { type WorkDeps, workThrough } from './work-through.ts'

export interface RuleDeps extends WorkDeps {
  jobs: Jobs
  watch?: Pick<JobWatch, 'failed' | 'due'>
}

/** A rule as a whole: nothing else would do its work, so it is never left alone. */
export const WHOLE_JOB = workKind({
  name: 'jobs',
  label: 'Scheduled job',
  tries: 8,
  pauseMs: 2000,
  pauseMaxMs: 10 * 60_000,
  isTriedForEver: true,
})

/** A rule that comes seldom is looked at more often, so that a server that is often started again does not miss its time. */
const LOOK_MAX_MS = 60_000
const SECOND_MS = 1000
/** As long as the queue waits until it takes the job for lost. */
const RUN_MAX_MS = 15 * 60_000

/** Runs only in a server that listens. */
export function startScheduledJob(app: FastifyInstance, deps: RuleDeps, rule: ScheduledJob): void {
  const { jobs } = deps
  const { name, everyMs, dueSince } = rule
  jobs.share(rule, (closing) => runWhole(deps, rule, closing))
  const look = async () => {
    if (jobs.isPaused()) return
    if (!dueSince) return jobs.send(name, { oncePerSeconds: everyMs / SECOND_MS })
    const nowMs = jobs.clock.now()
    const since = await dueSince(nowMs)
    deps.watch?.due(name, since === null ? 0 : Math.max(0, nowMs - since))
    if (since !== null) await jobs.send(name)
  }
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  const begin = () => {
    looking ??= look()
      .catch((error: unknown) => app.log.error({ err: error, rule: name }, 'what is due was not looked for'))
      .finally(() => {
        looking = null
      })
  }
  app.addHook('onListen', async () => {
    timer = setInterval(begin, Math.min(everyMs, LOOK_MAX_MS)).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await looking
  })
}

/** By the unique index of failed_work. */
async function runWhole(deps: RuleDeps, rule: ScheduledJob, closing: AbortSignal): Promise<void> {
  const nowMs = deps.jobs.clock.now()
  const { rows } = await sql`select 1 where ${mayBeTried(WHOLE_JOB, sql`${rule.name}`, nowMs)}`.execute(
    deps.db,
  )
  if (rows.length === 0) return
  await workThrough(deps, WHOLE_JOB, {
    nowMs,
    items: [rule],
    keyOf: ({ name }) => name,
    maxMs: RUN_MAX_MS,
    run: () => rule.run(nowMs, closing),
  })
}

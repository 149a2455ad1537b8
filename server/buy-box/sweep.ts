/** The rule of the clock that learns smart boxes anew which were not for a day. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import { relearnStale } from './learn.ts'

const SWEEP_MS = 10 * 60_000

export function startLearningSweep(app: FastifyInstance, { db, jobs }: { db: Database; jobs: Jobs }): void {
  startTimedRule(app, jobs, {
    name: 'learn-boxes',
    everyMs: SWEEP_MS,
    run: (nowMs) => relearnStale(db, nowMs),
  })
}

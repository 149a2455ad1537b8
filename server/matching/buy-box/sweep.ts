/** Scheduled job: relearns smart boxes older than a day. */
import type { FastifyInstance } from 'fastify'
import { type RuleDeps, startTimedRule } from '#server/core/jobs/scheduled-job.ts'
import { LEARN, relearnStale, staleSince } from './learn.ts'

const SWEEP_MS = 10 * 60_000

export function startLearningSweep(app: FastifyInstance, deps: RuleDeps): void {
  startTimedRule(app, deps, {
    name: 'learn-boxes',
    everyMs: SWEEP_MS,
    kinds: [LEARN],
    dueSince: (nowMs) => staleSince(deps.db, nowMs),
    run: (nowMs) => relearnStale(deps, nowMs),
  })
}

/** The rule of the clock that takes down deals whose time is up. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { tellChanged } from '#server/deals/tell-changed.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import { type AftermathDeps, tellAftermath } from '#server/offers/tell-aftermath.ts'
import { LISTING_SWEEP_MS } from '#shared/contract/limits.ts'
import { expiredDeals, takeDownExpired } from './publish.ts'

interface SweepDeps extends AftermathDeps {
  log: Pick<FastifyBaseLogger, 'error'>
}

export function startExpirySweep(app: FastifyInstance, given: AftermathDeps & { jobs: Jobs }): void {
  const deps = { ...given, log: app.log }
  startTimedRule(app, given.jobs, {
    name: 'expired-deals',
    everyMs: LISTING_SWEEP_MS,
    isDue: async (nowMs) => (await expiredDeals(deps.db, nowMs)).length > 0,
    run: (nowMs) => sweepExpired(deps, nowMs),
  })
}

/** One that cannot be taken down keeps no other from it. */
export async function sweepExpired(deps: SweepDeps, nowMs: number): Promise<void> {
  for (const id of await expiredDeals(deps.db, nowMs)) {
    try {
      const aftermath = await takeDownExpired(deps.db, id, nowMs)
      if (!aftermath) continue
      await tellChanged(deps, id)
      await tellAftermath(deps, aftermath)
    } catch (error) {
      deps.log.error({ err: error, property: id }, 'an expired deal was not taken down')
    }
  }
}

/** Scheduled job: takes down expired deals. */
import type { FastifyInstance } from 'fastify'
import { type RuleDeps, startTimedRule } from '#server/core/jobs/scheduled-job.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { tellChanged } from '#server/deals/list/tell-changed.ts'
import { type AftermathDeps, tellAftermath } from '#server/offers/offers/after-commit.ts'
import { LISTING_SWEEP_MS } from '#shared/contract/limits.ts'
import { EXPIRED, expiredDeals, takeDownExpired } from './expired-deals.ts'

export function startExpirySweep(app: FastifyInstance, deps: AftermathDeps & RuleDeps): void {
  startTimedRule(app, deps, {
    name: 'expired-deals',
    everyMs: LISTING_SWEEP_MS,
    kinds: [EXPIRED],
    dueSince: async (nowMs) => (await expiredDeals(deps.db, nowMs, 1))[0]?.expires_at?.getTime() ?? null,
    run: (nowMs) => sweepExpired(deps, nowMs),
  })
}

export async function sweepExpired(deps: AftermathDeps & WorkDeps, nowMs: number): Promise<void> {
  await workThrough(deps, EXPIRED, {
    nowMs,
    items: await expiredDeals(deps.db, nowMs),
    keyOf: ({ id }) => String(id),
    async run([{ id }]) {
      const aftermath = await takeDownExpired(deps.db, id, nowMs)
      if (!aftermath) return
      await tellChanged(deps, id)
      await tellAftermath(deps, aftermath)
    },
  })
}

/** Has campaigns sent that are due. While one node is at it, another may help: they share the buyers. */
import type { FastifyInstance } from 'fastify'
import type { Jobs } from '#server/jobs/jobs.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import { hasDueCampaigns, type SendDeps, sendDueCampaigns } from './send-campaigns.ts'

const LOOK_MS = 2000
/** Then another job goes on, so that none is taken for lost. */
const JOB_MS = 60_000

/** Runs only in a server that listens. */
export function startCampaigns(app: FastifyInstance, deps: SendDeps & { jobs: Jobs }): void {
  // A second one in the same process would only make everybody else wait longer.
  let isAtIt = false
  startTimedRule(app, deps.jobs, {
    ...{ name: 'campaigns', everyMs: LOOK_MS, isDue: (nowMs) => hasDueCampaigns(deps.db, nowMs) },
    async run(nowMs, closing) {
      if (isAtIt) return
      isAtIt = true
      try {
        await sendDueCampaigns(deps, () => closing.aborted || deps.nowMs() > nowMs + JOB_MS)
      } finally {
        isAtIt = false
      }
    },
  })
}

/** Has campaigns sent that are due. While one node is at it, another may help: they share the buyers. */
import type { FastifyInstance } from 'fastify'
import { type RuleDeps, startTimedRule } from '#server/core/jobs/scheduled-job.ts'
import { BLAST_RECIPIENTS, BLASTS } from './failed-recipients.ts'
import { campaignsDueSince, type SendDeps, sendDueCampaigns } from './send-campaigns.ts'

const LOOK_MS = 2000
/** Then another job goes on, so that none is taken for lost. */
const JOB_MS = 60_000

/** Runs only in a server that listens. */
export function startCampaigns(app: FastifyInstance, deps: SendDeps & RuleDeps): void {
  // A second one in the same process would only make everybody else wait longer.
  let isAtIt = false
  startTimedRule(app, deps, {
    name: 'campaigns',
    everyMs: LOOK_MS,
    kinds: [BLASTS, BLAST_RECIPIENTS],
    dueSince: (nowMs) => campaignsDueSince(deps.db, nowMs),
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

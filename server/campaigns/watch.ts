/**
 * Looks every few seconds whether a campaign is due, and has it sent by a job. What is due stands in the database, so a restart forgets
 * nothing; while one node is at it a second job lets another node help.
 */
import type { FastifyInstance } from 'fastify'
import type { Jobs } from '#server/jobs/jobs.ts'
import { hasDueCampaigns, type SendDeps, sendDueCampaigns } from './send-campaigns.ts'

const QUEUE = {
  ...{ name: 'campaigns', expireInSeconds: 600, retries: 5, retryDelaySeconds: 5, isOneWaiting: true },
} as const
const LOOK_MS = 2000
/** Then another job goes on, so that none is taken for lost. */
const JOB_MS = 60_000

export interface CampaignWatch {
  /** There may be something to do; only a server that listens does it. */
  look(): void
}

export function watchCampaigns(app: FastifyInstance, deps: SendDeps & { jobs: Jobs }): CampaignWatch {
  const { db, jobs, nowMs } = deps
  jobs.define({ ...QUEUE, run: () => sendDueCampaigns(deps, nowMs() + JOB_MS) })
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  const look = () => {
    if (!timer) return
    looking ??= lookOnce()
      .catch((error: unknown) => app.log.error({ err: error }, 'due campaigns were not looked for'))
      .finally(() => {
        looking = null
      })
  }
  const lookOnce = async () => {
    if (await hasDueCampaigns(db, nowMs())) await jobs.send(QUEUE.name)
  }
  app.addHook('onListen', async () => {
    timer = setInterval(look, LOOK_MS).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    timer = undefined
    await looking
  })
  return { look }
}

/**
 * Looks every few seconds for what has to be matched, and has it done by a job. What is due stands in the database, so nothing that
 * changes a deal or a box need say so, a restart forgets nothing, and a job that is lost is sent again.
 */
import type { FastifyInstance } from 'fastify'
import { MATCH_LOOK_MS } from '#shared/contract/match-limits.ts'
import { hasDueBoxes, noteForgottenBoxes } from './box-changes.ts'
import { matchDueCustomers } from './match-customers.ts'
import { hasDueDeals, type MatchDealsDeps, matchChangedDeals, skipBehind } from './match-deals.ts'
import type { MatchingDeps } from './routes.ts'
import { tellFeed } from './tell-feed.ts'

const DEALS = 'match-deals'
const BOXES = 'match-boxes'
const QUEUE = { expireInSeconds: 600, retries: 5, retryDelaySeconds: 5, isOneWaiting: true } as const

/** Runs only in a server that listens. */
export function startMatching(app: FastifyInstance, deps: MatchingDeps): void {
  const { db, secret, limits, jobs } = deps
  const matching: MatchDealsDeps = { db, secret, nowMs: Date.now, quietMs: limits.matchQuietMs }
  jobs.define({
    ...QUEUE,
    name: DEALS,
    run: async () =>
      tellFeed(
        deps,
        (await matchChangedDeals(matching)).map(({ customer_id }) => customer_id),
      ),
  })
  jobs.define({
    ...QUEUE,
    name: BOXES,
    run: async () => tellFeed(deps, await matchDueCustomers({ ...deps, nowMs: Date.now })),
  })
  const look = async () => {
    if (await hasDueBoxes(db)) await jobs.send(BOXES)
    if (await hasDueDeals(matching)) await jobs.send(DEALS)
  }
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  const begin = (work: () => Promise<void>) => {
    looking ??= work()
      .catch((error: unknown) => app.log.error({ err: error }, 'what has to be matched was not looked for'))
      .finally(() => {
        looking = null
      })
  }
  app.addHook('onListen', async () => {
    begin(async () => {
      await noteForgottenBoxes(db)
      await skipBehind(db)
    })
    timer = setInterval(() => begin(look), MATCH_LOOK_MS).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await looking
  })
}

/**
 * The rules of the clock about matching. What is due stands in the database, so nothing that changes a deal or a box need say so, and a
 * restart forgets nothing.
 */
import type { FastifyInstance } from 'fastify'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import { MATCH_LOOK_MS } from '#shared/contract/match-limits.ts'
import { hasDueBoxes, noteForgottenBoxes } from './box-changes.ts'
import { matchDueCustomers } from './match-customers.ts'
import { hasDueDeals, type MatchDealsDeps, matchChangedDeals, skipBehind } from './match-deals.ts'
import type { MatchingDeps } from './routes.ts'
import { tellFeed } from './tell-feed.ts'

/** Runs only in a server that listens. */
export function startMatching(app: FastifyInstance, deps: MatchingDeps): void {
  const { db, secret, limits, jobs } = deps
  const matching: MatchDealsDeps = { db, secret, nowMs: Date.now, quietMs: limits.matchQuietMs }
  /** What came while no server ran; the first look waits for it. */
  let beginning: Promise<void> | null = null
  const begin = () => {
    beginning ??= catchUp(deps).catch((error: unknown) => {
      beginning = null
      throw error
    })
    return beginning
  }
  startTimedRule(app, jobs, {
    name: 'match-boxes',
    everyMs: MATCH_LOOK_MS,
    async isDue() {
      await begin()
      return hasDueBoxes(db)
    },
    run: async () => tellFeed(deps, await matchDueCustomers({ ...deps, nowMs: Date.now })),
  })
  startTimedRule(app, jobs, {
    name: 'match-deals',
    everyMs: MATCH_LOOK_MS,
    async isDue() {
      await begin()
      return hasDueDeals(matching)
    },
    async run() {
      const news = await matchChangedDeals(matching)
      await tellFeed(
        deps,
        news.map(({ customer_id }) => customer_id),
      )
    },
  })
}

async function catchUp({ db }: MatchingDeps): Promise<void> {
  await noteForgottenBoxes(db)
  await skipBehind(db)
}

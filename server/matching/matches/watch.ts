/**
 * The rules of the clock about matching. What is due stands in the database, so nothing that changes a deal or a box need say so, and a
 * restart forgets nothing.
 */
import type { FastifyInstance } from 'fastify'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { MATCH_LOOK_MS } from '#shared/contract/match-limits.ts'
import { DELIVERY_LOOK_MS } from '#shared/contract/notification-limits.ts'
import { boxesDueSince, MATCH_BOXES, noteForgottenBoxes } from './box-changes.ts'
import { broadcastFeed } from './broadcast-feed.ts'
import { matchDueCustomers } from './match-customers.ts'
import {
  dealsDueSince,
  MATCH_DEALS,
  type MatchDealsDeps,
  matchChangedDeals,
  skipBehind,
} from './match-deals.ts'
import { matchesDueSince, NOTIFY_MATCHES, notifyMatches } from './notify-matches.ts'

export interface MatchingDeps extends RoomDeps {
  listed: ListedDeals
  jobs: Jobs
}

/** Runs only in a server that listens. */
export function startMatching(app: FastifyInstance, deps: MatchingDeps): void {
  const { db, limits } = deps
  const matching: MatchDealsDeps = { ...deps, secret: deps.placesSecret, quietMs: limits.matchQuietMs }
  /** What came while no server ran; the first look waits for it. */
  let beginning: Promise<void> | null = null
  const begin = () => {
    beginning ??= catchUp(deps).catch((error: unknown) => {
      beginning = null
      throw error
    })
    return beginning
  }
  startScheduledJob(app, deps, {
    name: 'match-boxes',
    everyMs: MATCH_LOOK_MS,
    kinds: [MATCH_BOXES],
    async dueSince(nowMs) {
      await begin()
      return boxesDueSince(db, nowMs)
    },
    run: async () => broadcastFeed(deps, await matchDueCustomers(deps)),
  })
  startScheduledJob(app, deps, {
    name: 'match-deals',
    everyMs: MATCH_LOOK_MS,
    kinds: [MATCH_DEALS],
    async dueSince() {
      await begin()
      return dealsDueSince(matching)
    },
    async run() {
      const news = await matchChangedDeals(matching)
      await broadcastFeed(
        deps,
        news.map(({ customer_id }) => customer_id),
      )
    },
  })
  startScheduledJob(app, deps, {
    name: 'tell-matches',
    everyMs: DELIVERY_LOOK_MS,
    kinds: [NOTIFY_MATCHES],
    dueSince: (nowMs) => matchesDueSince(db, nowMs),
    run: () => notifyMatches(deps),
  })
}

async function catchUp({ db }: MatchingDeps): Promise<void> {
  await noteForgottenBoxes(db)
  await skipBehind(db)
}

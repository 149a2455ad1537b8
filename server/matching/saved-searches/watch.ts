/** The rules of the clock about deals that changed: what came into saved searches, and telling their owners and who keeps the deals. */
import type { FastifyInstance } from 'fastify'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import {
  notifyFavouriteChanges,
  notifyFavouritesAgain,
  SAVED_DEALS,
} from '#server/deals/favourites/notify-changes.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { MATCH_LOOK_MS } from '#shared/contract/match-limits.ts'
import { alertsDueSince, notifyDueSearches, SEARCH_ALERTS } from './alerts.ts'
import { CHANGED_DEALS, SEARCH_NEWS } from './ask-searches.ts'
import { broadcastSearches } from './broadcast.ts'
import { type FindNewDealsDeps, findNewDeals, newsDueSince, skipBehind } from './find-new-deals.ts'

export interface SavedSearchesDeps extends RoomDeps {
  listed: ListedDeals
  jobs: Jobs
}

/** Runs only in a server that listens. */
export function startSearching(app: FastifyInstance, deps: SavedSearchesDeps): void {
  const { db, limits } = deps
  const finding: FindNewDealsDeps = {
    ...deps,
    secret: deps.placesSecret,
    quietMs: limits.matchQuietMs,
    alsoTell: (propertyIds) => notifyFavouriteChanges(deps, propertyIds),
  }
  let isFirst = true
  startScheduledJob(app, deps, {
    name: 'search-news',
    everyMs: MATCH_LOOK_MS,
    kinds: [CHANGED_DEALS, SEARCH_NEWS, SAVED_DEALS],
    dueSince: () => newsDueSince(finding),
    async run(nowMs) {
      // Deals that came another way while nothing ran.
      if (isFirst) await skipBehind(db)
      isFirst = false
      await notifyFavouritesAgain(deps, nowMs)
      await broadcastSearches(deps, await findNewDeals(finding))
    },
  })
  startScheduledJob(app, deps, {
    name: 'search-alerts',
    everyMs: MATCH_LOOK_MS,
    kinds: [SEARCH_ALERTS],
    dueSince: (nowMs) => alertsDueSince(db, nowMs),
    run: () => notifyDueSearches(deps),
  })
}

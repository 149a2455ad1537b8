/** The rules of the clock about deals that changed: what came into saved searches, and telling their owners and who keeps the deals. */
import type { FastifyInstance } from 'fastify'
import { tellFavouriteChanges } from '#server/favourites/tell-changes.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import { MATCH_LOOK_MS } from '#shared/contract/match-limits.ts'
import { hasDueAlerts, tellDueSearches } from './alerts.ts'
import { type FindNewsDeps, findNews, hasDueNews, skipBehind } from './find-news.ts'
import type { SavedSearchesDeps } from './routes.ts'
import { tellSearches } from './tell.ts'

/** Runs only in a server that listens. */
export function startSearching(app: FastifyInstance, deps: SavedSearchesDeps): void {
  const { db, secret, limits, jobs } = deps
  const finding: FindNewsDeps = {
    ...{ db, secret, nowMs: Date.now, quietMs: limits.matchQuietMs },
    alsoTell: (propertyIds) => tellFavouriteChanges(deps, propertyIds),
  }
  let isFirst = true
  startTimedRule(app, jobs, {
    name: 'search-news',
    everyMs: MATCH_LOOK_MS,
    isDue: () => hasDueNews(finding),
    async run() {
      // Deals that came another way while nothing ran.
      if (isFirst) await skipBehind(db)
      isFirst = false
      await tellSearches(deps, await findNews(finding))
    },
  })
  startTimedRule(app, jobs, {
    name: 'search-alerts',
    everyMs: MATCH_LOOK_MS,
    isDue: (nowMs) => hasDueAlerts(db, nowMs),
    run: () => tellDueSearches({ ...deps, nowMs: Date.now }),
  })
}

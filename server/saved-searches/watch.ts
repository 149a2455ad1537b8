/**
 * Looks every few seconds whether saved searches have to be asked about deals that changed, or their owners to be told, and has it done by a
 * job. What is due
 * stands in the database, so a restart forgets nothing.
 */
import type { FastifyInstance } from 'fastify'
import { MATCH_LOOK_MS } from '#shared/contract/match-limits.ts'
import { hasDueAlerts, tellDueSearches } from './alerts.ts'
import { type FindNewsDeps, findNews, hasDueNews, skipBehind } from './find-news.ts'
import type { SavedSearchesDeps } from './routes.ts'
import { tellSearches } from './tell.ts'

const NEWS = 'search-news'
const ALERTS = 'search-alerts'
const QUEUE = { expireInSeconds: 600, retries: 5, retryDelaySeconds: 5, isOneWaiting: true } as const

/** Runs only in a server that listens. */
export function startSearching(app: FastifyInstance, deps: SavedSearchesDeps): void {
  const { db, secret, limits, jobs } = deps
  const finding: FindNewsDeps = { db, secret, nowMs: Date.now, quietMs: limits.matchQuietMs }
  jobs.define({ ...QUEUE, name: NEWS, run: async () => tellSearches(deps, await findNews(finding)) })
  jobs.define({ ...QUEUE, name: ALERTS, run: () => tellDueSearches({ ...deps, nowMs: Date.now }) })
  const look = async () => {
    if (await hasDueNews(finding)) await jobs.send(NEWS)
    if (await hasDueAlerts(db, Date.now())) await jobs.send(ALERTS)
  }
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  const begin = (work: () => Promise<void>) => {
    looking ??= work()
      .catch((error: unknown) => app.log.error({ err: error }, 'saved searches were not asked'))
      .finally(() => {
        looking = null
      })
  }
  app.addHook('onListen', async () => {
    begin(() => skipBehind(db))
    timer = setInterval(() => begin(look), MATCH_LOOK_MS).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await looking
  })
}

/** Saved searches: kept by their owner, asked beside the requests about every deal that changes (checklist NOT-08). */
import type { FastifyInstance } from 'fastify'
import type { ListedDeals } from '#server/deals/listed-deals.ts'
import { sessionOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { RoomDeps } from '#server/rooms.ts'
import {
  addSavedSearch,
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  lookAtSavedSearch,
} from '#shared/contract/saved-searches.ts'
import { changeSearch, forgetSearch, keepSearch, lookAt } from './keep.ts'
import { searchesOf, searchWire } from './queries.ts'
import { tellSearches } from './tell.ts'
import { startSearching } from './watch.ts'

export interface SavedSearchesDeps extends RoomDeps {
  listed: ListedDeals
  jobs: Jobs
}

export function registerSavedSearches(app: FastifyInstance, deps: SavedSearchesDeps): void {
  const { db, listed } = deps
  const keeping = { db, listed, nowMs: Date.now }
  startSearching(app, deps)

  serve(app, listSavedSearches, async ({ who }) => ({ data: await searchesOf(db, sessionOf(who).id) }))

  serve(app, addSavedSearch, async ({ who, body }) => {
    const me = sessionOf(who)
    const id = await keepSearch(keeping, me.id, body)
    await tellSearches(deps, [me.id])
    return { data: await searchWire(db, me.id, id) }
  })

  serve(app, changeSavedSearch, async ({ who, params, body }) => {
    const me = sessionOf(who)
    await changeSearch(keeping, { customerId: me.id, id: params.search }, body)
    await tellSearches(deps, [me.id])
    return { data: await searchWire(db, me.id, params.search) }
  })

  serve(app, lookAtSavedSearch, async ({ who, params }) => {
    const me = sessionOf(who)
    await lookAt(db, me.id, params.search)
    await tellSearches(deps, [me.id])
    return { data: await searchWire(db, me.id, params.search) }
  })

  serve(app, deleteSavedSearch, async ({ who, params }) => {
    const me = sessionOf(who)
    await forgetSearch(db, me.id, params.search)
    await tellSearches(deps, [me.id])
    return { message: 'Deleted.' }
  })
}

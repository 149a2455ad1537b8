/** Saved searches: kept by their owner, asked beside the requests about every deal that changes (checklist NOT-08). */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import {
  addSavedSearch,
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  lookAtSavedSearch,
} from '#shared/contract/saved-searches.ts'
import { broadcastSearches } from './broadcast.ts'
import { changeSearch, forgetSearch, keepSearch, lookAt } from './keep.ts'
import { searchesOf, searchWire } from './queries.ts'
import type { SavedSearchesDeps } from './watch.ts'
import { startSearching } from './watch.ts'

export function registerSavedSearches(app: FastifyInstance, deps: SavedSearchesDeps): void {
  const { db, listed, nowMs } = deps
  const keeping = { db, listed, nowMs }
  startSearching(app, { ...deps, db: deps.work })

  serve(app, listSavedSearches, async ({ me }) => ({ data: await searchesOf(db, me.id) }))

  serve(app, addSavedSearch, async ({ me, body }) => {
    const id = await keepSearch(keeping, me.id, body)
    await broadcastSearches(deps, [me.id])
    return { data: await searchWire(db, me.id, id) }
  })

  serve(app, changeSavedSearch, async ({ me, params, body }) => {
    await changeSearch(keeping, { customerId: me.id, id: params.search }, body)
    await broadcastSearches(deps, [me.id])
    return { data: await searchWire(db, me.id, params.search) }
  })

  serve(app, lookAtSavedSearch, async ({ me, params }) => {
    await lookAt(db, me.id, params.search)
    await broadcastSearches(deps, [me.id])
    return { data: await searchWire(db, me.id, params.search) }
  })

  serve(app, deleteSavedSearch, async ({ me, params }) => {
    await forgetSearch(db, me.id, params.search)
    await broadcastSearches(deps, [me.id])
    return { message: 'Deleted.' }
  })
}

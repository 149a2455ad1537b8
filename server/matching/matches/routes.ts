/** Matching: what fits whom, found beside the requests, and the feed that shows it. */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import {
  hideDeal,
  listFeed,
  listHiddenDeals,
  listSeenDeals,
  markFeedSeen,
  noteDealsVisit,
  unhideDeal,
} from '#shared/contract/feed.ts'
import { feedOf, isLooking, isMatching, newCountOf } from './feed.ts'
import { hiddenDealsOf, hideDealOf, markSeen, seenDealsOf, unhideDealOf } from './marks.ts'
import { tellFeed } from './tell-feed.ts'
import { noteVisit } from './visits.ts'
import type { MatchingDeps } from './watch.ts'
import { startMatching } from './watch.ts'

export function registerMatching(app: FastifyInstance, deps: MatchingDeps): void {
  const { db } = deps
  startMatching(app, { ...deps, db: deps.work })

  serve(app, listFeed, async ({ me, query }) => {
    const isBehind = await isMatching(db, me.id)
    const page = await feedOf(db, me.id, query)
    const about = { is_matching: isBehind, is_looking: await isLooking(db, me.id) }
    return { ...page, new_count: await newCountOf(db, me.id), ...about }
  })

  serve(app, markFeedSeen, async ({ me, body }) => {
    await markSeen(db, me.id, body.property_ids)
    await tellFeed(deps, [me.id])
    return { new_count: await newCountOf(db, me.id) }
  })

  serve(app, listSeenDeals, async ({ me }) => ({ property_ids: await seenDealsOf(db, me.id) }))

  serve(app, listHiddenDeals, async ({ me }) => ({ data: await hiddenDealsOf(db, me.id) }))

  serve(app, noteDealsVisit, async ({ me }) => {
    const before = await noteVisit(db, me.id, deps.nowMs())
    return { before_at: before?.toISOString() ?? null }
  })

  serve(app, hideDeal, async ({ me, params }) => {
    await hideDealOf(db, me.id, params.property)
    await tellFeed(deps, [me.id])
    return { message: 'Hidden.' }
  })

  serve(app, unhideDeal, async ({ me, params }) => {
    await unhideDealOf(db, me.id, params.property)
    await tellFeed(deps, [me.id])
    return { message: 'Shown again.' }
  })
}

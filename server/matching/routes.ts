/** Matching: what fits whom, found beside the requests, and the feed that shows it. */
import type { FastifyInstance } from 'fastify'
import type { ListedDeals } from '#server/deals/listed-deals.ts'
import { sessionOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { RoomDeps } from '#server/rooms.ts'
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
import { startMatching } from './watch.ts'

export interface MatchingDeps extends RoomDeps {
  listed: ListedDeals
  jobs: Jobs
}

export function registerMatching(app: FastifyInstance, deps: MatchingDeps): void {
  const { db } = deps
  startMatching(app, deps)

  serve(app, listFeed, async ({ who, query }) => {
    const me = sessionOf(who)
    const isBehind = await isMatching(db, me.id)
    const page = await feedOf(db, me.id, query)
    const about = { is_matching: isBehind, is_looking: await isLooking(db, me.id) }
    return { ...page, new_count: await newCountOf(db, me.id), ...about }
  })

  serve(app, markFeedSeen, async ({ who, body }) => {
    const me = sessionOf(who)
    await markSeen(db, me.id, body.property_ids)
    await tellFeed(deps, [me.id])
    return { new_count: await newCountOf(db, me.id) }
  })

  serve(app, listSeenDeals, async ({ who }) => ({ property_ids: await seenDealsOf(db, sessionOf(who).id) }))

  serve(app, listHiddenDeals, async ({ who }) => ({ data: await hiddenDealsOf(db, sessionOf(who).id) }))

  serve(app, noteDealsVisit, async ({ who }) => {
    const before = await noteVisit(db, sessionOf(who).id, Date.now())
    return { before_at: before?.toISOString() ?? null }
  })

  serve(app, hideDeal, async ({ who, params }) => {
    const me = sessionOf(who)
    await hideDealOf(db, me.id, params.property)
    await tellFeed(deps, [me.id])
    return { message: 'Hidden.' }
  })

  serve(app, unhideDeal, async ({ who, params }) => {
    const me = sessionOf(who)
    await unhideDealOf(db, me.id, params.property)
    await tellFeed(deps, [me.id])
    return { message: 'Shown again.' }
  })
}

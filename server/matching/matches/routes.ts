/** Matching: what fits whom, found beside the requests, and the feed that shows it. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { serve } from '#server/core/http/serve.ts'
import { ownDeal } from '#server/deals/listing/own-deal.ts'
import {
  hideDeal,
  listFeed,
  listHiddenDeals,
  listSeenDeals,
  markFeedSeen,
  noteDealsVisit,
  setSeenDeals,
  unhideDeal,
} from '#shared/contract/feed.ts'
import { VISIT_PAUSE_MS } from '#shared/contract/match-limits.ts'
import { sellerDealMatches } from '#shared/contract/seller-deals.ts'
import { countBuyers } from './best-matches.ts'
import { broadcastFeed } from './broadcast-feed.ts'
import { feedOf, isLooking, isMatching, newCountOf } from './feed.ts'
import { hiddenDealsOf, hideDealOf, markSeen, seenDealsOf, setSeenMarks, unhideDealOf } from './marks.ts'
import { type MatchingDeps, startMatching } from './watch.ts'

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
    await broadcastFeed(deps, [me.id])
    return { new_count: await newCountOf(db, me.id) }
  })

  serve(app, sellerDealMatches, async ({ me, params }) => {
    const { id } = await ownDeal(db, me, params.deal)
    return { data: { buyers: await countBuyers(db, { ...deps, secret: deps.placesSecret, id }) } }
  })

  serve(app, listSeenDeals, async ({ me }) => await seenDealsOf(db, me.id))

  serve(app, setSeenDeals, async ({ me, body }) => {
    await setSeenMarks(db, me.id, body.is_on)
    await broadcastFeed(deps, [me.id])
    return { message: body.is_on ? 'On.' : 'Off.' }
  })

  serve(app, listHiddenDeals, async ({ me }) => ({ data: await hiddenDealsOf(db, me.id) }))

  serve(app, noteDealsVisit, async ({ me }) => {
    const before = await noteVisit(db, me.id, deps.nowMs())
    return { before_at: before?.toISOString() ?? null }
  })

  serve(app, hideDeal, async ({ me, params }) => {
    await hideDealOf(db, me.id, params.property)
    await broadcastFeed(deps, [me.id])
    return { message: 'Hidden.' }
  })

  serve(app, unhideDeal, async ({ me, params }) => {
    await unhideDealOf(db, me.id, params.property)
    await broadcastFeed(deps, [me.id])
    return { message: 'Shown again.' }
  })
}

/**
 * When a customer looked at the deals before this visit, on whatever device, so that what came since is called new
 * (checklist BRW-44). Marks this moment as part of a visit. Null: there was none before it, or marks are off. By primary keys.
 */
export async function noteVisit(db: Database, customerId: number, nowMs: number): Promise<Date | null> {
  const now = new Date(nowMs).toISOString()
  const pause = new Date(nowMs - VISIT_PAUSE_MS).toISOString()
  const { rows } = await sql<{ before_at: Date | null }>`
    insert into deal_visits (customer_id, last_at)
    select id, ${now}::timestamptz from customers where id = ${customerId} and marks_seen_deals for share
    on conflict (customer_id) do update set
      before_at = case when deal_visits.last_at <= ${pause}::timestamptz then deal_visits.last_at else deal_visits.before_at end,
      last_at = greatest(deal_visits.last_at, excluded.last_at)
    returning before_at`.execute(db)
  return rows[0]?.before_at ?? null
}

/** What a suspended seller, who cannot log in, has still to do about accepted offers: staff do it, so that no buyer waits for ever. */
import type { FastifyInstance } from 'fastify'
import { writeReads } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { publicAddress } from '#server/messaging/property-card.ts'
import type { PendingEffectsDeps } from '#server/offers/offers/after-commit.ts'
import { createActs } from '#server/offers/offers/commands.ts'
import {
  adminBoundOffers,
  adminMoveOffer,
  BOUND_OFFER_MOVES,
  type BoundOfferWire,
} from '#shared/contract/admin-people.ts'
import { movesOf, TAKEN_STATES } from '#shared/rules/offers/offer-graph.ts'
import { actingAs } from './admin-deps.ts'

export function registerBoundOffers(app: FastifyInstance, deps: PendingEffectsDeps): void {
  const { db } = deps
  const acts = createActs(deps)

  serve(app, adminBoundOffers, async ({ params, page, me, request, paginated }) => {
    const { limit, offset } = windowOf(page)
    const found = await offers(db)
      .where('offers.account_id', '=', params.account)
      .where('offers.state', 'in', TAKEN_STATES)
      .orderBy('offers.id')
      .limit(limit)
      .offset(offset)
      .execute()
    const { rows, hasMore } = pageOf(found)
    await writeReads(db, { ...actingAs(me, request), action: 'customer.read' }, rows)
    return paginated({ rows: rows.map(wireOf), hasMore })
  })

  serve(app, adminMoveOffer, async ({ params, body, me, request }) => {
    const row = await offerById(db, params.offer)
    if (!row.suspended_at)
      throw new Refusal(409, {
        code: 'not_suspended',
        message: 'This seller is not suspended and answers the buyer in the seller’s app.',
      })
    const { action: kind, version, reason } = body
    const by = { side: 'seller', ...actingAs(me, request) } as const
    const move = { offerId: row.id, isOwn: isBound, by, kind, version, reason, nowMs: deps.nowMs() }
    await acts.move(move, null)
    return { data: wireOf(await offerById(db, row.id)) }
  })
}

/** Nobody makes a seller's decisions while an offer is negotiated. */
const isBound = ({ state }: Pick<Row, 'state'>): boolean => TAKEN_STATES.some((one) => one === state)

type Row = Awaited<ReturnType<ReturnType<typeof offers>['execute']>>[number]

/** Also one that is not bound. By primary key. */
async function offerById(db: Database, id: number): Promise<Row> {
  const row = await offers(db)
    .where('offers.id', '=', id)
    .where('offers.state', '!=', 'draft')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const offers = (db: Database) =>
  db
    .selectFrom('offers')
    .innerJoin('accounts', 'accounts.id', 'offers.account_id')
    .innerJoin('customers', 'customers.id', 'offers.customer_id')
    .innerJoin('properties', 'properties.id', 'offers.property_id')
    .select(['offers.id', 'offers.state', 'offers.version', 'offers.price_cents', 'offers.property_id'])
    .select(['offers.customer_id', 'offers.release_requested_at', 'offers.release_reason'])
    .select(['accounts.suspended_at', 'customers.name', 'properties.address', 'properties.city'])
    .select(['properties.state as property_state', 'properties.zip'])

const wireOf = (row: Row): BoundOfferWire => ({
  id: row.id,
  state: row.state,
  version: row.version,
  price_cents: row.price_cents,
  property: {
    id: row.property_id,
    name: publicAddress({ ...row, state: row.property_state, is_street_shown: true }),
  },
  customer: { id: row.customer_id, name: row.name },
  release_reason: row.release_requested_at ? (row.release_reason ?? '') : null,
  moves: row.suspended_at === null ? [] : possibleMoves(row),
})

const possibleMoves = ({ state, release_requested_at: asked }: Row): BoundOfferWire['moves'] =>
  BOUND_OFFER_MOVES.filter(
    (move) => movesOf(state, 'seller').includes(move) && (move !== 'refuse_release' || asked !== null),
  )

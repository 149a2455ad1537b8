/** The seller app over HTTP; ours, beside the calls of the spec. Its own deals here, the rest below. */
import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { isSold, propertiesOf } from '#server/deals/properties/queries.ts'
import { cardWire } from '#server/messaging/property-card.ts'
import { decideRequest } from '#server/offers/inquiries/decide.ts'
import { notifyDecision } from '#server/offers/inquiries/notify.ts'
import { sellerRequestById, sellerRequestPage } from '#server/offers/inquiries/queries.ts'
import { sellerRequestWire } from '#server/offers/inquiries/wire.ts'
import { buyerCards } from '#server/offers/offers/buyer-card.ts'
import { registerToday } from '#server/sellers/today/routes.ts'
import { sellerProperties } from '#shared/contract/seller.ts'
import { sellerDecideRequest, sellerRequests } from '#shared/contract/seller-deals.ts'
import { sellerBuyer } from '#shared/contract/seller-offers.ts'
import type { SellerDeps } from './conversation-deps.ts'
import { registerSellerConversations } from './conversation-routes.ts'
import { registerSellerLogin } from './login-routes.ts'
import { registerNotes } from './note-routes.ts'
import { ownConversation } from './rules.ts'

export function registerConversations(app: FastifyInstance, deps: SellerDeps): void {
  registerSellerLogin(app, deps)
  registerSellerConversations(app, deps)
  registerNotes(app, deps)
  registerSellerRequests(app, deps)
  registerSellerBuyers(app, deps)
  registerOwnDeals(app, deps)
  registerToday(app, deps)
}

function registerOwnDeals(app: FastifyInstance, { db, site }: SellerDeps): void {
  serve(app, sellerProperties, async ({ me, page, paginated }) => {
    const { accountId } = me
    const { rows, hasMore } = await propertiesOf(db, accountId, page)
    return paginated({
      rows: rows.map((row) => ({ ...cardWire(row, site), is_sold: isSold(row.status) })),
      hasMore,
    })
  })
}

/**
 * The card of one buyer in the seller app. An offer or an address request opens a conversation with the account.
 */
function registerSellerBuyers(app: FastifyInstance, { db, site }: Pick<SellerDeps, 'db' | 'site'>): void {
  serve(app, sellerBuyer, async ({ params, me }) => {
    const { customerId } = await ownConversation(db, me, params.customer)
    const card = (await buyerCards(db, site, [customerId])).get(customerId)
    if (!card) throw notFound()
    return { data: card }
  })
}

/** The seller app's address requests and inquiries: what waits, and the answers. */
function registerSellerRequests(app: FastifyInstance, deps: SellerDeps): void {
  const { db, site } = deps

  serve(app, sellerRequests, async ({ query, me, page, paginated }) => {
    const { accountId } = me
    const asked = { page, state: query.state, propertyId: query['filter[property_id]'] }
    const { rows, hasMore } = await sellerRequestPage(db, accountId, asked)
    return paginated({ rows: rows.map((row) => sellerRequestWire(row, site)), hasMore })
  })

  serve(app, sellerDecideRequest, async ({ params, body, me }) => {
    const reason = body.reason?.trim() || null
    const decision = { requestId: params.request, state: body.state, reason }
    const decided = await decideRequest(db, me, decision)
    await notifyDecision(deps, decided)
    return { data: sellerRequestWire(await sellerRequestById(db, decided.request.id), site) }
  })
}

/** The deal editor over HTTP: drafts, publishing, sales, figures, open houses. Its files are in `file-routes`. */
import type { FastifyInstance } from 'fastify'
import { keyOf } from '#server/core/http/idempotency.ts'
import { serve } from '#server/core/http/serve.ts'
import { notifyAccount, notifyMoved, notifyPlace } from '#server/deals/open-houses/notify.ts'
import { openHouseById } from '#server/deals/open-houses/queries.ts'
import { openHouseWire } from '#server/deals/open-houses/wire.ts'
import { createMarketReports } from '#server/deals/properties/market-reports.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { sellerAddOpenHouse, sellerChangeOpenHouse } from '#shared/contract/seller-deals.ts'
import {
  sellerCreateDeal,
  sellerDealFigures,
  sellerDealForEdit,
  sellerDeals,
  sellerDeleteDraft,
  sellerPickSales,
  sellerPublishDeal,
  sellerSales,
  sellerSaveDeal,
} from '#shared/contract/seller-listing.ts'
import { sellerDealPage, sellerDealRowWire } from './deals-page.ts'
import { dealFigures } from './figures.ts'
import { registerListingFiles } from './file-routes.ts'
import { ownDeal } from './own-deal.ts'
import { deleteDraft, publishDeal } from './publish.ts'
import { pickSales, salesOf } from './sales.ts'
import { createDraft, saveDeal } from './save-deal.ts'
import { showListing } from './show-listing.ts'
import { changeVisit, planVisit } from './visits.ts'

export interface ListingDeps extends RoomDeps {
  messenger: Messenger
}

export function registerListing(app: FastifyInstance, deps: ListingDeps): void {
  registerDrafts(app, deps)
  registerMarket(app, deps)
  registerVisits(app, deps)
  registerListingFiles(app, deps)
}

function registerDrafts(app: FastifyInstance, deps: ListingDeps): void {
  const { db, site, parts } = deps
  const saving = { ...deps, geocoder: parts.geocoder }

  serve(app, sellerDeals, async ({ query, me, page, paginated }) => {
    const { accountId } = me
    const filters = { listing: query['filter[listing]'], status: query['filter[status]'], text: query.q }
    const { rows, hasMore } = await sellerDealPage(db, { accountId, page, ...filters })
    return paginated({ rows: rows.map((row) => sellerDealRowWire(row, site)), hasMore })
  })

  serve(app, sellerCreateDeal, async ({ body, me, request }) => {
    const id = await createDraft(saving, { me, fields: body, key: keyOf(request) })
    return { data: await showListing(deps, me, id) }
  })

  serve(app, sellerDealForEdit, async ({ params, me }) => {
    const row = await ownDeal(db, me, params.deal)
    return { data: await showListing(deps, me, row.id) }
  })

  serve(app, sellerSaveDeal, async ({ params, body, me }) => {
    await saveDeal(saving, { who: me, id: params.deal, fields: body })
    return { data: await showListing(deps, me, params.deal) }
  })

  serve(app, sellerPublishDeal, async ({ params, body, me }) => {
    await publishDeal(saving, { who: me, id: params.deal, expiresAt: body.expires_at })
    return { data: await showListing(deps, me, params.deal) }
  })

  serve(app, sellerDeleteDraft, async ({ params, me }) => {
    await deleteDraft({ ...deps, parts }, { who: me, id: params.deal })
  })
}

function registerMarket(app: FastifyInstance, deps: ListingDeps): void {
  const { placesSecret: secret, parts } = deps
  const reports = createMarketReports({ ...deps, secret, source: parts.market, log: app.log })
  const asking = { ...deps, reports }

  serve(app, sellerSales, async ({ params, me }) => ({
    data: await salesOf(asking, { who: me, id: params.deal }),
  }))

  serve(app, sellerPickSales, async ({ params, body, me }) => {
    const of = { who: me, id: params.deal }
    await pickSales(asking, of, body.keys)
    return { data: await salesOf(asking, of) }
  })

  serve(app, sellerDealFigures, async ({ params, me }) => {
    const row = await ownDeal(deps.db, me, params.deal)
    return { data: await dealFigures(deps.db, row.id, deps.nowMs()) }
  })
}

function registerVisits(app: FastifyInstance, deps: ListingDeps): void {
  const visitOf = async (id: number) => {
    const row = await openHouseById(deps.db, id)
    if (!row) throw new Error('An open house that was just written is gone.')
    return row
  }

  serve(app, sellerAddOpenHouse, async ({ params, body, me }) => {
    const id = await planVisit(deps, { who: me, id: params.deal }, body)
    const row = await visitOf(id)
    await notifyAccount(deps, row)
    return { data: openHouseWire(row, null, { isSeller: true }) }
  })

  serve(app, sellerChangeOpenHouse, async ({ params, body, me }) => {
    const { id, move, promoted } = await changeVisit(deps, { who: me, openHouseId: params.openHouse }, body)
    const row = await visitOf(id)
    const telling = { ...deps, log: app.log }
    await notifyAccount(deps, row)
    if (move !== null) await notifyMoved(telling, row, move)
    for (const customerId of promoted) await notifyPlace(telling, row, customerId)
    return { data: openHouseWire(row, null, { isSeller: true }) }
  })
}

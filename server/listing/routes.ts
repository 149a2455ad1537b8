/** The deal editor over HTTP: drafts, publishing, sales, figures, open houses. Its files are in `file-routes`. */
import type { FastifyInstance } from 'fastify'
import { paginated } from '#server/http/paginate.ts'
import { memberOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import { createMarketReports } from '#server/market/reports.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import { openHouseById } from '#server/open-houses/queries.ts'
import { tellMoved } from '#server/open-houses/tell.ts'
import { openHouseWire } from '#server/open-houses/wire.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { deskAddOpenHouse, deskChangeOpenHouse } from '#shared/contract/desk-deals.ts'
import {
  deskCreateDeal,
  deskDealFigures,
  deskDealForEdit,
  deskDeals,
  deskDeleteDraft,
  deskPickSales,
  deskPublishDeal,
  deskSales,
  deskSaveDeal,
} from '#shared/contract/desk-listing.ts'
import { deskDealPage, deskDealRowWire } from './deals-page.ts'
import { startExpirySweep } from './expiry-sweep.ts'
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
  startExpirySweep(app, deps)
}

function registerDrafts(app: FastifyInstance, deps: ListingDeps): void {
  const { db, site, parts } = deps
  const saving = { ...deps, geocoder: parts.geocoder }

  serve(app, deskDeals, async ({ query, who, request }) => {
    const { accountId } = memberOf(who)
    const page = query.page ?? 1
    const filters = { listing: query['filter[listing]'], status: query['filter[status]'], text: query.q }
    const { rows, hasMore } = await deskDealPage(db, { accountId, page, ...filters })
    return paginated(request, page, { rows: rows.map((row) => deskDealRowWire(row, site)), hasMore })
  })

  serve(app, deskCreateDeal, async ({ body, who, request }) => {
    const me = memberOf(who)
    const id = await createDraft(saving, { me, fields: body, key: keyOf(request.headers['idempotency-key']) })
    return { data: await showListing(deps, who, id) }
  })

  serve(app, deskDealForEdit, async ({ params, who }) => {
    const { row } = await ownDeal(db, who, params.deal)
    return { data: await showListing(deps, who, row.id) }
  })

  serve(app, deskSaveDeal, async ({ params, body, who }) => {
    await saveDeal(saving, { who, id: params.deal, fields: body })
    return { data: await showListing(deps, who, params.deal) }
  })

  serve(app, deskPublishDeal, async ({ params, body, who }) => {
    await publishDeal(saving, { who, id: params.deal, expiresAt: body.expires_at })
    return { data: await showListing(deps, who, params.deal) }
  })

  serve(app, deskDeleteDraft, async ({ params, who }) => {
    await deleteDraft({ ...deps, files: parts.files }, { who, id: params.deal })
  })
}

function registerMarket(app: FastifyInstance, deps: ListingDeps): void {
  const reports = createMarketReports({ ...deps, source: deps.parts.market, log: app.log })
  const asking = { ...deps, reports }

  serve(app, deskSales, async ({ params, who }) => ({
    data: await salesOf(asking, { who, id: params.deal }),
  }))

  serve(app, deskPickSales, async ({ params, body, who }) => {
    const of = { who, id: params.deal }
    await pickSales(asking, of, body.keys)
    return { data: await salesOf(asking, of) }
  })

  serve(app, deskDealFigures, async ({ params, who }) => {
    const { row } = await ownDeal(deps.db, who, params.deal)
    return { data: await dealFigures(deps.db, row.id, Date.now()) }
  })
}

function registerVisits(app: FastifyInstance, deps: ListingDeps): void {
  const visitOf = async (id: number) => {
    const row = await openHouseById(deps.db, id)
    if (!row) throw new Error('An open house that was just written is gone.')
    return row
  }

  serve(app, deskAddOpenHouse, async ({ params, body, who }) => {
    const id = await planVisit(deps, { who, id: params.deal }, body)
    return { data: openHouseWire(await visitOf(id), null, { isSeller: true }) }
  })

  serve(app, deskChangeOpenHouse, async ({ params, body, who }) => {
    const { id, hasMoved } = await changeVisit(deps, { who, openHouseId: params.openHouse }, body)
    const row = await visitOf(id)
    if (hasMoved) await tellMoved({ ...deps, log: app.log }, row)
    return { data: openHouseWire(row, null, { isSeller: true }) }
  })
}

const KEY = /^[\w.:-]{1,64}$/
const keyOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && KEY.test(header) ? header : null

/** A deal's page and what belongs to it (spec section 7, Properties and deals). The list is the deals room's. */
import type { FastifyInstance } from 'fastify'
import { bodyOf } from '#server/http/packed-body.ts'
import { sessionOf } from '#server/http/principal.ts'
import { sendPacked } from '#server/http/send-packed.ts'
import { serve, serveSent } from '#server/http/serve.ts'
import { createThrottle } from '#server/http/throttle.ts'
import { createMarketReports } from '#server/market/reports.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { dealDefaults, reportProperty, saveDealNotes } from '#shared/contract/deal-notes.ts'
import { REPORTS_PER_HOUR } from '#shared/contract/limits.ts'
import { propertyNeighborhood } from '#shared/contract/neighborhood.ts'
import { listParkingTypes, showProperty } from '#shared/contract/properties.ts'
import { PARKING_TYPES } from '#shared/rules/dictionaries.ts'
import { registerDocuments } from './document-routes.ts'
import { neighborhoodOf } from './neighborhood.ts'
import { defaultsOf, saveNotes } from './notes.ts'
import { fileReport } from './report.ts'
import { showDeal } from './show-deal.ts'

const HOUR_MS = 3_600_000

export function registerProperties(app: FastifyInstance, deps: RoomDeps): void {
  const { db, site, secret, parts } = deps
  const reports = createMarketReports({ db, secret, source: parts.market, log: app.log })

  serve(app, showProperty, async ({ params, query, who }) => ({
    data: await showDeal(
      { db, site, secret, reports },
      { id: params.property, who, previewHash: query.preview_hash },
    ),
  }))
  serve(app, propertyNeighborhood, async ({ params, who }) => ({
    data: await neighborhoodOf({ db, reports }, { id: params.property, who }),
  }))
  const parkingTypes = bodyOf(JSON.stringify({ data: PARKING_TYPES }))
  serveSent(app, listParkingTypes, (call) => sendPacked(call, parkingTypes))
  registerDocuments(app, deps)
  registerOwnThings(app, deps)
}

/** What a customer keeps about a deal, and what they tell about it. */
function registerOwnThings(app: FastifyInstance, { db }: RoomDeps): void {
  const complaints = createThrottle(REPORTS_PER_HOUR, HOUR_MS)

  serve(app, saveDealNotes, async ({ params, body, who }) => ({
    data: await saveNotes(db, sessionOf(who), { propertyId: params.property, given: body }),
  }))
  serve(app, dealDefaults, async ({ who }) => ({ assumptions: await defaultsOf(db, sessionOf(who).id) }))
  serve(app, reportProperty, async ({ params, body, who }) => {
    const me = sessionOf(who)
    complaints.take(String(me.id))
    await fileReport(db, me, { propertyId: params.property, ...body })
    return { message: 'Thank you. We look at every report.' }
  })
}

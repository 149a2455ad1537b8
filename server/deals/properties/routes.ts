/** A deal's page and what belongs to it (spec section 7, Properties and deals). The list is the deals room's. */
import type { FastifyInstance } from 'fastify'
import { bodyOf } from '#server/core/http/packed-body.ts'
import { sendPacked } from '#server/core/http/send-packed.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import { createThrottle } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { dealDefaults, reportProperty, saveDealNotes } from '#shared/contract/deal-notes.ts'
import { REPORTS_PER_HOUR } from '#shared/contract/limits.ts'
import { propertyNeighborhood } from '#shared/contract/neighborhood.ts'
import { listParkingTypes, showProperty } from '#shared/contract/properties.ts'
import { PARKING_TYPES } from '#shared/rules/dictionaries.ts'
import { registerDocuments } from './document-routes.ts'
import { createMarketReports } from './market-reports.ts'
import { neighborhoodOf } from './neighborhood.ts'
import { defaultsOf, saveNotes } from './notes.ts'
import { fileReport } from './report.ts'
import { showDeal } from './show-deal.ts'

const HOUR_MS = 3_600_000

export function registerProperties(app: FastifyInstance, deps: RoomDeps): void {
  const { db, site, secret, parts, nowMs } = deps
  const reports = createMarketReports({ db, secret, source: parts.market, log: app.log, nowMs })

  serve(app, showProperty, async ({ params, query, me }) => ({
    data: await showDeal(
      { db, site, secret, reports, nowMs },
      { id: params.property, who: me, previewHash: query.preview_hash },
    ),
  }))
  serve(app, propertyNeighborhood, async ({ params, me }) => ({
    data: await neighborhoodOf({ db, reports }, { id: params.property, who: me }),
  }))
  const parkingTypes = bodyOf(JSON.stringify({ data: PARKING_TYPES }))
  serveSent(app, listParkingTypes, (call) => sendPacked(call, parkingTypes))
  registerDocuments(app, deps)
  registerOwnThings(app, deps)
}

/** What a customer keeps about a deal, and what they tell about it. */
function registerOwnThings(app: FastifyInstance, { db }: RoomDeps): void {
  const complaints = createThrottle(REPORTS_PER_HOUR, HOUR_MS)

  serve(app, saveDealNotes, async ({ params, body, me }) => ({
    data: await saveNotes(db, me, { propertyId: params.property, given: body }),
  }))
  serve(app, dealDefaults, async ({ me }) => ({ assumptions: await defaultsOf(db, me.id) }))
  serve(app, reportProperty, async ({ params, body, me }) => {
    complaints.take(String(me.id))
    await fileReport(db, me, { propertyId: params.property, ...body })
    return { message: 'Thank you. We look at every report.' }
  })
}

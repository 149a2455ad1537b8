/** A deal's page and what belongs to it (spec section 7, Properties and deals). The list is the deals room's. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import { bodyOf } from '#server/core/http/packed-body.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { sendPacked } from '#server/core/http/send-packed.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { dealDefaults, reportProperty, saveDealNotes } from '#shared/contract/deal-notes.ts'
import { REPORTS_PER_HOUR } from '#shared/contract/limits.ts'
import { propertyNeighborhood } from '#shared/contract/neighborhood.ts'
import { listParkingTypes, showProperty } from '#shared/contract/properties.ts'
import { PARKING_TYPES } from '#shared/rules/dictionaries.ts'
import { registerDocuments } from './document-routes.ts'
import { createMarketReports } from './market-reports.ts'
import { neighborhoodOf } from './neighborhood.ts'
import { defaultsOf, isPublished, saveNotes } from './notes.ts'
import { showDeal } from './show-deal.ts'

const HOUR_MS = 3_600_000

export function registerProperties(app: FastifyInstance, deps: RoomDeps): void {
  const { db, site, secret, placesSecret, parts, nowMs } = deps
  const reports = createMarketReports({ db, secret: placesSecret, nowMs, source: parts.market, log: app.log })

  serve(app, showProperty, async ({ params, query, me }) => ({
    data: await showDeal(
      { db, site, secret, placesSecret, reports, nowMs },
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
  const complaints = app.createThrottle('listing-reports', REPORTS_PER_HOUR, HOUR_MS)

  serve(app, saveDealNotes, async ({ params, body, me }) => ({
    data: await saveNotes(db, me, { propertyId: params.property, given: body }),
  }))
  serve(app, dealDefaults, async ({ me }) => ({ assumptions: await defaultsOf(db, me.id) }))
  serve(app, reportProperty, async ({ params, body, me }) => {
    await complaints.take(String(me.id))
    await fileReport(db, me, { propertyId: params.property, ...body })
    return { message: 'Thank you. We look at every report.' }
  })
}

interface GivenReport {
  propertyId: number
  reason: string
  details?: string | undefined
}

/**
 * Reports of a problem with a listing (checklist DEAL-19). Read by the operator, out of
 * `property_reports`. Throws 422 for a reason this customer has reported already and nobody has looked at yet.
 */
async function fileReport(
  db: Database,
  me: CustomerPrincipal,
  { propertyId, reason, details }: GivenReport,
): Promise<void> {
  if (!(await isPublished(db, propertyId))) throw notFound()
  // Two at once meet at property_reports_open.
  const filed = await db
    .insertInto('property_reports')
    .values({ property_id: propertyId, customer_id: me.id, reason, details: details?.trim() || null })
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!filed) throw invalid({ reason: ['You have reported this already. We are looking at it.'] })
}

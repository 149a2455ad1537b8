/** Open houses for customers (spec section 7, Properties and deals; checklist OH). */
import type { FastifyInstance } from 'fastify'
import { paginated } from '#server/http/paginate.ts'
import { sessionOf } from '#server/http/principal.ts'
import { notFound } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { createThrottle, MINUTE_MS } from '#server/http/throttle.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import { maySee } from '#server/properties/deal-access.ts'
import { dealRow } from '#server/properties/queries.ts'
import type { RoomDeps } from '#server/rooms.ts'
import {
  giveVisitFeedback,
  listOpenHouses,
  listRegistrations,
  registerForOpenHouse,
  unregisterFromOpenHouse,
} from '#shared/contract/open-houses.ts'
import { giveBack, register } from './places.ts'
import { openHouseById, openHousesOf } from './queries.ts'
import { giveFeedback, registrationPage, registrationWire } from './registrations.ts'
import { hasReminders, remindOfVisits } from './remind.ts'
import { tellFeedback, tellPlace, tellState } from './tell.ts'

const HOUR_MS = 60 * MINUTE_MS

export function registerOpenHouses(app: FastifyInstance, deps: RoomDeps & { messenger: Messenger }): void {
  const { db } = deps
  const telling = { ...deps, log: app.log }
  startTimedRule(app, deps.jobs, {
    name: 'remind-of-visits',
    everyMs: MINUTE_MS,
    isDue: (nowMs) => hasReminders(db, nowMs),
    run: (nowMs) => remindOfVisits(deps, nowMs),
  })
  const visits = createThrottle(deps.limits.inquiriesPerHour, HOUR_MS)

  serve(app, listOpenHouses, async ({ params, who }) => {
    const row = await dealRow(db, params.property)
    if (!row || !maySee(row, who, undefined)) throw notFound()
    return { data: await openHousesOf(db, who, row.id) }
  })

  serve(app, registerForOpenHouse, async ({ params, body, who }) => {
    const me = sessionOf(who)
    const wanted = { customerId: me.id, openHouseId: params.openHouse, nowMs: Date.now() }
    const state = await register(db, { ...wanted, isWaitingFine: body.waiting_list === true })
    const house = await openHouseById(db, params.openHouse)
    if (house) await tellState(deps, house, { customerId: me.id, state })
    return { data: await registrationWire(deps, me, params.openHouse) }
  })

  serve(app, unregisterFromOpenHouse, async ({ params, who }) => {
    const me = sessionOf(who)
    const wanted = { customerId: me.id, openHouseId: params.openHouse, nowMs: Date.now() }
    const next = await giveBack(db, wanted)
    const house = await openHouseById(db, params.openHouse)
    if (!house) return
    await tellState(deps, house, { customerId: me.id, state: 'cancelled' })
    if (next !== null) await tellPlace(telling, house, next)
  })

  serve(app, listRegistrations, async ({ query, who, request }) => {
    const me = sessionOf(who)
    const page = query.page ?? 1
    return paginated(request, page, await registrationPage(deps, me, page))
  })

  serve(app, giveVisitFeedback, async ({ params, body, who }) => {
    const me = sessionOf(who)
    // Each is a message to the seller.
    visits.take(String(me.id))
    const visit = { customerId: me.id, openHouseId: params.openHouse, nowMs: Date.now() }
    const feedback = { rating: body.rating, text: body.text?.trim() || null }
    await giveFeedback(db, visit, feedback)
    const house = await openHouseById(db, params.openHouse)
    if (house) await tellFeedback(deps, house, { customerId: me.id, ...feedback })
    return { data: await registrationWire(deps, me, params.openHouse) }
  })
}

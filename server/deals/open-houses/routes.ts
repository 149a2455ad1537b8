/** Open houses for customers (spec section 7, Properties and deals; checklist OH). */
import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import { startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { maySee } from '#server/deals/properties/deal-access.ts'
import { dealRow } from '#server/deals/properties/queries.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  giveVisitFeedback,
  listOpenHouses,
  listRegistrations,
  registerForOpenHouse,
  unregisterFromOpenHouse,
} from '#shared/contract/open-houses.ts'
import { notifyAccount, notifyFeedback, notifyPlace, notifyState } from './notify.ts'
import { giveBack, register } from './places.ts'
import { openHouseById } from './queries.ts'
import { giveFeedback, registrationPage, registrationWire } from './registrations.ts'
import { REMIND_OF_VISITS, remindersDueSince, remindOfVisits } from './remind.ts'
import { openHousesOf } from './show-open-houses.ts'

const HOUR_MS = 60 * MINUTE_MS

export function registerOpenHouses(app: FastifyInstance, deps: RoomDeps & { messenger: Messenger }): void {
  const { db } = deps
  const telling = { ...deps, log: app.log }
  startScheduledJob(app, deps, {
    name: 'remind-of-visits',
    everyMs: MINUTE_MS,
    kinds: [REMIND_OF_VISITS],
    dueSince: (nowMs) => remindersDueSince(deps.work, nowMs),
    run: (nowMs) => remindOfVisits({ ...deps, db: deps.work }, nowMs),
  })
  const visits = app.createThrottle('visit-feedback', deps.limits.inquiriesPerHour, HOUR_MS)

  serve(app, listOpenHouses, async ({ params, me }) => {
    const row = await dealRow(db, params.property)
    if (!row || !maySee(row, me, undefined)) throw notFound()
    return { data: await openHousesOf(db, me, row.id) }
  })

  serve(app, registerForOpenHouse, async ({ params, body, me, requireAct }) => {
    const planned = await openHouseById(db, params.openHouse)
    await requireAct(planned?.grants_address ? 'visitWithAddress' : 'visit')
    const wanted = { customerId: me.id, openHouseId: params.openHouse, nowMs: deps.nowMs() }
    const state = await register(db, { ...wanted, isWaitingFine: body.waiting_list === true })
    const house = await openHouseById(db, params.openHouse)
    if (house)
      await Promise.all([notifyState(deps, house, { customerId: me.id, state }), notifyAccount(deps, house)])
    return { data: await registrationWire(deps, me, params.openHouse) }
  })

  serve(app, unregisterFromOpenHouse, async ({ params, me }) => {
    const wanted = { customerId: me.id, openHouseId: params.openHouse, nowMs: deps.nowMs() }
    const next = await giveBack(db, wanted)
    const house = await openHouseById(db, params.openHouse)
    if (!house) return
    await Promise.all([
      notifyState(deps, house, { customerId: me.id, state: 'cancelled' }),
      notifyAccount(deps, house),
    ])
    if (next !== null) await notifyPlace(telling, house, next)
  })

  serve(app, listRegistrations, async ({ me, page, paginated }) => {
    return paginated(await registrationPage(deps, me, page))
  })

  serve(app, giveVisitFeedback, async ({ params, body, me }) => {
    // Each is a message to the seller.
    await visits.take(String(me.id))
    const visit = { customerId: me.id, openHouseId: params.openHouse, nowMs: deps.nowMs() }
    const feedback = { rating: body.rating, text: body.text?.trim() || null }
    await giveFeedback(db, visit, feedback)
    const house = await openHouseById(db, params.openHouse)
    if (house) await notifyFeedback(deps, house, { customerId: me.id, ...feedback })
    return { data: await registrationWire(deps, me, params.openHouse) }
  })
}

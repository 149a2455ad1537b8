/** Target markets, linked companies and buy boxes (spec section 7, Buy box). */
import type { FastifyInstance } from 'fastify'
import { sessionOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import type { RoomDeps } from '#server/rooms.ts'
import {
  addGeotag,
  createBuyBox,
  deleteBuyBox,
  getSmartBuyBox,
  linkCompany,
  listBuyBoxes,
  listGeotags,
  removeGeotag,
  unlinkCompany,
  updateBuyBox,
} from '#shared/contract/buy-box.ts'
import { boxesOf, boxOf, createBoxFor, deleteBoxOf, updateBoxOf } from './boxes.ts'
import { addGeotagTo, geotagsOf, removeGeotagFrom } from './geotags.ts'
import { relearn } from './learn.ts'
import { linkCompanyTo, linkedCompanies, unlinkCompanyFrom } from './linked-companies.ts'
import { startLearningSweep } from './sweep.ts'

export function registerBuyBox(app: FastifyInstance, deps: RoomDeps): void {
  registerGeotags(app, deps)
  registerSmartBuyBox(app, deps)
  registerBoxes(app, deps)
  startLearningSweep(app, deps)
}

function registerGeotags(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, listGeotags, async ({ who }) => ({ data: await geotagsOf(db, sessionOf(who).id) }))

  serve(app, addGeotag, async ({ who, body }) => {
    const me = sessionOf(who)
    return { data: await addGeotagTo(db, me.id, body) }
  })

  serve(app, removeGeotag, async ({ who, params }) => {
    const me = sessionOf(who)
    await removeGeotagFrom(db, me.id, params.geotag)
    return { message: 'Removed.' }
  })
}

function registerSmartBuyBox(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, getSmartBuyBox, async ({ who }) => ({
    entities: await linkedCompanies(db, sessionOf(who).id),
  }))

  serve(app, linkCompany, async ({ who, params }) => {
    const me = sessionOf(who)
    await linkCompanyTo(db, me.id, params.company)
    await relearn(db, me.id, Date.now())
    return { message: 'Connected to your Smart Buy Box.' }
  })

  serve(app, unlinkCompany, async ({ who, params }) => {
    const me = sessionOf(who)
    await unlinkCompanyFrom(db, me.id, params.company)
    await relearn(db, me.id, Date.now())
    return { message: 'Removed from your Smart Buy Box.' }
  })
}

function registerBoxes(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, listBuyBoxes, async ({ who }) => ({ data: await boxesOf(db, sessionOf(who).id) }))

  serve(app, createBuyBox, async ({ who, body }) => {
    const me = sessionOf(who)
    return { data: await boxOf(db, me.id, await createBoxFor(db, me.id, body)) }
  })

  serve(app, updateBuyBox, async ({ who, params, body }) => {
    const me = sessionOf(who)
    const { needsLearning } = await updateBoxOf(db, { customerId: me.id, boxId: params.box }, body)
    if (needsLearning) await relearn(db, me.id, Date.now())
    return { data: await boxOf(db, me.id, params.box) }
  })

  serve(app, deleteBuyBox, async ({ who, params }) => {
    const me = sessionOf(who)
    await deleteBoxOf(db, me.id, params.box)
    return { message: 'Deleted.' }
  })
}

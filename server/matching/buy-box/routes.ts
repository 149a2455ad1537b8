/** Target markets, linked companies and buy boxes (spec section 7, Buy box). */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
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
import { LEARN, relearn, relearnStale, staleSince } from './learn.ts'
import { linkCompanyTo, linkedCompanies, unlinkCompanyFrom } from './linked-companies.ts'

export function registerBuyBox(app: FastifyInstance, deps: RoomDeps): void {
  registerGeotags(app, deps)
  registerSmartBuyBox(app, deps)
  registerBoxes(app, deps)
  startLearningSweep(app, { ...deps, db: deps.work })
}

function registerGeotags(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, listGeotags, async ({ me }) => ({ data: await geotagsOf(db, me.id) }))

  serve(app, addGeotag, async ({ me, body }) => {
    return { data: await addGeotagTo(db, me.id, body) }
  })

  serve(app, removeGeotag, async ({ me, params }) => {
    await removeGeotagFrom(db, me.id, params.geotag)
    return { message: 'Removed.' }
  })
}

function registerSmartBuyBox(app: FastifyInstance, { db, nowMs }: RoomDeps): void {
  serve(app, getSmartBuyBox, async ({ me }) => ({
    entities: await linkedCompanies(db, me.id),
  }))

  serve(app, linkCompany, async ({ me, params }) => {
    await linkCompanyTo(db, me.id, params.company)
    await relearn(db, me.id, nowMs())
    return { message: 'Connected to your Smart Buy Box.' }
  })

  serve(app, unlinkCompany, async ({ me, params }) => {
    await unlinkCompanyFrom(db, me.id, params.company)
    await relearn(db, me.id, nowMs())
    return { message: 'Removed from your Smart Buy Box.' }
  })
}

function registerBoxes(app: FastifyInstance, { db, nowMs }: RoomDeps): void {
  serve(app, listBuyBoxes, async ({ me }) => ({ data: await boxesOf(db, me.id) }))

  serve(app, createBuyBox, async ({ me, body }) => {
    return { data: await boxOf(db, me.id, await createBoxFor(db, me.id, body)) }
  })

  serve(app, updateBuyBox, async ({ me, params, body }) => {
    const { needsLearning } = await updateBoxOf(db, { customerId: me.id, boxId: params.box }, body)
    if (needsLearning) await relearn(db, me.id, nowMs())
    return { data: await boxOf(db, me.id, params.box) }
  })

  serve(app, deleteBuyBox, async ({ me, params }) => {
    await deleteBoxOf(db, me.id, params.box)
    return { message: 'Deleted.' }
  })
}

const SWEEP_MS = 10 * 60_000

/** Scheduled job: relearns smart boxes older than a day. */
function startLearningSweep(app: FastifyInstance, deps: RuleDeps): void {
  startScheduledJob(app, deps, {
    name: 'learn-boxes',
    everyMs: SWEEP_MS,
    kinds: [LEARN],
    dueSince: (nowMs) => staleSince(deps.db, nowMs),
    run: (nowMs) => relearnStale(deps, nowMs),
  })
}

/** The rules of the clock about what people are told. What is due stands in the database, so a job that is lost is sent again. */
import type { FastifyInstance } from 'fastify'
import { hasDueDeliveries } from '#server/deliveries/claim.ts'
import { deliverDue } from '#server/deliveries/deliver.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { DELIVERY_LOOK_MS } from '#shared/contract/notification-limits.ts'
import { forgetOld } from './forget-old.ts'
import { hasUntoldMatches, tellMatches } from './tell-matches.ts'
import { hasUntold, tellUntold } from './tell-notifications.ts'

const HOUR_MS = 3_600_000

/** Runs only in a server that listens. */
export function startNotifications(app: FastifyInstance, deps: RoomDeps): void {
  const { db, jobs } = deps
  const everyMs = DELIVERY_LOOK_MS
  startTimedRule(app, jobs, {
    ...{ name: 'tell-matches', everyMs, isDue: () => hasUntoldMatches(db) },
    run: () => tellMatches(deps),
  })
  startTimedRule(app, jobs, {
    ...{ name: 'tell-notifications', everyMs, isDue: () => hasUntold(deps) },
    run: () => tellUntold(deps),
  })
  startTimedRule(app, jobs, {
    ...{ name: 'deliver', everyMs, isDue: (nowMs) => hasDueDeliveries(db, nowMs) },
    run: (_, closing) => deliverDue({ ...deps, closing, log: app.log, nowMs: Date.now }),
  })
  startTimedRule(app, jobs, {
    ...{ name: 'forget-notifications', everyMs: HOUR_MS },
    run: (nowMs) => forgetOld(db, nowMs),
  })
}

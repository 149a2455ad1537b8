/** The rules of the clock about what people are told. What is due stands in the database, so a job that is lost is sent again. */
import type { FastifyInstance } from 'fastify'
import { startTimedRule } from '#server/core/jobs/scheduled-job.ts'
import { DELIVER, deliveriesDueSince } from '#server/notifications/deliveries/claim.ts'
import { deliverDue } from '#server/notifications/deliveries/deliver.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { DELIVERY_LOOK_MS } from '#shared/contract/notification-limits.ts'
import { forgetOld } from './forget-old.ts'
import { notificationsDueSince, TELL_NOTIFICATIONS, tellUntold } from './tell-notifications.ts'

const HOUR_MS = 3_600_000

/** Runs only in a server that listens. */
export function startNotifications(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const everyMs = DELIVERY_LOOK_MS
  startTimedRule(app, deps, {
    name: 'tell-notifications',
    everyMs,
    kinds: [TELL_NOTIFICATIONS],
    dueSince: (nowMs) => notificationsDueSince(db, nowMs),
    run: (nowMs) => tellUntold(deps, nowMs),
  })
  startTimedRule(app, deps, {
    name: 'deliver',
    everyMs,
    kinds: [DELIVER],
    dueSince: (nowMs) => deliveriesDueSince(db, nowMs),
    run: (_, closing) => deliverDue({ ...deps, closing, log: app.log }),
  })
  startTimedRule(app, deps, {
    name: 'forget-notifications',
    everyMs: HOUR_MS,
    kinds: [],
    run: (nowMs) => forgetOld(db, nowMs),
  })
}

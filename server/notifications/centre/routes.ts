/** Notifications: the bell, what is wanted where, and the devices that get notices. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal, CustomerPrincipal } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { type Call, serve } from '#server/core/http/serve.ts'
import { startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { DELIVER, deliveriesDueSince } from '#server/notifications/deliveries/claim.ts'
import { deliverDue } from '#server/notifications/deliveries/deliver.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { DELIVERY_LOOK_MS } from '#shared/contract/notification-limits.ts'
import {
  addPushDevice,
  countNotifications,
  listNotifications,
  pushKey,
  readNotifications,
  removePushDevice,
  setNotificationPreferences,
  showNotificationPreferences,
} from '#shared/contract/notifications.ts'
import {
  sellerAddPushDevice,
  sellerNotificationPreferences,
  sellerPushKey,
  sellerRemovePushDevice,
  sellerSetNotificationPreferences,
} from '#shared/contract/seller-notifications.ts'
import {
  BROADCAST_NOTIFICATIONS,
  broadcastUnreadCount,
  notificationsDueSince,
  notifyUntold,
  unreadCounts,
} from './broadcast-notifications.ts'
import { markRead, notificationsOf } from './centre.ts'
import { addDevice, removeDevice } from './devices.ts'
import { preferencesWire, setCells, setQuietHours } from './preferences.ts'
import type { Recipient } from './recipient-preferences.ts'

export function registerNotifications(app: FastifyInstance, deps: RoomDeps): void {
  startNotifications(app, { ...deps, db: deps.work })
  registerCentre(app, deps)
  registerPreferences(app, deps)
  registerDevices(app, deps)
}

function registerCentre(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const countOf = async (id: number) => (await unreadCounts(db, [id])).get(id) ?? 0

  serve(app, listNotifications, async ({ me, query }) => {
    return { ...(await notificationsOf(db, me.id, query)), unread_count: await countOf(me.id) }
  })

  serve(app, countNotifications, async ({ me }) => ({ unread_count: await countOf(me.id) }))

  serve(app, readNotifications, async ({ me, body }) => {
    const { ids, up_to: upTo, is_read: isRead = true } = body
    if (ids === undefined && upTo === undefined) throw invalid({ ids: ['Say which ones.'] })
    await markRead(db, me.id, { ids, upTo, isRead })
    return { unread_count: await broadcastUnreadCount(deps, me.id) }
  })
}

function registerPreferences(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, showNotificationPreferences, async ({ me }) => ({
    data: await preferencesWire(db, customer(me)),
  }))

  serve(app, setNotificationPreferences, async ({ me, body }) => {
    await db.transaction().execute((trx) => setPreferences(trx, customer(me), body))
    return { data: await preferencesWire(db, customer(me)) }
  })

  serve(app, sellerNotificationPreferences, async ({ me }) => ({
    data: await preferencesWire(db, member(me)),
  }))

  serve(app, sellerSetNotificationPreferences, async ({ me, body }) => {
    const { time_zone } = body
    await db.transaction().execute(async (trx) => {
      await setPreferences(trx, member(me), body)
      if (time_zone !== undefined)
        await trx.updateTable('account_members').set({ time_zone }).where('id', '=', me.memberId).execute()
    })
    return { data: await preferencesWire(db, member(me)) }
  })
}

const customer = ({ id }: CustomerPrincipal): Recipient => ({ kind: 'customer', id })
const member = ({ memberId: id }: AccountPrincipal): Recipient => ({ kind: 'member', id })

async function setPreferences(
  trx: Database,
  who: Recipient,
  { cells = [], quiet_hours: quiet }: Call<typeof setNotificationPreferences>['body'],
): Promise<void> {
  await setCells(trx, who, cells)
  if (quiet) await setQuietHours(trx, who, quiet)
}

/** The same calls for buyers and for members of accounts. */
function registerDevices(app: FastifyInstance, { db, parts: { push } }: RoomDeps): void {
  const key = async () => ({ key: await push.publicKey() })
  const add = async (
    login: { who: Recipient; sessionId: number },
    { endpoint, keys }: Call<typeof addPushDevice>['body'],
  ) => {
    if (!push.isKnown(endpoint)) throw invalid({ endpoint: ['This browser’s push service is not known.'] })
    await addDevice(db, login, { endpoint, ...keys })
    return { message: 'This device gets notices.' }
  }
  const remove = async (who: Recipient, { endpoint }: Call<typeof removePushDevice>['body']) => {
    await removeDevice(db, who, endpoint)
    return { message: 'Push notifications are off on this device.' }
  }

  serve(app, pushKey, key)
  serve(app, addPushDevice, ({ me, body }) => add({ who: customer(me), sessionId: me.sessionId }, body))
  serve(app, removePushDevice, ({ me, body }) => remove(customer(me), body))

  serve(app, sellerPushKey, key)
  serve(app, sellerAddPushDevice, ({ me, body }) => add({ who: member(me), sessionId: me.sessionId }, body))
  serve(app, sellerRemovePushDevice, ({ me, body }) => remove(member(me), body))
}

/**
 * The scheduled rules of notifications. What is due is in the database, so a lost job is sent again. Runs only in a server that listens.
 */
function startNotifications(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const everyMs = DELIVERY_LOOK_MS
  startScheduledJob(app, deps, {
    name: 'tell-notifications',
    everyMs,
    kinds: [BROADCAST_NOTIFICATIONS],
    dueSince: (nowMs) => notificationsDueSince(db, nowMs),
    run: (nowMs) => notifyUntold(deps, nowMs),
  })
  startScheduledJob(app, deps, {
    name: 'deliver',
    everyMs,
    kinds: [DELIVER],
    callsOut: true,
    dueSince: (nowMs) => deliveriesDueSince(db, nowMs),
    run: (_, closing) => deliverDue({ ...deps, closing, log: app.log }),
  })
}

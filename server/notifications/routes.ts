/** Notifications: the bell, what is wanted where, and the devices that get notices. */
import type { FastifyInstance } from 'fastify'
import { sessionOf } from '#server/http/principal.ts'
import { invalid } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import type { RoomDeps } from '#server/rooms.ts'
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
import { markRead, notificationsOf } from './centre.ts'
import { addDevice, removeDevice } from './devices.ts'
import { preferencesWire, setCells, setQuietHours } from './preferences.ts'
import { tellUnreadCount, unreadCounts } from './tell-notifications.ts'
import { startNotifications } from './watch.ts'

export function registerNotifications(app: FastifyInstance, deps: RoomDeps): void {
  startNotifications(app, deps)
  registerCentre(app, deps)
  registerPreferences(app, deps)
  registerDevices(app, deps)
}

function registerCentre(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const countOf = async (id: number) => (await unreadCounts(db, [id])).get(id) ?? 0

  serve(app, listNotifications, async ({ who, query }) => {
    const me = sessionOf(who)
    return { ...(await notificationsOf(db, me.id, query)), unread_count: await countOf(me.id) }
  })

  serve(app, countNotifications, async ({ who }) => ({ unread_count: await countOf(sessionOf(who).id) }))

  serve(app, readNotifications, async ({ who, body }) => {
    const me = sessionOf(who)
    const { ids, up_to: upTo, is_read: isRead = true } = body
    if (ids === undefined && upTo === undefined) throw invalid({ ids: ['Say which ones.'] })
    await markRead(db, me.id, { ids, upTo, isRead })
    return { unread_count: await tellUnreadCount(deps, me.id) }
  })
}

function registerPreferences(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, showNotificationPreferences, async ({ who }) => ({
    data: await preferencesWire(db, sessionOf(who).id),
  }))

  serve(app, setNotificationPreferences, async ({ who, body }) => {
    const me = sessionOf(who)
    const { cells = [], quiet_hours: quiet } = body
    await db.transaction().execute(async (trx) => {
      await setCells(trx, me.id, cells)
      if (quiet) await setQuietHours(trx, me.id, quiet)
    })
    return { data: await preferencesWire(db, me.id) }
  })
}

function registerDevices(app: FastifyInstance, { db, parts }: RoomDeps): void {
  serve(app, pushKey, async ({ who }) => {
    sessionOf(who)
    return { key: await parts.push.publicKey() }
  })

  serve(app, addPushDevice, async ({ who, body }) => {
    const me = sessionOf(who)
    if (!parts.push.isKnown(body.endpoint))
      throw invalid({ endpoint: ['This browser’s push service is not known.'] })
    await addDevice(db, me, { endpoint: body.endpoint, ...body.keys })
    return { message: 'This device gets notices.' }
  })

  serve(app, removePushDevice, async ({ who, body }) => {
    await removeDevice(db, sessionOf(who).id, body.endpoint)
    return { message: 'This device gets no more notices.' }
  })
}

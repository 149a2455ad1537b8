/** Notifications: the bell, what is wanted where, and the devices that get notices. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal, CustomerPrincipal } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { type Call, serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  deskNotificationPreferences,
  deskSetNotificationPreferences,
} from '#shared/contract/desk-notifications.ts'
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
import type { Recipient } from './wishes.ts'

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
    return { unread_count: await tellUnreadCount(deps, me.id) }
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

  serve(app, deskNotificationPreferences, async ({ me }) => ({
    data: await preferencesWire(db, member(me)),
  }))

  serve(app, deskSetNotificationPreferences, async ({ me, body }) => {
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

function registerDevices(app: FastifyInstance, { db, parts }: RoomDeps): void {
  serve(app, pushKey, async ({ me }) => {
    me
    return { key: await parts.push.publicKey() }
  })

  serve(app, addPushDevice, async ({ me, body }) => {
    if (!parts.push.isKnown(body.endpoint))
      throw invalid({ endpoint: ['This browser’s push service is not known.'] })
    await addDevice(db, me, { endpoint: body.endpoint, ...body.keys })
    return { message: 'This device gets notices.' }
  })

  serve(app, removePushDevice, async ({ me, body }) => {
    await removeDevice(db, me.id, body.endpoint)
    return { message: 'Push notifications are off on this device.' }
  })
}

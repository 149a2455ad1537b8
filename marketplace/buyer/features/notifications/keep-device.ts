/**
 * Notices end with the login they were turned on in. Where a browser still has them and its person has logged in again, they go on
 * for the new login without being asked about once more.
 */

import { noticesOwner } from '#marketplace/buyer/platform/notices-owner.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { addPushDevice } from '#shared/contract/notifications.ts'
import type { Log } from '#shared/lib/log.ts'

/** Never rejects. */
export async function keepDevice(
  { api, log }: { api: Api; log: Log },
  userId: number,
  window: Window,
): Promise<void> {
  if (!noticesOwner(() => window.localStorage).is(userId)) return
  const { serviceWorker } = window.navigator
  if (!serviceWorker || !('Notification' in window) || Notification.permission !== 'granted') return
  const registration = await serviceWorker.getRegistration('/').catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null)
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (!endpoint || !keys?.p256dh || !keys.auth) return
  const body = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
  await api(addPushDevice, { body }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    log.warn('Notices in this browser could not be kept on', error.failure.kind)
  })
}

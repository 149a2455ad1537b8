/** Notices in this browser: its permission, its subscription, and who turned them on here. */
import type * as z from 'zod/mini'
import { trustedUrl } from '#marketplace/kit/trusted-url.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { pushSubscription } from '#shared/contract/notifications.ts'
import type { Log } from '#shared/lib/log.ts'

/** Of one person. */
export interface Notices {
  /** Null where there are none. */
  permission(): NotificationPermission | null
  /** Asks the person. */
  ask(): Promise<NotificationPermission>
  /** What this person turned on here, and nobody else who uses this browser. */
  current(): Promise<PushSubscription | null>
  subscribe(key: string): Promise<PushSubscription>
  /** This person has them on, or off. */
  remember(isOn: boolean): void
}

/** Each app has separate subscriptions, because a member of a seller's team may also be a buyer. */
interface NoticesApp {
  /** The addresses whose pages a notice may use when it is pressed. */
  scope: string
  /** Where it is kept who turned them on. */
  ownerKey: string
}

export const BUYER_NOTICES: NoticesApp = { scope: '/', ownerKey: 'plat.notices' }
export const SELLER_NOTICES: NoticesApp = { scope: '/seller/', ownerKey: 'plat.notices.seller' }

export type Subscribed = z.output<typeof pushSubscription>

/** The file that shows notices while no page is open; it keeps nothing and answers no request. */
const WORKER = '/notices.js'
/** The name that the seller app's policy admits (server/site/document-policy.ts). */
const POLICY = 'plat-notices'

export function browserNotices(
  window: Window & typeof globalThis,
  { scope, ownerKey }: NoticesApp,
  personId: number,
): Notices {
  const { navigator } = window
  const owner = noticesOwner(() => window.localStorage, ownerKey)
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  /** The browser returns the buyer app's registration for a page of the seller app that has none; this returns null then. */
  async function registered(): Promise<ServiceWorkerRegistration | null> {
    const registration = await navigator.serviceWorker.getRegistration(scope)
    return registration && new URL(registration.scope).pathname === scope ? registration : null
  }
  return {
    permission: () => (isAble ? window.Notification.permission : null),
    ask: () => window.Notification.requestPermission(),
    remember: (isOn) => owner.set(isOn ? personId : null),
    async current() {
      if (!owner.is(personId)) return null
      return (await (await registered())?.pushManager.getSubscription()) ?? null
    },
    async subscribe(key) {
      const registration = await navigator.serviceWorker.register(trustedUrl(POLICY, WORKER), { scope })
      await navigator.serviceWorker.ready
      return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    },
  }
}

/** As the server takes it; null for what is no subscription. */
export function subscribed(subscription: PushSubscription | null): Subscribed | null {
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  return endpoint && keys?.p256dh && keys.auth
    ? { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    : null
}

interface KeepDeps {
  notices: Notices
  add: (device: Subscribed) => Promise<unknown>
  log: Log
}

/**
 * Notices end with the login they were turned on in. Where a browser still has them and its person has logged in again,
 * they go on for the new login without being asked about once more. Never rejects because of the server.
 */
export async function keepDevice({ notices, add, log }: KeepDeps): Promise<void> {
  if (notices.permission() !== 'granted') return
  const device = subscribed(await notices.current().catch(() => null))
  if (!device) return
  await add(device).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    log.warn('Notices in this browser could not be kept on', error.failure.kind)
  })
}

/** The person who turned notices on in this browser; another person who logs in here has them off. Without storage nobody has them on. */
function noticesOwner(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, key: string) {
  return {
    is(personId: number): boolean {
      try {
        return storage().getItem(key) === String(personId)
      } catch {
        return false
      }
    },
    set(personId: number | null): void {
      try {
        if (personId === null) storage().removeItem(key)
        else storage().setItem(key, String(personId))
      } catch {
        // Storage is blocked: notices end with this login.
      }
    },
  }
}

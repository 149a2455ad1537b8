/** Which news each member of an account gets where, when it has to be quiet, and the devices that get notices. Ours, beside the spec's calls. */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { endpoint } from './endpoint.ts'
import {
  notificationChanges,
  notificationPreferences,
  pushEndpoint,
  pushSubscription,
} from './notifications.ts'
import { wrapped } from './wire.ts'

const ofMember = { at: 'site', auth: 'account' } as const
const ours = { ...ofMember, path: '/account/api/notification-preferences' } as const

export const sellerNotificationPreferences = endpoint({
  ...ours,
  name: 'sellerNotificationPreferences',
  method: 'GET',
  summary: 'This member’s notification preferences and quiet hours.',
  reply: wrapped(notificationPreferences),
})

export const sellerSetNotificationPreferences = endpoint({
  ...ours,
  name: 'sellerSetNotificationPreferences',
  method: 'PUT',
  summary:
    'Change some of the member’s notification preferences, the quiet hours, or the time zone of both. Absent fields stay.',
  body: z.object({
    ...notificationChanges(),
    /** IANA. */
    time_zone: z.optional(z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Choose a time zone.'))),
  }),
  reply: wrapped(notificationPreferences),
})

export const sellerPushKey = endpoint({
  ...ofMember,
  name: 'sellerPushKey',
  method: 'GET',
  path: '/account/api/push-key',
  summary: 'The public key with which a browser subscribes to push notifications.',
  reply: z.object({ key: z.string() }),
})

export const sellerAddPushDevice = endpoint({
  ...ofMember,
  name: 'sellerAddPushDevice',
  method: 'PUT',
  path: '/account/api/push-devices',
  summary:
    'Turn on push notifications in this browser for the member, with its subscription from `PushSubscription.toJSON()`.',
  body: pushSubscription,
  reply: done,
})

export const sellerRemovePushDevice = endpoint({
  ...ofMember,
  name: 'sellerRemovePushDevice',
  method: 'POST',
  path: '/account/api/push-devices/remove',
  summary: 'Turns off push notifications on this browser. Idempotent.',
  body: pushEndpoint,
  reply: done,
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

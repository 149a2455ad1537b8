/** The notification centre (NOT-01), what of it goes where and how often (NOT-02), and the devices that get notices (NOT-10). Ours. */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { endpoint } from './endpoint.ts'
import { notification } from './notification.ts'
import { NOTIFICATIONS_READ_MAX } from './notification-limits.ts'
import { amount, flag, id, maybe, wrapped } from './wire.ts'

/** What one can be told of. */
export const NOTIFICATION_TYPES = [
  'new_match',
  'saved_search',
  'price_drop',
  'deal_status',
  'blast',
  'message',
  'address_request',
  'question',
  'offer',
  'offer_expiring',
  'open_house',
  'review',
  'wallet',
  'identity',
  'proof_of_funds',
  'security',
] as const
export const notificationType = z.enum(NOTIFICATION_TYPES)
export type NotificationType = z.output<typeof notificationType>

/** `in_app` is the bell. */
export const CHANNELS = ['in_app', 'email', 'sms', 'push'] as const
export const channel = z.enum(CHANNELS)
export type Channel = z.output<typeof channel>

/** `daily` and `weekly` come together, at 8 in the morning. */
export const FREQUENCIES = ['off', 'instant', 'daily', 'weekly'] as const
export const frequency = z.enum(FREQUENCIES)
export type Frequency = z.output<typeof frequency>

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/auth/notifications',
  summary: 'The notifications of this customer, newest first.',
  query: z.object({
    /** `next` of the page before. */
    before: z.optional(z.string().check(z.regex(/^\d{1,13}\.[1-9]\d{0,15}$/, 'must be `next` of a page'))),
    only: z.optional(z.enum(['unread'])),
  }),
  reply: z.object({
    data: z.array(notification),
    /** Null on the last page. */
    next: maybe(z.string()),
    /** Over all pages. */
    unread_count: amount(),
  }),
})

/** For the bell alone. */
export const countNotifications = endpoint({
  name: 'countNotifications',
  method: 'GET',
  path: '/auth/notifications/count',
  summary: 'How many notifications this customer has not read.',
  reply: z.object({ unread_count: amount() }),
})

export const readNotifications = endpoint({
  name: 'readNotifications',
  method: 'PUT',
  path: '/auth/notifications/read',
  summary:
    'Mark notifications as read or unread: those with these ids, or all up to one. Repeating it changes nothing.',
  body: z.object({
    ids: z.optional(z.array(id()).check(z.minLength(1), z.maxLength(NOTIFICATIONS_READ_MAX))),
    /** The latest one that was shown: nothing is marked that came since. */
    up_to: z.optional(id()),
    is_read: z.optional(flag()),
  }),
  reply: z.object({ unread_count: amount() }),
})

const cell = z.object({ type: notificationType, channel, frequency })

/** Null for both: none. */
const quietHours = z.object({ from: maybe(z.string()), until: maybe(z.string()) })

export const notificationPreferences = z.object({
  /** Every cell that can be set or is always on, as it works now. */
  cells: z.array(z.object({ type: z.string(), channel: z.string(), frequency: z.string() })),
  quiet_hours: quietHours,
  /** Those of the quiet hours; the profile's, or the usual one. */
  time_zone: z.string(),
  /** There is a confirmed number that agreed to texts. */
  can_text: flag(),
  /** What such a number agreed to texts for (text-purposes.ts). */
  text_purposes: maybe(z.array(z.string())),
  /** Devices that get notices. */
  devices: amount(),
  /** Mails and texts that could not be handed over yet, and those that were given up in the last month. */
  delayed: amount(),
  undelivered: amount(),
})
export type NotificationPreferencesWire = z.output<typeof notificationPreferences>

export const showNotificationPreferences = endpoint({
  name: 'showNotificationPreferences',
  method: 'GET',
  path: '/auth/notification-preferences',
  summary: 'The notification preferences and quiet hours.',
  reply: wrapped(notificationPreferences),
})

const wallClock = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 22:00.'))

/** What is not named stays. */
export const notificationChanges = () => ({
  cells: z.optional(z.array(cell).check(z.maxLength(NOTIFICATION_TYPES.length * CHANNELS.length))),
  quiet_hours: z.optional(z.object({ from: z.nullable(wallClock()), until: z.nullable(wallClock()) })),
})

export const setNotificationPreferences = endpoint({
  name: 'setNotificationPreferences',
  method: 'PUT',
  path: '/auth/notification-preferences',
  summary: 'Change some notification preferences or the quiet hours. Absent fields stay.',
  body: z.object(notificationChanges()),
  reply: wrapped(notificationPreferences),
})

export const pushKey = endpoint({
  name: 'pushKey',
  method: 'GET',
  path: '/auth/push-key',
  summary: 'The public key with which a browser subscribes to push notifications.',
  reply: z.object({ key: z.string() }),
})

const pushKeys = z.object({
  p256dh: z.string().check(z.regex(/^[\w-]{80,100}={0,2}$/)),
  auth: z.string().check(z.regex(/^[\w-]{16,32}={0,2}$/)),
})

/** From `PushSubscription.toJSON()`. */
export const pushSubscription = z.object({ endpoint: z.url().check(z.maxLength(1000)), keys: pushKeys })
export const pushEndpoint = z.object({ endpoint: z.string().check(z.maxLength(1000)) })

export const addPushDevice = endpoint({
  name: 'addPushDevice',
  method: 'PUT',
  path: '/auth/push-devices',
  summary:
    'Turn on push notifications in this browser, with its subscription from `PushSubscription.toJSON()`.',
  body: pushSubscription,
  reply: done,
})

export const removePushDevice = endpoint({
  name: 'removePushDevice',
  method: 'POST',
  path: '/auth/push-devices/remove',
  summary: 'Turns off push notifications on this browser. Idempotent.',
  body: pushEndpoint,
  reply: done,
})

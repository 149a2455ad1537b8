/** Which news each member of an account gets where, and when it has to be quiet. Ours, beside the spec's calls. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { notificationChanges, notificationPreferences } from './notifications.ts'
import { wrapped } from './wire.ts'

const ours = { at: 'site', auth: 'account', path: '/account/api/notification-preferences' } as const

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

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

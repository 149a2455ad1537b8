/** The numbers of notifications. Ours, beside those of the spec in `limits.ts`; imports nothing either. */

export const NOTIFICATIONS_PAGE = 30
/** How many can be marked as read by their ids at once. */
export const NOTIFICATIONS_READ_MAX = 100
/** Read and unread ones are kept for so long. */
export const NOTIFICATIONS_KEPT_MS = 90 * 24 * 60 * 60_000
/** Texts about news that one customer gets within 24 hours; what is more stands in the bell alone. */
export const NEWS_TEXTS_PER_DAY = 5
/** Texts are sent between these times where the customer lives (checklist NOT-07). */
export const TEXTS_FROM = '08:00'
export const TEXTS_UNTIL = '21:00'
/** Until somebody says otherwise. */
export const USUAL_QUIET_HOURS = { from: '22:00', until: '07:00' } as const
/** Devices of one customer that get notices; the one that was longest not heard of goes first. */
export const PUSH_DEVICES_MAX = 10
/** What could not be handed over is tried again after so long, and about twice as long each time, up to the second, until the third. */
export const DELIVERY_RETRY_MS = 30_000
export const DELIVERY_RETRY_MAX_MS = 60 * 60_000
export const DELIVERY_GIVE_UP_MS = 48 * 60 * 60_000
/** How often what is due is looked for. */
export const DELIVERY_LOOK_MS = 2000
/** A device that was off for longer does not get it any more. */
export const PUSH_LIFETIME_SECONDS = 24 * 60 * 60

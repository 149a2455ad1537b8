/** The numbers of notifications. Ours, beside those of the spec in `limits.ts`; imports nothing either. */

export const NOTIFICATIONS_PAGE = 30
/** How many can be marked as read by their ids at once. */
export const NOTIFICATIONS_READ_MAX = 100
/** Texts about news that one customer gets within 24 hours; what is more stands in the bell alone. */
export const NEWS_TEXTS_PER_DAY = 5
/** Texts are sent between these times where the customer lives (checklist NOT-07). */
export const TEXTS_FROM = '08:00'
export const TEXTS_UNTIL = '20:00'
/** Until somebody says otherwise. */
export const USUAL_QUIET_HOURS = { from: '22:00', until: '07:00' } as const
/** A message is mailed when it was unread for so long; to a seller no more than one of a conversation a day. */
export const UNREAD_MESSAGE_MS = 10 * 60_000
/** On a seller's devices it is shown sooner. */
export const UNREAD_NOTICE_MS = 60_000
export const UNREAD_MESSAGE_AGAIN_MS = 24 * 60 * 60_000
/** Devices of one customer that get notices; the one that was longest not heard of goes first. */
export const PUSH_DEVICES_MAX = 10
/** A failed delivery is retried after this time, and after about twice as long each further time, up to the maximum. */
export const DELIVERY_RETRY_MS = 30_000
export const DELIVERY_RETRY_MAX_MS = 60 * 60_000
/** After this many tries it is given up; that is about two days. */
export const DELIVERY_TRIES = 70
/** How often what is due is looked for. */
export const DELIVERY_LOOK_MS = 2000
/** A device that was off for longer does not get it any more. */
export const PUSH_LIFETIME_SECONDS = 24 * 60 * 60

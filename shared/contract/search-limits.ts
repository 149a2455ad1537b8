/** The numbers of saved searches. Ours, beside those of the spec in `limits.ts`; imports nothing either. */

/** Of one customer. */
export const SAVED_SEARCHES_MAX = 50
export const SEARCH_NAME_MAX = 80
/** Ten drawn areas of many corners fit. */
export const SEARCH_QUERY_MAX = 8000
/** Ids of new deals that are named; the count goes on. */
export const NEW_IDS_MAX = 100
/** The deals that pass a search when it is kept are remembered up to so many; of a wider one only deals published since are new. */
export const SEARCH_KNOWN_MAX = 5000
export const WEBHOOK_URL_MAX = 500
/** A call that is not answered within this long has failed. */
export const WEBHOOK_PATIENCE_MS = 10_000
/** After each failure the pause is twice the one before, up to six hours; a webhook that took nothing for a day is paused. */
export const WEBHOOK_PAUSE_MS = 60_000
export const WEBHOOK_PAUSE_MAX_MS = 6 * 3_600_000
export const WEBHOOK_GIVE_UP_MS = 24 * 3_600_000
/** Calls that wait while a webhook is paused are made when it goes on, unless they are older. */
export const WEBHOOK_KEPT_MS = 30 * 24 * 3_600_000
/** Calls that are shown, the latest; older ones that ended are forgotten. */
export const WEBHOOK_DELIVERIES_SHOWN = 20
/** Calls without deals, of one customer. */
export const WEBHOOK_TESTS_PER_MINUTE = 5

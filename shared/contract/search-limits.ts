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

/** The numbers of a seller's blasts and buyers. Ours, beside those of the spec in `limits.ts`; imports nothing either. */

/** Blasts and digests that one buyer gets of all sellers together within so many days; `blasts_per_buyer` of the settings overrides it. */
export const BLASTS_PER_BUYER = 3
export const BLAST_CAP_DAYS = 7
/** The same house is not offered to a buyer by a second seller within so many days. */
export const SAME_DEAL_DAYS = 30
/** Nobody gets the same words about the same deal again within so many hours. */
export const SAME_WORDS_HOURS = 24
/** How far ahead a blast can be planned. */
export const PLAN_AHEAD_DAYS = 60

/** Rows of one import; a longer list is sent in portions. */
export const IMPORT_ROWS_MAX = 200
/** Rows a file may have in all. */
export const IMPORT_FILE_ROWS_MAX = 20_000
/** Of the words that say how an imported buyer agreed. */
export const CONSENT_HOW_MAX_LENGTH = 200
export const BUYER_TAGS_MAX = 20
export const BUYER_TAG_MAX_LENGTH = 40
export const SUBJECT_MAX_LENGTH = 120
/** Deals of one digest. */
export const DIGEST_DEALS_MAX = 10

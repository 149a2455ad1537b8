/** The numbers of the digests of matches (checklist NOT-04). Ours, beside those of the spec in `limits.ts`; imports nothing either. */

export const DIGEST_DEALS_MAX = 10
/** What was found longer ago is no news. */
export const DIGEST_DAYS = 30
/** Whose digest is due is looked for this often. */
export const DIGEST_LOOK_MS = 20_000

/** The numbers of matching and the feed. Ours, beside those of the spec in `limits.ts`; imports nothing either. */

/** Matches that are kept of what a customer's boxes fit among the listed deals, the best ones. */
export const MATCHES_MAX = 500
/** Deals on a page of the feed, and how many can be marked as seen at once. */
export const FEED_PAGE = 30
export const FEED_SEEN_MAX = 100
/** Who comes back to the deals sooner is still on the same visit. */
export const VISIT_PAUSE_MS = 30 * 60_000
/** Deals that were looked at and are named, the latest. */
export const SEEN_IDS_MAX = 5000
/** A changed deal is matched once nobody has changed it for this long; what waits is looked for this often. */
export const MATCH_QUIET_MS = 20_000
export const MATCH_LOOK_MS = 2000

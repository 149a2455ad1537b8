/** The limits of a seller's keys and of the tokens that they issue. Imports nothing. */

/** Keys of one account that are not revoked. */
export const KEYS_MAX = 20
export const KEY_NAME_MAX_LENGTH = 60
/** Allowed origins of one key. */
export const KEY_ORIGINS_MAX = 20
/** How long the former secret still works after a rotation. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60_000
/** The bearer that a site's server gets for its visitor. */
export const EMBED_TOKEN_LIFETIME_MS = 60 * 60_000
/** Bearers that one key may issue. */
export const EMBED_TOKENS_PER_MINUTE = 600
/** From now until the `exp` of a signed assertion. */
export const ASSERTION_LIFETIME_MAX_MS = 10 * 60_000
export const ASSERTION_MAX_LENGTH = 8000
export const ASSERTION_ID_MAX_LENGTH = 200
/** Public keys of a site that sign its assertions. */
export const SITE_KEYS_MAX = 10
/** A site's own id of its user. */
export const VISITOR_ID_MAX_LENGTH = 200
/** The bearer of a visitor without a login. */
export const GUEST_TOKEN_LIFETIME_MS = 60 * 60_000
/** What a guest's browser signs to get a bearer. */
export const GUEST_CHALLENGE_LIFETIME_MS = 10 * 60_000
/** Guests that one network may make, and one key. */
export const GUESTS_PER_NETWORK_PER_HOUR = 10
export const GUESTS_PER_KEY_PER_HOUR = 300
/** Bearers that guests of one network may ask for. */
export const GUEST_TOKENS_PER_MINUTE = 60
/** What a guest may write before the seller has answered. */
export const GUEST_UNANSWERED_MAX = 20
/** Conversations that one buyer may open in a day by writing first. */
export const FIRST_CONTACTS_PER_DAY = 20
/** Of the page that a first message was written on. */
export const CONTEXT_TITLE_MAX_LENGTH = 200
export const CONTEXT_URL_MAX_LENGTH = 2000
/** Where a launcher may be; the first is where it is unless somebody says otherwise. */
export const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
/** Of a launcher's settings. */
export const GREETING_MAX_LENGTH = 300
export const CONSENT_MAX_LENGTH = 500
/** Paths on which a launcher appears. */
export const LAUNCHER_PAGES_MAX = 50
export const PAGE_PATTERN_MAX_LENGTH = 200

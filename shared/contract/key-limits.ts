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
/** A site's own id of its user. */
export const VISITOR_ID_MAX_LENGTH = 200

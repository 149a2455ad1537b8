/** The limits of logins and sessions beside the spec's, and the cookies that pages read. Imports nothing. */

/** Failed logins of one person from any network, or people one network failed for, before a captcha is required. */
export const LOGIN_FAILURES_BEFORE_CAPTCHA = 3
/** Failed logins of one person from all networks within the window before 429; a mailed link still lets the person in. */
export const LOGIN_FAILURES_OF_PERSON = 30
/** People one network (IPv4 /24, IPv6 /48) may fail for within the window before 429. */
export const LOGIN_PEOPLE_OF_NETWORK = 10
/** A login expires after this time, and after the idle time without use. A buyer's has no idle limit. */
export const BUYER_SESSION_MS = 30 * 24 * 60 * 60_000
export const SELLER_SESSION_MS = 30 * 24 * 60 * 60_000
export const SELLER_IDLE_MS = 7 * 24 * 60 * 60_000
export const STAFF_SESSION_MS = 12 * 60 * 60_000
export const STAFF_IDLE_MS = 30 * 60_000
/** The token in a cookie is replaced after this time; the former one stays valid this much longer, for calls in flight. */
export const SESSION_ROTATE_MS = 60 * 60_000
export const SESSION_OVERLAP_MS = 60_000

/** The address that the server prints at its start while there is no staff. */
export const SETUP_LINK_LIFETIME_MS = 60 * 60_000
/** Tries of one network to make the first member of staff. */
export const SETUP_TRIES_PER_HOUR = 20

/** The link of an invitation to a seller's team. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60_000
/** Invitations that one company mails. */
export const INVITATIONS_PER_HOUR = 20

/** The cookie whose value a page of this kind of person repeats in the header `X-XSRF-TOKEN`. */
export const CSRF_COOKIES = {
  customer: 'XSRF-TOKEN',
  member: 'XSRF-TOKEN-SELLER',
  staff: 'XSRF-TOKEN-STAFF',
} as const

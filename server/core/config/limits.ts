/** The server's own limits. Tests and benchmarks raise them; what the product promises stands in the shared limits. */
import {
  EMBED_TOKENS_PER_MINUTE,
  FIRST_CONTACTS_PER_DAY,
  GUESTS_PER_KEY_PER_HOUR,
  GUESTS_PER_NETWORK_PER_HOUR,
} from '#shared/contract/key-limits.ts'
import {
  ADDRESS_REQUESTS_PER_DAY,
  ADDRESS_REQUESTS_PER_DAY_VERIFIED,
  BODY_LIMIT_BYTES,
  CAMPAIGNS_PER_MINUTE,
  EMAIL_STATUS_PER_MINUTE,
  INQUIRIES_PER_HOUR,
  LOGIN_FAILURES,
  LOGIN_WINDOW_MS,
  OFFER_CALLS_PER_MINUTE,
  REGISTRATIONS_PER_HOUR,
  RESCAN_MS,
  SELLER_SENDS_PER_MINUTE,
  SENDS_PER_IP_PER_HOUR,
  SENDS_PER_MINUTE,
} from '#shared/contract/limits.ts'
import {
  BUYER_SESSION_MS,
  SELLER_IDLE_MS,
  SELLER_SESSION_MS,
  SESSION_ROTATE_MS,
  STAFF_IDLE_MS,
  STAFF_SESSION_MS,
} from '#shared/contract/login-limits.ts'
import { MATCH_QUIET_MS } from '#shared/contract/match-limits.ts'

export interface ServerLimits {
  /** Requests of one IP address in a minute, pages and files included. */
  requestsPerMinute: number
  /** Messages one customer may send in a minute. */
  sendsPerMinute: number
  /** Replies of one person in the seller app in a minute. */
  sellerSendsPerMinute: number
  /** Blasts and digests of one account in a minute. */
  campaignsPerMinute: number
  /** Failed logins per IP and e-mail within the window. */
  loginFailures: number
  loginWindowMs: number
  /** Questions of one IP address whether an e-mail has an account, in a minute. */
  emailStatusPerMinute: number
  /** Accounts created from one IP address in an hour. */
  registrationsPerHour: number
  /** Mails and texts one IP address may cause in an hour. */
  sendsPerIpPerHour: number
  /** Hidden addresses one customer may ask for in a day, and one whose identity is verified. */
  addressRequestsPerDay: number
  addressRequestsPerDayVerified: number
  /** Moves and drafts of offers one person may make in a minute. */
  offerCallsPerMinute: number
  /** Questions one customer may send in an hour. */
  inquiriesPerHour: number
  bodyBytes: number
  /** For the headers of a request to arrive. */
  headersMs: number
  /** A changed deal is matched once nobody has changed it for this long. */
  matchQuietMs: number
  /** How often the job looks for files to scan. */
  rescanMs: number
  /** How long a login lasts, and how long it may be idle. */
  sessionMs: number
  memberSessionMs: number
  memberIdleMs: number
  staffSessionMs: number
  staffIdleMs: number
  /** The token in a cookie is replaced when it is older than this. */
  sessionRotateMs: number
  /** How long the bearer of `POST /auth/token` lives. */
  widgetTokenMs: number
  /** Bearers for visitors that one secret key may ask for in a minute. */
  embedTokensPerMinute: number
  /** Visitors without a login who write for the first time: of one network, and by one key. */
  guestsPerNetworkPerHour: number
  guestsPerKeyPerHour: number
  /** Conversations that one buyer may open in a day by writing first. */
  firstContactsPerDay: number
}

const MINUTE_MS = 60_000

export const DEFAULT_LIMITS: ServerLimits = {
  requestsPerMinute: 1200,
  sendsPerMinute: SENDS_PER_MINUTE,
  sellerSendsPerMinute: SELLER_SENDS_PER_MINUTE,
  campaignsPerMinute: CAMPAIGNS_PER_MINUTE,
  loginFailures: LOGIN_FAILURES,
  loginWindowMs: LOGIN_WINDOW_MS,
  emailStatusPerMinute: EMAIL_STATUS_PER_MINUTE,
  registrationsPerHour: REGISTRATIONS_PER_HOUR,
  sendsPerIpPerHour: SENDS_PER_IP_PER_HOUR,
  addressRequestsPerDay: ADDRESS_REQUESTS_PER_DAY,
  addressRequestsPerDayVerified: ADDRESS_REQUESTS_PER_DAY_VERIFIED,
  inquiriesPerHour: INQUIRIES_PER_HOUR,
  offerCallsPerMinute: OFFER_CALLS_PER_MINUTE,
  bodyBytes: BODY_LIMIT_BYTES,
  headersMs: 15_000,
  matchQuietMs: MATCH_QUIET_MS,
  rescanMs: RESCAN_MS,
  sessionMs: BUYER_SESSION_MS,
  memberSessionMs: SELLER_SESSION_MS,
  memberIdleMs: SELLER_IDLE_MS,
  staffSessionMs: STAFF_SESSION_MS,
  staffIdleMs: STAFF_IDLE_MS,
  sessionRotateMs: SESSION_ROTATE_MS,
  widgetTokenMs: 15 * MINUTE_MS,
  embedTokensPerMinute: EMBED_TOKENS_PER_MINUTE,
  guestsPerNetworkPerHour: GUESTS_PER_NETWORK_PER_HOUR,
  guestsPerKeyPerHour: GUESTS_PER_KEY_PER_HOUR,
  firstContactsPerDay: FIRST_CONTACTS_PER_DAY,
}

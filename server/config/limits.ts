/** The server's own limits. Tests and benchmarks raise them; what the product promises stands in the shared limits. */
import {
  ADDRESS_REQUESTS_PER_DAY,
  ADDRESS_REQUESTS_PER_DAY_VERIFIED,
  BODY_LIMIT_BYTES,
  CAMPAIGNS_PER_MINUTE,
  DESK_SENDS_PER_MINUTE,
  EMAIL_STATUS_PER_MINUTE,
  INQUIRIES_PER_HOUR,
  LOGIN_FAILURES,
  LOGIN_WINDOW_MS,
  OFFER_CALLS_PER_MINUTE,
  REGISTRATIONS_PER_HOUR,
  SENDS_PER_IP_PER_HOUR,
  SENDS_PER_MINUTE,
} from '#shared/contract/limits.ts'
import { MATCH_QUIET_MS } from '#shared/contract/match-limits.ts'

export interface ServerLimits {
  /** Requests of one IP address in a minute, pages and files included. */
  requestsPerMinute: number
  /** Messages one customer may send in a minute. */
  sendsPerMinute: number
  /** Replies of one person at a desk in a minute. */
  deskSendsPerMinute: number
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
  /** A changed deal is matched once nobody has changed it for this long. */
  matchQuietMs: number
  sessionMs: number
  /** How long the bearer of `POST /auth/token` lives. */
  widgetTokenMs: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const DEFAULT_LIMITS: ServerLimits = {
  requestsPerMinute: 1200,
  sendsPerMinute: SENDS_PER_MINUTE,
  deskSendsPerMinute: DESK_SENDS_PER_MINUTE,
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
  matchQuietMs: MATCH_QUIET_MS,
  sessionMs: 30 * DAY_MS,
  widgetTokenMs: 15 * MINUTE_MS,
}

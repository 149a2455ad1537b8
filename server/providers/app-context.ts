/** What every room's routes are handed. */

import type { ServerLimits } from '#server/core/config/limits.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Site } from '#server/core/http/site.ts'
import type { JobWatch } from '#server/core/jobs/job-watch.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import type { Secret } from '#server/core/secret.ts'
import type { CustomerWire } from '#shared/contract/account.ts'
import type { Parts } from './providers.ts'

/** What a customer has in the groups after the accounts; shown with the customer. */
export type HoldingsOf = (
  customerId: number,
) => Promise<Pick<CustomerWire, 'favourite_properties' | 'proof_of_funds' | 'balance'>>

/** Moves a guest's conversations to the login with the same confirmed email. */
export type JoinGuests = (customer: {
  id: number
  email: string
  email_confirmed_at: Date | null
}) => Promise<void>

export interface RoomDeps {
  db: Database
  /** The same, for work that may take minutes. */
  work: Database
  broadcaster: Broadcaster
  limits: ServerLimits
  /** Signs CSRF tokens and links. */
  secret: Secret
  /** Chooses where hidden deals are shown. Outlives rotations of the secret, because a deal that moves tells more of its place. */
  placesSecret: string
  site: Site
  parts: Parts
  /** The database's clock: for expiry and start times. */
  nowMs: () => number
  /** Channel prefix. */
  prefix: string
  holdingsOf: HoldingsOf
  joinGuests: JoinGuests
  /** For the demo: its staff work without a second factor. */
  canStaffSkipTwoStep?: boolean
  /** Work that outlives its request, and rules of the clock. */
  jobs: Jobs
  /** Gets the work that jobs could not do. */
  watch: JobWatch
}

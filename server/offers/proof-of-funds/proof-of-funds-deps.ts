/** What the routes of files are handed. */
import type { Throttle } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'

export interface ProofOfFundsDeps extends RoomDeps {
  /** Files one customer may hand in, of all kinds together. */
  uploads: Throttle
  /** Files fetched from one address. */
  downloads: Throttle
}

/** What every room's routes are handed. */
import type { Broadcaster } from '#server/realtime/broadcaster.ts'
import type { ServerLimits } from './config/limits.ts'
import type { Database } from './database/open.ts'
import type { Site } from './http/site.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Parts } from './parts.ts'

export interface RoomDeps {
  db: Database
  broadcaster: Broadcaster
  limits: ServerLimits
  /** Signs CSRF tokens and links. */
  secret: string
  site: Site
  parts: Parts
  /** Channel prefix. */
  prefix: string
  /** Work that outlives its request, and rules of the clock. */
  jobs: Jobs
}

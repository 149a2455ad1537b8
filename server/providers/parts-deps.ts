/** What an outside service may use of the server. */

import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import type { Site } from '#server/core/http/site.ts'
import type { Secret } from '#server/core/secret.ts'

export interface PartsDeps {
  db: Database
  log: FastifyBaseLogger
  site: Site
  /** Signs what parts make for themselves. */
  secret: Secret
}

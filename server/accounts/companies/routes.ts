/** Searching companies (spec section 7). */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { searchCompanies } from '#shared/contract/buy-box.ts'
import { COMPANY_SEARCHES_PER_MINUTE } from '#shared/contract/limits.ts'
import { findCompanies } from './search.ts'

export function registerCompanies(app: FastifyInstance, { db }: RoomDeps): void {
  // Fast typing stays far below; copying the whole registry does not.
  const searches = app.createThrottle('company-searches', COMPANY_SEARCHES_PER_MINUTE, MINUTE_MS)

  serve(app, searchCompanies, async ({ me, query }) => {
    await searches.take(String(me.id))
    return { companies: await findCompanies(db, query.q) }
  })
}

/** Searching companies (spec section 7). */
import type { FastifyInstance } from 'fastify'
import { sessionOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import { createThrottle, MINUTE_MS } from '#server/http/throttle.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { searchCompanies } from '#shared/contract/buy-box.ts'
import { COMPANY_SEARCHES_PER_MINUTE } from '#shared/contract/limits.ts'
import { findCompanies } from './search.ts'

export function registerCompanies(app: FastifyInstance, { db }: RoomDeps): void {
  // Fast typing stays far below; copying the whole registry does not.
  const searches = createThrottle(COMPANY_SEARCHES_PER_MINUTE, MINUTE_MS)

  serve(app, searchCompanies, async ({ who, query }) => {
    const me = sessionOf(who)
    searches.take(String(me.id))
    return { companies: await findCompanies(db, query.q) }
  })
}

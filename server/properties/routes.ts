/** The page behind a property card (spec section 7, Properties and deals; the rest comes with the deals). */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import type { Site } from '#server/http/site.ts'
import { showProperty } from '#shared/contract/properties.ts'
import { propertyWithAccount } from './queries.ts'
import { cardWire } from './wire.ts'

export function registerProperties(app: FastifyInstance, { db, site }: { db: Database; site: Site }): void {
  serve(app, showProperty, async ({ params }) => {
    const row = await propertyWithAccount(db, params.property)
    if (!row) throw notFound()
    return { data: { ...cardWire(row, site), account: { id: row.account_id, title: row.account_title } } }
  })
}

/** A deal's page and what belongs to it (spec section 7, Properties and deals). The list is the deals room's. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { serve } from '#server/http/serve.ts'
import type { Site } from '#server/http/site.ts'
import { showProperty } from '#shared/contract/properties.ts'
import { showDeal } from './show-deal.ts'

export function registerProperties(app: FastifyInstance, deps: { db: Database; site: Site }): void {
  serve(app, showProperty, async ({ params, query, who }) => ({
    data: await showDeal(deps, { id: params.property, who, previewHash: query.preview_hash }),
  }))
}

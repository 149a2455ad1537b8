/** The seller desk over HTTP; ours, beside the calls of the spec. Its own deals here, the rest below. */
import type { FastifyInstance } from 'fastify'
import { paginated } from '#server/core/http/paginate.ts'
import { serve } from '#server/core/http/serve.ts'
import { propertiesOf } from '#server/deals/properties/queries.ts'
import { cardWire } from '#server/messaging/property-card.ts'
import { deskProperties } from '#shared/contract/desk.ts'
import { registerDeskBuyers } from './buyer-routes.ts'
import type { DeskDeps } from './conversation-deps.ts'
import { registerDeskConversations } from './conversation-routes.ts'
import { registerDeskLogin } from './login-routes.ts'
import { registerDeskRequests } from './request-routes.ts'

export function registerDesk(app: FastifyInstance, deps: DeskDeps): void {
  registerDeskLogin(app, deps)
  registerDeskConversations(app, deps)
  registerDeskRequests(app, deps)
  registerDeskBuyers(app, deps)
  registerOwnDeals(app, deps)
}

function registerOwnDeals(app: FastifyInstance, { db, site }: DeskDeps): void {
  serve(app, deskProperties, async ({ query, me, request }) => {
    const { accountId } = me
    const page = query.page ?? 1
    const { rows, hasMore } = await propertiesOf(db, accountId, page)
    return paginated(request, page, { rows: rows.map((row) => cardWire(row, site)), hasMore })
  })
}

/** The desk's address requests and inquiries: what waits, and the answers. */
import type { FastifyInstance } from 'fastify'
import { paginated } from '#server/http/paginate.ts'
import { memberOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import { decideRequest } from '#server/inquiries/decide.ts'
import { deskRequestById, deskRequestPage } from '#server/inquiries/queries.ts'
import { tellRequest } from '#server/inquiries/tell.ts'
import { deskRequestWire } from '#server/inquiries/wire.ts'
import { deskDecideRequest, deskRequests } from '#shared/contract/desk-deals.ts'
import type { DeskDeps } from './routes.ts'

export function registerDeskRequests(app: FastifyInstance, deps: DeskDeps): void {
  const { db, messenger, site, broadcaster, prefix } = deps

  serve(app, deskRequests, async ({ query, who, request }) => {
    const { accountId } = memberOf(who)
    const page = query.page ?? 1
    const { rows, hasMore } = await deskRequestPage(db, accountId, { page, state: query.state })
    return paginated(request, page, { rows: rows.map((row) => deskRequestWire(row, site)), hasMore })
  })

  serve(app, deskDecideRequest, async ({ params, body, who }) => {
    const me = memberOf(who)
    const reason = body.reason?.trim() || null
    const decision = { requestId: params.request, state: body.state, reason }
    const { request, answer } = await decideRequest(db, me, decision)
    if (answer) {
      // First what it changes, so that the card of the message that follows meets a page that knows the address.
      await tellRequest(broadcaster, prefix, request)
      await messenger.announce(answer.message, answer.written)
    }
    return { data: deskRequestWire(await deskRequestById(db, request.id), site) }
  })
}

/** The desk's address requests and inquiries: what waits, and the answers. */
import type { FastifyInstance } from 'fastify'
import { paginated } from '#server/core/http/paginate.ts'
import { serve } from '#server/core/http/serve.ts'
import { decideRequest } from '#server/offers/inquiries/decide.ts'
import { deskRequestById, deskRequestPage } from '#server/offers/inquiries/queries.ts'
import { tellDecision } from '#server/offers/inquiries/tell.ts'
import { deskRequestWire } from '#server/offers/inquiries/wire.ts'
import { deskDecideRequest, deskRequests } from '#shared/contract/desk-deals.ts'
import type { DeskDeps } from './conversation-deps.ts'

export function registerDeskRequests(app: FastifyInstance, deps: DeskDeps): void {
  const { db, site } = deps

  serve(app, deskRequests, async ({ query, me, request }) => {
    const { accountId } = me
    const page = query.page ?? 1
    const { rows, hasMore } = await deskRequestPage(db, accountId, { page, state: query.state })
    return paginated(request, page, { rows: rows.map((row) => deskRequestWire(row, site)), hasMore })
  })

  serve(app, deskDecideRequest, async ({ params, body, me }) => {
    const reason = body.reason?.trim() || null
    const decision = { requestId: params.request, state: body.state, reason }
    const decided = await decideRequest(db, me, decision)
    await tellDecision(deps, decided)
    return { data: deskRequestWire(await deskRequestById(db, decided.request.id), site) }
  })
}

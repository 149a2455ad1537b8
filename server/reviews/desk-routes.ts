/** Reviews at the seller's desk: about the account, of its buyers, and responses. Ours, beside the calls of the spec. */
import type { FastifyInstance } from 'fastify'
import { paginated } from '#server/http/paginate.ts'
import { memberOf } from '#server/http/principal.ts'
import { notFound } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { deskRespond, deskReviewable, deskReviews, deskWriteReview } from '#shared/contract/desk-offers.ts'
import { publishDue } from './publish.ts'
import { isShownRow, pageAboutAccount, pageWrittenBy, reviewById } from './queries.ts'
import { addResponse, changeResponse, removeResponse } from './responses.ts'
import { reviewableBuyers } from './reviewable.ts'
import { mailResponse, mailWaiting, type ReviewTelling, tellReview } from './tell.ts'
import { reviewWire } from './wire.ts'
import { writeReview } from './write-review.ts'

export function registerDeskReviews(app: FastifyInstance, deps: RoomDeps & ReviewTelling): void {
  const { db, site } = deps
  const shown = async (reviewId: number) => {
    const row = await reviewById(db, reviewId)
    if (!row) throw notFound()
    return { data: reviewWire(row, 'account', site) }
  }

  serve(app, deskReviews, async ({ query, who, request }) => {
    const { accountId } = memberOf(who)
    const page = query.page ?? 1
    const { rows, hasMore } =
      query.list === 'written'
        ? await pageWrittenBy(db, { accountId, page })
        : await pageAboutAccount(db, { accountId, page, nowMs: Date.now() })
    return paginated(request, page, { rows: rows.map((row) => reviewWire(row, 'account', site)), hasMore })
  })

  serve(app, deskReviewable, async ({ who }) => ({
    data: await reviewableBuyers(db, memberOf(who).accountId),
  }))

  serve(app, deskWriteReview, async ({ body, who }) => {
    const { accountId, memberId } = memberOf(who)
    const { customer_id: customerId, offer_id: offerId, ...words } = body
    const nowMs = Date.now()
    const asked = { offerId }
    const id = await writeReview(db, {
      about: 'customer',
      customerId,
      accountId,
      memberId,
      asked,
      words,
      nowMs,
    })
    await publishDue(deps, nowMs)
    const row = await reviewById(db, id)
    if (row && !isShownRow(row, nowMs)) {
      await tellReview(deps, row)
      mailWaiting(deps, row)
    }
    return shown(id)
  })

  serve(app, deskRespond, async ({ params, body, who }) => {
    const { accountId } = memberOf(who)
    const row = await reviewById(db, params.review)
    if (row?.about !== 'account' || row.account_id !== accountId || !isShownRow(row, Date.now()))
      throw notFound()
    if (body.content === '') await removeResponse(db, row.id)
    else if (row.answer === null) await addResponse(db, row.id, body.content)
    else await changeResponse(db, row.id, body.content)
    await tellReview(deps, row)
    if (row.answer === null && body.content !== '') mailResponse(deps, row)
    return shown(row.id)
  })
}

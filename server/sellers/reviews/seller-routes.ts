/** Reviews at the seller app: about the account, of its buyers, and responses. Ours, beside the calls of the spec. */
import type { FastifyInstance } from 'fastify'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  sellerRespond,
  sellerReviewable,
  sellerReviews,
  sellerWriteReview,
} from '#shared/contract/seller-offers.ts'
import { mailResponse, notifyReview, type ReviewTelling } from './notify.ts'
import { publishDue } from './publish.ts'
import { isShownRow, pageAboutAccount, pageWrittenBy, reviewById } from './queries.ts'
import { addResponse, changeResponse, removeResponse } from './responses.ts'
import { reviewableBuyers } from './reviewable.ts'
import { reviewWireFor, reviewWires } from './wire.ts'
import { writeReview } from './write-review.ts'

export function registerSellerReviews(app: FastifyInstance, deps: RoomDeps & ReviewTelling): void {
  const { db, site } = deps
  const shown = async (reviewId: number, me: AccountPrincipal) => {
    const row = await reviewById(db, reviewId)
    if (!row) throw notFound()
    return { data: await reviewWireFor({ db, site }, row, me) }
  }

  serve(app, sellerReviews, async ({ query, me, page, paginated }) => {
    const { accountId } = me
    const { rows, hasMore } =
      query.list === 'written'
        ? await pageWrittenBy(db, { accountId, page })
        : await pageAboutAccount(db, { accountId, page, nowMs: deps.nowMs(), who: me })
    return paginated({ rows: await reviewWires({ db, site }, rows, me), hasMore })
  })

  serve(app, sellerReviewable, async ({ me }) => ({
    data: await reviewableBuyers(db, me.accountId),
  }))

  serve(app, sellerWriteReview, async ({ body, me }) => {
    const { accountId, memberId } = me
    const { customer_id: customerId, offer_id: offerId, ...words } = body
    const nowMs = deps.nowMs()
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
    if (row && !isShownRow(row, nowMs)) await notifyReview(deps, row)
    return shown(id, me)
  })

  serve(app, sellerRespond, async ({ params, body, me }) => {
    const { accountId } = me
    const row = await reviewById(db, params.review)
    if (row?.about !== 'account' || row.account_id !== accountId || !isShownRow(row, deps.nowMs()))
      throw notFound()
    if (body.content === '') await removeResponse(db, row.id)
    else if (row.answer === null) await addResponse(db, row.id, body.content)
    else await changeResponse(db, row.id, body.content)
    await notifyReview(deps, row)
    if (row.answer === null && body.content !== '') mailResponse(deps, row)
    return shown(row.id, me)
  })
}

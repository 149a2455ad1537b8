/** Reviews for customers, and those about accounts for everybody (spec section 7, Reviews; checklist REV). */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import type { Database } from '#server/core/database/open.ts'
import { type CustomerPrincipal, type Principal, requireSelf } from '#server/core/http/principal.ts'
import { notFound, Refusal, unauthenticated } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  addReviewResponse,
  listReviewable,
  listReviewsAboutAccount,
  listReviewsAboutCustomer,
  listWrittenReviews,
  removeReview,
  removeReviewResponse,
  reportReview,
  updateReview,
  updateReviewResponse,
  writeReview,
} from '#shared/contract/reviews.ts'
import { notifyReview, type ReviewTelling } from './notify.ts'
import { publishDue, startPublishing } from './publish.ts'
import {
  isShownRow,
  pageAboutAccount,
  pageAboutCustomer,
  pageWrittenBy,
  type ReviewRow,
  reviewById,
} from './queries.ts'
import { addResponse, changeResponse, removeResponse } from './responses.ts'
import { reviewableAccounts } from './reviewable.ts'
import { registerSellerReviews } from './seller-routes.ts'
import { readerOf, reviewWireFor, reviewWires } from './wire.ts'
import { changeReview, deleteReview, writeReview as write } from './write-review.ts'

const HOUR_MS = 60 * MINUTE_MS

export function registerReviews(app: FastifyInstance, room: RoomDeps): void {
  const deps = { ...room, background: createBackground(app) }
  registerReading(app, deps)
  registerWriting(app, deps)
  registerResponding(app, deps)
  registerReports(app, deps)
  registerSellerReviews(app, deps)
  startPublishing(app, { ...deps, db: deps.work })
}

type Deps = RoomDeps & ReviewTelling

function registerReading(app: FastifyInstance, { db, site, nowMs }: Deps): void {
  serve(app, listReviewsAboutCustomer, async ({ params, me, page, paginated }) => {
    requireSelf(me, params.customer)
    const { rows, hasMore } = await pageAboutCustomer(db, { customerId: me.id, page, nowMs: nowMs() })
    return paginated({ rows: await reviewWires({ db, site }, rows, me), hasMore })
  })

  serve(app, listReviewsAboutAccount, async ({ params, query, me, page, paginated }) => {
    const asked = {
      accountId: params.account,
      page,
      nowMs: nowMs(),
      who: me,
      sort: query.sort,
      words: query.q,
      stars: query.stars === undefined ? undefined : Number(query.stars),
    }
    const { rows, hasMore } = await pageAboutAccount(db, asked)
    return paginated({ rows: await reviewWires({ db, site }, rows, me), hasMore })
  })

  serve(app, listReviewable, async ({ params, me }) => {
    requireSelf(me, params.customer)
    return { data: await reviewableAccounts(db, { customerId: me.id, site, nowMs: nowMs() }) }
  })

  serve(app, listWrittenReviews, async ({ params, me, page, paginated }) => {
    requireSelf(me, params.customer)
    const { rows, hasMore } = await pageWrittenBy(db, { customerId: me.id, page })
    return paginated({ rows: await reviewWires({ db, site }, rows, me), hasMore })
  })
}

function registerWriting(app: FastifyInstance, deps: Deps): void {
  const { db, site } = deps
  const shown = async (reviewId: number, me: CustomerPrincipal) => {
    const row = await reviewById(db, reviewId)
    if (!row) throw notFound()
    return { data: await reviewWireFor({ db, site }, row, me) }
  }
  const ownReview = async (customerId: number, reviewId: number) => {
    const row = await reviewById(db, reviewId)
    if (row?.about !== 'account' || row.customer_id !== customerId) throw notFound()
    return { row, own: { reviewId, accountId: row.account_id, nowMs: deps.nowMs() } }
  }

  serve(app, writeReview, async ({ params, body, me }) => {
    requireSelf(me, params.customer)
    const { account_id: accountId, offer_id: offerId, property_id: propertyId, ...words } = body
    const nowMs = deps.nowMs()
    const asked = { offerId, propertyId }
    const id = await write(db, { about: 'account', customerId: me.id, accountId, asked, words, nowMs })
    await publishDue(deps, nowMs)
    const row = await reviewById(db, id)
    if (row && !isShownRow(row, nowMs)) await notifyReview(deps, row)
    return shown(id, me)
  })

  serve(app, updateReview, async ({ params, body, me }) => {
    requireSelf(me, params.customer)
    const { row, own } = await ownReview(me.id, params.review)
    await changeReview(db, own, body)
    await notifyReview(deps, row)
    return shown(row.id, me)
  })

  serve(app, removeReview, async ({ params, me }) => {
    requireSelf(me, params.customer)
    const { row, own } = await ownReview(me.id, params.review)
    await deleteReview(db, own)
    await notifyReview(deps, row)
  })
}

function registerResponding(app: FastifyInstance, deps: Deps): void {
  const { db, site } = deps
  const reviewOf = async (customerId: number, reviewId: number) => {
    const row = await reviewById(db, reviewId)
    if (row?.about !== 'customer' || row.customer_id !== customerId || !isShownRow(row, deps.nowMs()))
      throw notFound()
    return row
  }
  const answered = async (row: ReviewRow, me: CustomerPrincipal) => {
    await notifyReview(deps, row)
    return { data: await reviewWireFor({ db, site }, (await reviewById(db, row.id)) ?? row, me) }
  }

  serve(app, addReviewResponse, async ({ params, body, me }) => {
    requireSelf(me, params.customer)
    const row = await reviewOf(me.id, params.review)
    await addResponse(db, row.id, body.content)
    return answered(row, me)
  })

  serve(app, updateReviewResponse, async ({ params, body, me }) => {
    requireSelf(me, params.customer)
    const row = await reviewOf(me.id, params.review)
    await changeResponse(db, row.id, body.content)
    return answered(row, me)
  })

  serve(app, removeReviewResponse, async ({ params, me }) => {
    requireSelf(me, params.customer)
    const row = await reviewOf(me.id, params.review)
    await removeResponse(db, row.id)
    await answered(row, me)
  })
}

function registerReports(app: FastifyInstance, { db, limits, nowMs }: Deps): void {
  const reports = app.createThrottle('review-reports', limits.inquiriesPerHour, HOUR_MS)

  serve(app, reportReview, async ({ params, body, me }) => {
    if (!me) throw unauthenticated()
    const reporter = me.kind === 'customer' ? me : me
    const row = await reviewById(db, params.review)
    if (!row || !isShownRow(row, nowMs())) throw notFound()
    const reader = readerOf(row, reporter)
    if (row.about === 'customer' && reader === 'public') throw notFound()
    if (reader === (row.about === 'account' ? 'customer' : 'account'))
      throw new Refusal(409, { message: 'It is your own review. Change or delete it.', code: 'own' })
    await reports.take(`${reporter.kind}:${reporter.kind === 'customer' ? reporter.id : reporter.memberId}`)
    await keepReport(db, { reviewId: row.id, who: reporter }, body)
  })
}

interface Report {
  reason: string
  details?: string | undefined
}

/**
 * Keeps what somebody says is wrong with a review, for the house to decide. Again changes nothing, by the unique index
 * content_reports_one.
 */
async function keepReport(
  db: Database,
  { reviewId, who }: { reviewId: number; who: Principal },
  { reason, details }: Report,
): Promise<void> {
  const reporter =
    who.kind === 'customer' ? (['customer', who.id] as const) : (['member', who.memberId] as const)
  await db
    .insertInto('content_reports')
    .values({
      subject_kind: 'review',
      subject_id: reviewId,
      reason,
      details: details?.trim() || null,
      reporter_kind: reporter[0],
      reporter_id: reporter[1],
    })
    .onConflict((clash) =>
      clash.columns(['subject_kind', 'subject_id', 'reporter_kind', 'reporter_id']).doNothing(),
    )
    .execute()
}

/** Reviews for customers, and those about accounts for everybody (spec section 7, Reviews; checklist REV). */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/account/background.ts'
import { paginated } from '#server/http/paginate.ts'
import { ownSession, type Principal, sessionOf } from '#server/http/principal.ts'
import { notFound, Refusal, unauthenticated } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { createThrottle, MINUTE_MS } from '#server/http/throttle.ts'
import type { RoomDeps } from '#server/rooms.ts'
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
import { registerDeskReviews } from './desk-routes.ts'
import { publishDue, startPublishing } from './publish.ts'
import {
  isShownRow,
  pageAboutAccount,
  pageAboutCustomer,
  pageWrittenBy,
  type ReviewRow,
  reviewById,
} from './queries.ts'
import { keepReport } from './report.ts'
import { addResponse, changeResponse, removeResponse } from './responses.ts'
import { reviewableAccounts } from './reviewable.ts'
import { type ReviewTelling, tellReview } from './tell.ts'
import { reviewWire } from './wire.ts'
import { changeReview, deleteReview, writeReview as write } from './write-review.ts'

const HOUR_MS = 60 * MINUTE_MS

export function registerReviews(app: FastifyInstance, room: RoomDeps): void {
  const deps = { ...room, background: createBackground(app) }
  registerReading(app, deps)
  registerWriting(app, deps)
  registerResponding(app, deps)
  registerReports(app, deps)
  registerDeskReviews(app, deps)
  startPublishing(app, deps)
}

type Deps = RoomDeps & ReviewTelling

function registerReading(app: FastifyInstance, { db, site }: Deps): void {
  serve(app, listReviewsAboutCustomer, async ({ params, query, who, request }) => {
    const { id: customerId } = ownSession(who, params.customer)
    const page = query.page ?? 1
    const { rows, hasMore } = await pageAboutCustomer(db, { customerId, page, nowMs: Date.now() })
    return paginated(request, page, { rows: rows.map((row) => reviewWire(row, 'customer', site)), hasMore })
  })

  serve(app, listReviewsAboutAccount, async ({ params, query, who, request }) => {
    const page = query.page ?? 1
    const asked = {
      ...{ accountId: params.account, page, nowMs: Date.now() },
      ...{ sort: query.sort, words: query.q },
      stars: query.stars === undefined ? undefined : Number(query.stars),
    }
    const { rows, hasMore } = await pageAboutAccount(db, asked)
    return paginated(request, page, {
      rows: rows.map((row) => reviewWire(row, readerOf(row, who), site)),
      hasMore,
    })
  })

  serve(app, listReviewable, async ({ params, who }) => {
    const { id: customerId } = ownSession(who, params.customer)
    return { data: await reviewableAccounts(db, { customerId, site, nowMs: Date.now() }) }
  })

  serve(app, listWrittenReviews, async ({ params, query, who, request }) => {
    const { id: customerId } = ownSession(who, params.customer)
    const page = query.page ?? 1
    const { rows, hasMore } = await pageWrittenBy(db, { customerId, page })
    return paginated(request, page, { rows: rows.map((row) => reviewWire(row, 'customer', site)), hasMore })
  })
}

/** The bearer of a messenger on a foreign page reads as the public does. */
function readerOf(row: ReviewRow, who: Principal | null) {
  if (who?.kind === 'customer' && who.purpose === 'session' && who.id === row.customer_id) return 'customer'
  return who?.kind === 'account' && who.accountId === row.account_id ? 'account' : 'public'
}

function registerWriting(app: FastifyInstance, deps: Deps): void {
  const { db, site } = deps
  const shown = async (reviewId: number) => {
    const row = await reviewById(db, reviewId)
    if (!row) throw notFound()
    return { data: reviewWire(row, 'customer', site) }
  }
  const ownReview = async (customerId: number, reviewId: number) => {
    const row = await reviewById(db, reviewId)
    if (row?.about !== 'account' || row.customer_id !== customerId) throw notFound()
    return { row, own: { reviewId, accountId: row.account_id, nowMs: Date.now() } }
  }

  serve(app, writeReview, async ({ params, body, who }) => {
    const { id: customerId } = ownSession(who, params.customer)
    const { account_id: accountId, offer_id: offerId, property_id: propertyId, ...words } = body
    const nowMs = Date.now()
    const asked = { offerId, propertyId }
    const id = await write(db, { about: 'account', customerId, accountId, asked, words, nowMs })
    await publishDue(deps, nowMs)
    const row = await reviewById(db, id)
    if (row && !isShownRow(row, nowMs)) await tellReview(deps, row)
    return shown(id)
  })

  serve(app, updateReview, async ({ params, body, who }) => {
    const me = ownSession(who, params.customer)
    const { row, own } = await ownReview(me.id, params.review)
    await changeReview(db, own, body)
    await tellReview(deps, row)
    return shown(row.id)
  })

  serve(app, removeReview, async ({ params, who }) => {
    const me = ownSession(who, params.customer)
    const { row, own } = await ownReview(me.id, params.review)
    await deleteReview(db, own)
    await tellReview(deps, row)
  })
}

function registerResponding(app: FastifyInstance, deps: Deps): void {
  const { db, site } = deps
  const reviewOf = async (customerId: number, reviewId: number) => {
    const row = await reviewById(db, reviewId)
    if (row?.about !== 'customer' || row.customer_id !== customerId || !isShownRow(row, Date.now()))
      throw notFound()
    return row
  }
  const answered = async (row: ReviewRow) => {
    await tellReview(deps, row)
    return { data: reviewWire((await reviewById(db, row.id)) ?? row, 'customer', site) }
  }

  serve(app, addReviewResponse, async ({ params, body, who }) => {
    const row = await reviewOf(ownSession(who, params.customer).id, params.review)
    await addResponse(db, row.id, body.content)
    return answered(row)
  })

  serve(app, updateReviewResponse, async ({ params, body, who }) => {
    const row = await reviewOf(ownSession(who, params.customer).id, params.review)
    await changeResponse(db, row.id, body.content)
    return answered(row)
  })

  serve(app, removeReviewResponse, async ({ params, who }) => {
    const row = await reviewOf(ownSession(who, params.customer).id, params.review)
    await removeResponse(db, row.id)
    await answered(row)
  })
}

function registerReports(app: FastifyInstance, { db, limits }: Deps): void {
  const reports = createThrottle(limits.inquiriesPerHour, HOUR_MS)

  serve(app, reportReview, async ({ params, body, who }) => {
    if (!who) throw unauthenticated()
    const reporter = who.kind === 'customer' ? sessionOf(who) : who
    const row = await reviewById(db, params.review)
    if (!row || !isShownRow(row, Date.now())) throw notFound()
    const reader = readerOf(row, reporter)
    if (row.about === 'customer' && reader === 'public') throw notFound()
    if (reader === (row.about === 'account' ? 'customer' : 'account'))
      throw new Refusal(409, { message: 'It is your own review. Change or delete it.', code: 'own' })
    reports.take(`${reporter.kind}:${reporter.kind === 'customer' ? reporter.id : reporter.memberId}`)
    await keepReport(db, { reviewId: row.id, who: reporter }, body)
  })
}

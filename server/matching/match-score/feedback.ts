/** What a customer was not interested in and why. One answer a deal; the latest counts. */
import { lockCustomer } from '#server/core/database/lock-customer.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, notFound } from '#server/core/http/refusal.ts'
import { noteBoxChange } from '#server/matching/matches/box-changes.ts'
import { MATCH_FEEDBACK_MAX } from '#shared/contract/limits.ts'
import type { MatchFeedbackWire, MatchReason } from '#shared/contract/match-feedback.ts'

/** The latest first. By the primary key (customer_id, property_id). */
export async function feedbackOf(db: Database, customerId: number): Promise<MatchFeedbackWire[]> {
  const rows = await db
    .selectFrom('match_feedback')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('property_id', 'desc')
    .execute()
  return rows.map(({ customer_id: _, created_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
  }))
}

interface Answer {
  customerId: number
  propertyId: number
  reason: MatchReason
}

/** A deal that is not listed answers like one that does not exist: nobody learns of drafts by declining them. */
export async function giveFeedback(db: Database, { customerId, propertyId, reason }: Answer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const deal = await listedDeal(trx, propertyId)
    if (!deal) throw notFound()
    const given = await feedbackOf(trx, customerId)
    if (given.length >= MATCH_FEEDBACK_MAX && !given.some(({ property_id }) => property_id === propertyId))
      throw conflict(`You have declined ${MATCH_FEEDBACK_MAX} deals with a reason. Undo one first.`)
    const { price, arv, ...about } = deal
    const arv_percentage = price === null || !arv ? null : Math.round((price / arv) * 1000) / 10
    const values = { reason, ...about, arv_percentage }
    await trx
      .insertInto('match_feedback')
      .values({ customer_id: customerId, property_id: propertyId, ...values })
      .onConflict((on) =>
        on.columns(['customer_id', 'property_id']).doUpdateSet({ ...values, created_at: NOW }),
      )
      .execute()
    await noteBoxChange(trx, customerId)
  })
}

/** What was never said may be taken back too. */
export async function withdrawFeedback(db: Database, customerId: number, propertyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('match_feedback')
      .where('customer_id', '=', customerId)
      .where('property_id', '=', propertyId)
      .execute()
    await noteBoxChange(trx, customerId)
  })
}

/** By primary key. */
const listedDeal = (trx: Database, propertyId: number) =>
  trx
    .selectFrom('properties')
    .select(['zip', 'property_type_id', 'condition', 'price', 'arv', 'account_id'])
    .where('id', '=', propertyId)
    .where('listing', '=', 'listed')
    .executeTakeFirst()

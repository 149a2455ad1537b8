/** Grants address requests that waited for the review of a proof of funds, if the seller gives the address for one. */
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { dayOf } from '#server/offers/proof-of-funds/proof-details.ts'
import { countingProofs } from '#server/offers/proof-of-funds/proofs.ts'
import { decideRequest } from './decide.ts'
import { type DecisionDeps, notifyDecision } from './notify.ts'

/** A declined buyer stays declined, and an unconfirmed one keeps waiting. */
export async function grantWaiting(
  deps: DecisionDeps & { db: Database },
  customerId: number,
  nowMs: number,
): Promise<void> {
  const counted = { customerId, rule: 'reviewed', today: dayOf(nowMs) } as const
  if ((await countingProofs(deps.db, counted)).length === 0) return
  for (const { id, account_id: accountId } of await waitingFor(deps.db, customerId)) {
    const decision = { requestId: id, state: 'granted', reason: null } as const
    try {
      await notifyDecision(deps, await decideRequest(deps.db, { accountId, memberId: null }, decision))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
}

/** By inquiries_customer, and properties by primary key. */
const waitingFor = (db: Database, customerId: number) =>
  db
    .selectFrom('inquiries')
    .innerJoin('properties', 'properties.id', 'inquiries.property_id')
    .select(['inquiries.id', 'properties.account_id'])
    .where('inquiries.customer_id', '=', customerId)
    .where('inquiries.type', '=', 'address_request')
    .where('inquiries.state', '=', 'pending')
    .where('properties.address_rule', '=', 'proof_of_funds')
    .where('properties.listing', '=', 'listed')
    .orderBy('inquiries.id')
    .execute()

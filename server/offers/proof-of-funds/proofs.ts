/** The proofs of funds as they are stored (checklist OFR-14, PRO-07). A deleted one keeps its row, as old offers name it; its file goes. */
import type { Selectable } from 'kysely'
import type { ProofsOfFundsTable } from '#server/core/database/offer-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import type { ProofRule } from '#shared/contract/proof-of-funds.ts'
import { ACTIVE_STATES } from '#shared/rules/offers/offer-graph.ts'
import { proofCounts } from '#shared/rules/offers/proof-standing.ts'

export type ProofRow = Selectable<ProofsOfFundsTable>

/** The latest first. By proofs_of_funds_ref. */
export const proofsOf = (db: Database, customerId: number): Promise<ProofRow[]> =>
  db
    .selectFrom('proofs_of_funds')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()

/** By primary key. */
export async function proofById(db: Database, id: number): Promise<ProofRow | null> {
  const row = await db
    .selectFrom('proofs_of_funds')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/**
 * A customer's own proof, held until the transaction ends so that it cannot be deleted meanwhile; null when it is not theirs or is
 * gone. For an offer that is about to stand on it. By primary key.
 */
export async function lockProof(
  trx: Database,
  { customerId, proofId }: { customerId: number; proofId: number },
): Promise<ProofRow | null> {
  const row = await trx
    .selectFrom('proofs_of_funds')
    .selectAll()
    .where('id', '=', proofId)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** By proofs_of_funds_ref. */
export async function proofByRef(db: Database, customerId: number, ref: string): Promise<ProofRow | null> {
  const row = await db
    .selectFrom('proofs_of_funds')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row ?? null
}

export interface ProofUse {
  offerIds: number[]
  /** An active offer uses it. */
  isInUse: boolean
}

/** By proof. Drafts are not counted: they bind nobody. By offers_customer. */
export async function usesOf(db: Database, customerId: number): Promise<Map<number, ProofUse>> {
  const rows = await db
    .selectFrom('offers')
    .select(['id', 'proof_id', (eb) => eb('state', 'in', ACTIVE_STATES).as('is_active')])
    .where('customer_id', '=', customerId)
    .where('proof_id', 'is not', null)
    .where('state', '!=', 'draft')
    .orderBy('id', 'desc')
    .execute()
  const uses = new Map<number, ProofUse>()
  for (const { id, proof_id: proofId, is_active: isActive } of rows) {
    if (proofId === null) continue
    const use = uses.get(proofId) ?? { offerIds: [], isInUse: false }
    use.offerIds.push(id)
    use.isInUse ||= Boolean(isActive)
    uses.set(proofId, use)
  }
  return uses
}

/** Whether an offer with this proof was made to the account. By offers_account. */
export async function wasShownTo(db: Database, proofId: number, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('proof_id', '=', proofId)
    .where('state', '!=', 'draft')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The proofs of a customer that count for a seller with this rule (checklist FAV-28, OFR-02). `today` as YYYY-MM-DD. */
export async function countingProofs(
  db: Database,
  { customerId, rule, today }: { customerId: number; rule: ProofRule; today: string },
): Promise<ProofRow[]> {
  return (await proofsOf(db, customerId)).filter((proof) => proofCounts(proof, rule, today))
}

/** Deleting a proof of funds: not while an active offer uses it, and none can start to meanwhile. */

import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { ACTIVE_STATES } from '#shared/rules/offers/offer-graph.ts'
import { lockProof } from './proofs.ts'

/**
 * Returns the key of the file, which is queued for deletion. Drafts lose it afterwards: a transaction that saves one has locked it, and may wait for the proof.
 * One that named it still could not be sent.
 */
export async function removeProof(
  db: Database,
  own: { customerId: number; proofId: number },
): Promise<string> {
  const key = await db.transaction().execute(async (trx) => {
    const proof = await lockProof(trx, own)
    if (!proof) throw notFound()
    if (await isInUse(trx, own)) throw inUse()
    // The name of the upload is free again: the same file may be handed in anew.
    await trx
      .updateTable('proofs_of_funds')
      .set({ deleted_at: NOW, ref: `deleted ${proof.id}` })
      .where('id', '=', proof.id)
      .execute()
    await queueFileDeletions(trx, [proof.storage_key])
    return proof.storage_key
  })
  await db
    .updateTable('offers')
    .set({ proof_id: null })
    .where('customer_id', '=', own.customerId)
    .where('proof_id', '=', own.proofId)
    .where('state', '=', 'draft')
    .execute()
  return key
}

/** By offers_customer. */
async function isInUse(trx: Database, own: { customerId: number; proofId: number }): Promise<boolean> {
  const row = await trx
    .selectFrom('offers')
    .select('id')
    .where('customer_id', '=', own.customerId)
    .where('proof_id', '=', own.proofId)
    .where('state', 'in', ACTIVE_STATES)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const inUse = () =>
  new Refusal(409, {
    message: 'An active offer uses this proof of funds. Withdraw the offer first, or wait until it ends.',
    code: 'in_use',
  })

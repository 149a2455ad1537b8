/** Puts the buyers' proofs of funds into the world. Before their offers, which stand on them. */
import type { Database } from '#server/core/database/open.ts'
import { insertRows, moveSequence } from '../seeded-deals/insert-rows.ts'
import { proofRows } from './proofs.ts'

/** A world of an earlier release may hold proofs of its own by now: those stay as they are. */
export async function seedProofs(db: Database, nowMs: number): Promise<void> {
  const existing = await db.selectFrom('proofs_of_funds').select('id').limit(1).executeTakeFirst()
  if (existing) return
  await insertRows(db, 'proofs_of_funds', proofRows(nowMs))
  await moveSequence(db, 'proofs_of_funds')
}

/** What a customer keeps about a deal: a note, tags, the calculator's inputs, and the inputs they begin with (checklist DEAL-23). */

import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { ASSUMPTIONS_MAX } from '#shared/contract/limits.ts'
import type { PropertyWire } from '#shared/contract/properties.ts'
import { ownRelation } from './related.ts'

export interface GivenNotes {
  note?: string | undefined
  tags?: string[] | undefined
  assumptions?: Record<string, number> | undefined
  as_default?: boolean | undefined
}

type OwnRelation = NonNullable<PropertyWire['customer']>

/** What is not given stays. Throws 404 for a deal that is not there, or nobody's to see yet. */
export async function saveNotes(
  db: Database,
  me: CustomerPrincipal,
  { propertyId, given }: { propertyId: number; given: GivenNotes },
): Promise<OwnRelation> {
  const { assumptions } = given
  if (assumptions && Object.keys(assumptions).length > ASSUMPTIONS_MAX)
    throw invalid({ assumptions: [`There are no more than ${ASSUMPTIONS_MAX} inputs.`] })
  if (!(await isPublished(db, propertyId))) throw notFound()
  const values = {
    ...(given.note === undefined ? {} : { note: given.note }),
    ...(given.tags === undefined ? {} : { tags: JSON.stringify([...new Set(given.tags)]) }),
    ...(assumptions === undefined ? {} : { assumptions: JSON.stringify(assumptions) }),
    updated_at: NOW,
  }
  await db
    .insertInto('deal_notes')
    .values({ customer_id: me.id, property_id: propertyId, ...values })
    .onConflict((clash) => clash.columns(['customer_id', 'property_id']).doUpdateSet(values))
    .execute()
  if (given.as_default && assumptions) await keepDefaults(db, me.id, assumptions)
  const kept = await ownRelation(db, me, propertyId)
  if (!kept) throw notFound()
  return kept
}

/** By primary key. */
export async function defaultsOf(db: Database, customerId: number): Promise<Record<string, number>> {
  const row = await db
    .selectFrom('customers')
    .select('deal_defaults')
    .where('id', '=', customerId)
    .executeTakeFirst()
  return row?.deal_defaults ?? {}
}

const keepDefaults = (db: Database, customerId: number, assumptions: Record<string, number>) =>
  db
    .updateTable('customers')
    .set({ deal_defaults: JSON.stringify(assumptions) })
    .where('id', '=', customerId)
    .execute()

/** By primary key. Also one that was taken down: what was written about it is still one's own. */
export async function isPublished(db: Database, propertyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('properties')
    .select('id')
    .where('id', '=', propertyId)
    .where('listing', '!=', 'draft')
    .executeTakeFirst()
  return row !== undefined
}

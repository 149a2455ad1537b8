/**
 * The people a seller's server vouches for. Each is a customer without a login: the site's word for an e-mail proves nothing, so it is
 * noted beside them, and never compared with the addresses that people log in with.
 */
import type { Selectable } from 'kysely'
import { nowhere } from '#server/accounts/login/nowhere.ts'
import type { SiteVisitorsTable } from '#server/core/database/key-tables.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'

export interface Visitor {
  externalId: string
  name: string
  email: string
  phone: string | null
}

/** Found by the site's own id, else created, with what the site says of them now. Rejects with 403 for somebody who is blocked. */
export async function visitorOf(trx: Database, accountId: number, visitor: Visitor): Promise<number> {
  const known = await knownVisitor(trx, accountId, visitor.externalId)
  if (!known) return addVisitor(trx, accountId, visitor)
  await refuseBlocked(trx, known.customer_id)
  const { email, phone, name } = visitor
  await trx
    .updateTable('site_visitors')
    .set({ email, phone, seen_at: NOW })
    .where('id', '=', known.id)
    .execute()
  await trx
    .updateTable('customers')
    .set({ name, first_name: name })
    .where('id', '=', known.customer_id)
    .where('name', '!=', name)
    .execute()
  return known.customer_id
}

/** By the unique index on (account_id, external_id). */
const knownVisitor = (
  trx: Database,
  accountId: number,
  externalId: string,
): Promise<Selectable<SiteVisitorsTable> | undefined> =>
  trx
    .selectFrom('site_visitors')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

async function addVisitor(trx: Database, accountId: number, visitor: Visitor): Promise<number> {
  const { externalId, name, email, phone } = visitor
  const { id } = await trx
    .insertInto('customers')
    .values({ name, first_name: name, email: nowhere() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = await trx
    .insertInto('site_visitors')
    .values({ account_id: accountId, external_id: externalId, customer_id: id, email, phone })
    .onConflict((conflict) => conflict.columns(['account_id', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return id
  // Two pages of one visitor asked at the same time, and the other one was first.
  await trx.deleteFrom('customers').where('id', '=', id).execute()
  return visitorOf(trx, accountId, visitor)
}

/** By primary key. */
async function refuseBlocked(trx: Database, customerId: number): Promise<void> {
  const row = await trx
    .selectFrom('customers')
    .select('blocked_at')
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (row?.blocked_at)
    throw new Refusal(403, {
      message: 'This person is blocked. Do not show the messenger to them.',
      code: 'visitor_blocked',
    })
}

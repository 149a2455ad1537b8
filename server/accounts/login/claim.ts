/** An address that was never confirmed may have been typed by a stranger. What its owner finds there belongs to them alone. */
import type { Selectable } from 'kysely'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { CustomersTable } from '#server/core/database/schema.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { endSessions } from './sessions.ts'

type Customer = Selectable<CustomersTable>

/**
 * For who has just shown that the address is theirs, without having registered it in front of us: every other way into the account
 * ends, that is its password, its networks and its sessions. A confirmed account stays as it is.
 */
export async function claim(
  deps: Pick<RoomDeps, 'db' | 'broadcaster'>,
  customer: Customer,
): Promise<Customer> {
  if (customer.email_confirmed_at) return customer
  const claimed = await deps.db.transaction().execute(async (trx) => {
    await forgetNetworks(trx, customer.id)
    return trx
      .updateTable('customers')
      .set({ password_hash: null, email_confirmed_at: NOW })
      .where('id', '=', customer.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  await endSessions(deps, { kind: 'customer', id: customer.id })
  return claimed
}

/** By social_identities_customer. */
export async function forgetNetworks(db: Database, customerId: number): Promise<void> {
  await db.deleteFrom('social_identities').where('customer_id', '=', customerId).execute()
}

/** An address that was never confirmed may have been typed by a stranger. What its owner finds there belongs to them alone. */
import type { Selectable } from 'kysely'
import type { Database } from '#server/database/open.ts'
import type { CustomersTable } from '#server/database/schema.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { endSessions } from './sign-in.ts'

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
  const changed = { password_hash: null, email_confirmed_at: new Date() }
  await deps.db.transaction().execute(async (trx) => {
    await trx.updateTable('customers').set(changed).where('id', '=', customer.id).execute()
    await forgetNetworks(trx, customer.id)
  })
  await endSessions(deps, customer.id)
  return { ...customer, ...changed }
}

/** By social_identities_customer. */
export async function forgetNetworks(db: Database, customerId: number): Promise<void> {
  await db.deleteFrom('social_identities').where('customer_id', '=', customerId).execute()
}

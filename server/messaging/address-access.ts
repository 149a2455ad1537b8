/** Who may see a deal's true address although its street is hidden. The one answer for lists, pages, documents and cards. */
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal, CustomerPrincipal } from '#server/core/http/principal.ts'

/** As much of a principal as decides it. */
export type AddressReader =
  | Pick<CustomerPrincipal, 'kind' | 'id'>
  | Pick<AccountPrincipal, 'kind' | 'accountId'>

/**
 * The ids among `propertyIds` whose true address was opened to the caller: an account's own deals, and for a customer what
 * was granted or comes with an open house. A street that is shown to everybody is the caller's to handle.
 */
export async function addressAccess(
  db: Database,
  who: AddressReader | null,
  propertyIds: number[],
): Promise<Set<number>> {
  if (!who || propertyIds.length === 0) return new Set()
  const ids = [...new Set(propertyIds)]
  if (who.kind === 'account') return idsOf(await ownDeals(db, who.accountId, ids).execute())
  return idsOf(await openedTo(db, who.id, ids).execute())
}

/** By primary key. */
const ownDeals = (db: Database, accountId: number, ids: number[]) =>
  db
    .selectFrom('properties')
    .select('id as property_id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)

/** By inquiries_one_request, and open_house_registrations of the customer with the open houses by primary key. */
const openedTo = (db: Database, customerId: number, ids: number[]) =>
  granted(db, customerId, ids).union(
    db
      .selectFrom('open_house_registrations')
      .innerJoin('open_houses', 'open_houses.id', 'open_house_registrations.open_house_id')
      .select('open_houses.property_id')
      .where('open_house_registrations.customer_id', '=', customerId)
      .where('open_house_registrations.state', '=', 'registered')
      .where('open_houses.grants_address', '=', true)
      .where('open_houses.cancelled_at', 'is', null)
      .where('open_houses.property_id', 'in', ids),
  )

const granted = (db: Database, customerId: number, ids: number[]) =>
  db
    .selectFrom('inquiries')
    .select('property_id')
    .where('customer_id', '=', customerId)
    .where('type', '=', 'address_request')
    .where('state', '=', 'granted')
    .where('property_id', 'in', ids)

const idsOf = (rows: { property_id: number }[]) => new Set(rows.map((row) => row.property_id))

/** The row of who is logged in. */
import type { Selectable } from 'kysely'
import { customerById } from '#server/accounts/login/queries.ts'
import type { Database } from '#server/core/database/open.ts'
import type { CustomersTable } from '#server/core/database/schema.ts'
import { unauthenticated } from '#server/core/http/refusal.ts'

export type CustomerRow = Selectable<CustomersTable>

/** A token may outlive its customer: then nobody is logged in. */
export async function ownRow(db: Database, customerId: number): Promise<CustomerRow> {
  const row = await customerById(db, customerId)
  if (!row) throw unauthenticated()
  return row
}

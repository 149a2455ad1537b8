/** Who may read a document. Asked when the list is made, and again when one is fetched: what was granted may be taken back. */
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import type { PropertyDocumentWire } from '#shared/contract/properties.ts'

export type Gate = NonNullable<PropertyDocumentWire['gate']>

export interface Reader {
  isOwnDeal: boolean
  isLoggedIn: boolean
  isVerified: boolean
  hasAddress: boolean
}

export async function readerOf(
  db: Database,
  who: Principal | null,
  deal: { accountId: number; hasAddress: boolean },
): Promise<Reader> {
  return {
    isOwnDeal: who?.kind === 'account' && who.accountId === deal.accountId,
    isLoggedIn: who !== null,
    isVerified: who?.kind === 'customer' && (await isVerified(db, who.id)),
    hasAddress: deal.hasAddress,
  }
}

export function isOpen(gate: Gate | null, reader: Reader): boolean {
  if (gate === null || reader.isOwnDeal) return true
  switch (gate) {
    case 'login':
      return reader.isLoggedIn
    case 'id_verified':
      return reader.isVerified
    case 'address_granted':
      return reader.isLoggedIn && reader.hasAddress
  }
}

/** By primary key. */
async function isVerified(db: Database, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('customers')
    .select('idv_status')
    .where('id', '=', customerId)
    .executeTakeFirst()
  return row?.idv_status === 'success'
}

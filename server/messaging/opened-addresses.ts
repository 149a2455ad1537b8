/** Which hidden streets on a page of messages are open to their reader; one question a page, and none where nothing is hidden. */
import type { Database } from '#server/core/database/open.ts'
import { type AddressReader, addressAccess } from './address-access.ts'

interface CardOfRow {
  property_id: number | null
  is_street_shown: boolean | null
}

export function openedAddresses(
  db: Database,
  who: AddressReader,
  rows: readonly CardOfRow[],
): Promise<ReadonlySet<number>> {
  const hidden = rows.flatMap((row) =>
    row.property_id !== null && row.is_street_shown === false ? [row.property_id] : [],
  )
  return addressAccess(db, who, hidden)
}

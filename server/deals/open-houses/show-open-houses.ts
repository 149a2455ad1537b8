/** The open houses of a deal as its readers see them. */
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import { otherHiddenPlaces } from '#server/deals/properties/hidden-streets.ts'
import { addressAccess } from '#server/messaging/address-access.ts'
import type { OpenHouseWire } from '#shared/contract/open-houses.ts'
import type { OpenHouseRow } from './queries.ts'
import { ownParts, selectOpenHouses } from './queries.ts'
import { openHouseWire } from './wire.ts'

/** The next one first, those that are over last. By open_houses_property. */
export async function openHousesOf(
  db: Database,
  who: Principal | null,
  propertyId: number,
): Promise<OpenHouseWire[]> {
  const rows = await selectOpenHouses(db).where('open_houses.property_id', '=', propertyId).execute()
  const parts = await ownParts(db, who, rows)
  const isHidden = rows.some((row) => !row.is_street_shown)
  const hasAddress = isHidden && (await addressAccess(db, who, [propertyId])).has(propertyId)
  const othersOf = await otherHiddenPlaces(db, rows, who)
  return inOrder(rows).map((row) =>
    openHouseWire(row, parts.get(row.id) ?? null, { hasAddress, others: othersOf(row) }),
  )
}

/** As the seller of the deal sees them. By open_houses_property. */
export async function openHousesForSeller(db: Database, propertyId: number): Promise<OpenHouseWire[]> {
  const rows = await selectOpenHouses(db).where('open_houses.property_id', '=', propertyId).execute()
  return inOrder(rows).map((row) => openHouseWire(row, null, { isSeller: true }))
}

function inOrder(rows: readonly OpenHouseRow[]): OpenHouseRow[] {
  const isOver = (row: OpenHouseRow) => row.is_over
  const byStart = [...rows].sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime() || a.id - b.id)
  return [...byStart.filter((row) => !isOver(row)), ...byStart.filter(isOver).reverse()]
}

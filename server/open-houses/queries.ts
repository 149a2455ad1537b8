/** The open houses of a deal, as who asks may see them. */
import type { Database } from '#server/database/open.ts'
import type { Principal } from '#server/http/principal.ts'
import type { OpenHouseWire } from '#shared/contract/open-houses.ts'

/** None is known yet. */
export const openHousesOf = async (
  _db: Database,
  _who: Principal | null,
  _propertyId: number,
): Promise<OpenHouseWire[]> => []

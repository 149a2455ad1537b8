/** An open house as the wire shows it. How to get in, and the host's number, are for who has registered. */

import type { OpenHouseWire } from '#shared/contract/open-houses.ts'
import {
  redactOtherStreets,
  redactStreet,
  type StreetPlace,
} from '#shared/rules/deals/redaction/redact-street.ts'
import type { OpenHouseRow, OwnPart } from './queries.ts'

interface Reader {
  /** Its own account sees all of it. */
  isSeller?: boolean
  /** A hidden street was opened to who asks, by whatever way. */
  hasAddress?: boolean
  /** The seller's other hidden deals whose address who asks does not know. */
  others?: readonly StreetPlace[]
}

export function openHouseWire(
  row: OpenHouseRow,
  own: OwnPart | null,
  { isSeller = false, hasAddress = false, others = [] }: Reader = {},
): OpenHouseWire {
  const isComing = isSeller || own?.state === 'registered'
  const isStreetOpen = isSeller || row.is_street_shown || hasAddress
  const tell = (text: string | null) =>
    text === null
      ? null
      : redactOtherStreets(isStreetOpen ? text : redactStreet(text, row), others, { own: row })
  return {
    id: row.id,
    property_id: row.property_id,
    start: row.starts_at.toISOString(),
    end: row.ends_at.toISOString(),
    tz: row.time_zone,
    capacity: row.capacity,
    registered_count: row.registered_count,
    waiting_count: row.waiting_count,
    access_notes: isComing ? tell(row.access_notes) : null,
    host: row.host_name === null ? null : { name: row.host_name, phone: isComing ? row.host_phone : null },
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    cancel_reason: tell(row.cancel_reason),
    grants_address: row.grants_address,
    my_state: own?.state ?? null,
    my_place: own?.place ?? null,
  }
}

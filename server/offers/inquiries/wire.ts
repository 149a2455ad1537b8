/** Requests as the wire shows them: a hidden address only to whom it was granted, and to its own seller. */
import type { Site } from '#server/core/http/site.ts'
import { cardWire, placeOf } from '#server/messaging/property-card.ts'
import type { AddressRequestWire } from '#shared/contract/inquiries.ts'
import type { SellerRequestWire } from '#shared/contract/seller-deals.ts'
import type { RequestRow, SellerRequestRow } from './queries.ts'

/** The whole address, street and all. Only for who may see it. */
export const trueAddress = (row: Pick<RequestRow, 'address' | 'city' | 'state_code' | 'zip'>): string =>
  `${row.address}, ${publicPlace(row)}`

export const publicPlace = (row: Pick<RequestRow, 'city' | 'state_code' | 'zip'>): string =>
  placeOf({ city: row.city, state: row.state_code, zip: row.zip })

/** For the customer who asked. */
export function requestWire(row: RequestRow): AddressRequestWire {
  return {
    id: row.id,
    property_id: row.property_id,
    account_id: row.account_id,
    type: row.type === 'inquiry' ? 'inquiry' : 'address_request',
    state: row.state,
    message: row.message,
    requested_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    ...whereItIs(row),
  }
}

/** Address and coordinates once granted, nothing before. */
export const whereItIs = (row: RequestRow) =>
  row.type === 'address_request' && row.state === 'granted'
    ? { address: trueAddress(row), latitude: row.latitude, longitude: row.longitude }
    : { address: null, latitude: null, longitude: null }

/** For the deal's own seller. */
export function sellerRequestWire(row: SellerRequestRow, site: Site): SellerRequestWire {
  return {
    id: row.request_id,
    type: row.type === 'inquiry' ? 'inquiry' : 'address_request',
    state: row.request_state,
    message: row.message,
    requested_at: row.requested_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    property: cardWire({ ...row, is_street_shown: true }, site),
    customer: {
      id: row.customer_id,
      name: row.customer_name,
      is_email_confirmed: row.email_confirmed_at !== null,
      is_phone_confirmed: Boolean(row.is_phone_confirmed),
      is_id_verified: row.idv_status === 'success',
    },
  }
}

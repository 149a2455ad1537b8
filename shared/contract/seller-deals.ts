/** The seller app's calls about deals: requests to answer, open houses, and a deal's status. Ours, beside the calls of the spec. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { REQUEST_STATES } from './inquiries.ts'
import { messageProperty } from './message-property.ts'
import { openHouse, REGISTRATION_STATES } from './open-houses.ts'
import { DEAL_STATUSES } from './properties.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

const sellerRequest = z.object({
  id: id(),
  type: z.enum(['address_request', 'inquiry']),
  state: maybe(z.enum(REQUEST_STATES)),
  message: maybe(z.string()),
  requested_at: instant(),
  decided_at: maybe(instant()),
  reason: maybe(z.string()),
  property: messageProperty,
  /** What is known of who asks (checklist SEL-03). */
  customer: z.object({
    id: id(),
    name: z.string(),
    is_email_confirmed: flag(),
    is_phone_confirmed: flag(),
    is_id_verified: flag(),
  }),
})
export type SellerRequestWire = z.output<typeof sellerRequest>

export const sellerRequests = endpoint({
  name: 'sellerRequests',
  method: 'GET',
  path: '/account/api/requests',
  at: 'site',
  auth: 'account',
  summary: 'Address requests and inquiries for this account’s deals, those that wait first.',
  query: z.object({
    page: pageNumber(),
    state: z.optional(z.enum(REQUEST_STATES)),
    'filter[property_id]': z.optional(idText()),
  }),
  reply: page(sellerRequest),
})

export const sellerDecideRequest = endpoint({
  name: 'sellerDecideRequest',
  permission: 'reply',
  method: 'PUT',
  path: '/account/api/requests/{request}',
  at: 'site',
  auth: 'account',
  summary: 'Grant an address, or decline with a reason. 409 when it was decided the other way already.',
  params: z.object({ request: idText() }),
  body: z.object({
    state: z.enum(['granted', 'declined']),
    reason: z.optional(z.string().check(z.maxLength(300))),
  }),
  reply: wrapped(sellerRequest),
})

export const sellerSetDealStatus = endpoint({
  name: 'sellerSetDealStatus',
  permission: 'deals',
  method: 'PUT',
  path: '/account/api/properties/{property}/status',
  at: 'site',
  auth: 'account',
  summary: 'Mark a deal as available, pending or sold, or take it down.',
  params: z.object({ property: idText() }),
  body: z.object({ status: z.enum([...DEAL_STATUSES, 'removed']) }),
  reply: wrapped(z.extend(messageProperty, { status: z.enum(DEAL_STATUSES), listing: z.string() })),
})

const sellerRegistration = z.object({
  id: id(),
  state: z.enum(REGISTRATION_STATES),
  created_at: instant(),
  customer: z.object({ id: id(), name: z.string() }),
})

export const sellerOpenHouses = endpoint({
  name: 'sellerOpenHouses',
  method: 'GET',
  path: '/account/api/open-houses',
  at: 'site',
  auth: 'account',
  summary: 'The open houses of this account’s deals from today on, with the registered buyers.',
  reply: wrapped(
    z.array(z.extend(openHouse, { registrations: z.array(sellerRegistration), property: messageProperty })),
  ),
})

export const sellerCancelOpenHouse = endpoint({
  name: 'sellerCancelOpenHouse',
  permission: 'reply',
  method: 'PUT',
  path: '/account/api/open-houses/{openHouse}/cancel',
  at: 'site',
  auth: 'account',
  summary:
    'Cancel an open house; everybody who is registered is notified. 409 with code `past` if it is over.',
  params: z.object({ openHouse: idText() }),
  body: z.object({ reason: z.optional(z.string().check(z.maxLength(300))) }),
  reply: wrapped(openHouse),
})

const openHouseFields = z.object({
  start: instant(),
  end: instant(),
  capacity: z.nullable(z.int().check(z.gte(1, 'Enter 1 or more.'), z.lte(10_000))),
  access_notes: z.nullable(z.string().check(z.trim(), z.maxLength(500))),
  /** Registering opens a hidden address. */
  grants_address: z.boolean(),
  host_id: z.nullable(id()),
})
export type OpenHouseFields = z.output<typeof openHouseFields>

export const sellerAddOpenHouse = endpoint({
  name: 'sellerAddOpenHouse',
  permission: 'reply',
  method: 'POST',
  at: 'site',
  auth: 'account',
  path: '/account/api/deals/{deal}/open-houses',
  summary: 'Plan an open house, in the time zone of the deal.',
  params: z.object({ deal: idText() }),
  body: openHouseFields,
  reply: wrapped(openHouse),
  status: 201,
})

export const sellerChangeOpenHouse = endpoint({
  name: 'sellerChangeOpenHouse',
  permission: 'reply',
  method: 'PUT',
  at: 'site',
  auth: 'account',
  path: '/account/api/open-houses/{openHouse}',
  summary:
    'Change an open house. New places go to the waiting list; everybody is notified of a new time. 409 `past` or `cancelled`, 422 for fewer places than are taken.',
  params: z.object({ openHouse: idText() }),
  body: openHouseFields,
  reply: wrapped(openHouse),
})

export const sellerDealMatches = endpoint({
  name: 'sellerDealMatches',
  method: 'GET',
  at: 'site',
  auth: 'account',
  path: '/account/api/deals/{deal}/matches',
  summary:
    'How many buyers have a buy box that a deal fits as it is now, also a draft. Null without a price or a ZIP code.',
  params: z.object({ deal: idText() }),
  reply: wrapped(z.object({ buyers: z.nullable(amount()) })),
})

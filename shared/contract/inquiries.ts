/** Favourites, address requests and inquiries (spec section 7, Properties and deals; section 8, Address inquiry). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MESSAGE_MAX_LENGTH } from './limits.ts'
import { amount, id, idText, instant, maybe, wrapped } from './wire.ts'

const favourites = z.object({ favourite_properties: z.array(id()) })

export const addFavourite = endpoint({
  name: 'addFavourite',
  method: 'POST',
  path: '/properties/favourites',
  spec: ['POST /customer/api/properties/favourites'],
  summary:
    'Add a deal to the favorites; repeating it changes nothing. 422 for a deal that can no longer be added.',
  body: z.object({ property_id: id() }),
  reply: favourites,
})

export const removeFavourite = endpoint({
  name: 'removeFavourite',
  method: 'DELETE',
  path: '/properties/favourites/{property}',
  spec: ['DELETE /customer/api/properties/favourites/{id}'],
  summary: 'Remove a favorite; changes nothing for other deals.',
  params: z.object({ property: idText() }),
  reply: z.unknown(),
  status: 204,
})

/** Ours (checklist FAV-04): when each was kept, at which price, and its labels. */
const favourite = z.object({
  property_id: id(),
  created_at: instant(),
  /** What it cost then. */
  price: maybe(amount()),
  labels: z.array(z.string()),
})
export type FavouriteWire = z.output<typeof favourite>

export const listFavourites = endpoint({
  name: 'listFavourites',
  method: 'GET',
  path: '/properties/favourites',
  summary: 'The favorites of this customer, newest first.',
  reply: wrapped(z.array(favourite)),
})

export const labelFavourite = endpoint({
  name: 'labelFavourite',
  method: 'PUT',
  path: '/properties/favourites/{property}',
  summary: 'Set the labels of a favorite.',
  params: z.object({ property: idText() }),
  body: z.object({
    labels: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))).check(z.maxLength(10)),
  }),
  reply: wrapped(favourite),
})

/** Fixed: clients tell by these words that no address came (spec section 8; checklist FAV-22). */
export const ADDRESS_REQUEST_SUBMITTED =
  'Your request has been submitted. A manager will contact you shortly.'
/** Fixed as well, with status 422. */
export const ADDRESS_REQUEST_REPEATED = 'You have already submitted a request for this property.'

export const REQUEST_STATES = ['pending', 'granted', 'declined'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** How many requests a customer has left today. */
const quota = z.object({ limit: amount(), left: amount(), resets_at: instant() })
export type QuotaWire = z.output<typeof quota>

const addressRequest = z.object({
  id: id(),
  property_id: id(),
  account_id: id(),
  type: z.enum(['address_request', 'inquiry']),
  state: maybe(z.enum(REQUEST_STATES)),
  message: maybe(z.string()),
  requested_at: instant(),
  decided_at: maybe(instant()),
  /** Why it was declined. */
  reason: maybe(z.string()),
  /** Once granted. */
  address: maybe(z.string()),
  latitude: maybe(z.number()),
  longitude: maybe(z.number()),
})
export type AddressRequestWire = z.output<typeof addressRequest>

export const getAddressRequest = endpoint({
  name: 'getAddressRequest',
  method: 'GET',
  path: '/property-address-request',
  spec: ['GET /customer/api/property-address-request'],
  summary:
    'The state of this customer’s request for a deal’s address (requested, granted, declined or none), and the quota.',
  query: z.object({ property_id: idText(), type: z.literal('address_request') }),
  reply: z.object({ data: z.nullable(addressRequest), quota: quota }),
})

/** Ours: everything asked, for the list, the map and the profile. */
export const listAddressRequests = endpoint({
  name: 'listAddressRequests',
  method: 'GET',
  path: '/address-requests',
  summary: 'The address requests and inquiries of this customer, the latest first, with what was granted.',
  reply: z.object({ data: z.array(addressRequest), quota: quota }),
})

export const sendInquiry = endpoint({
  name: 'sendInquiry',
  method: 'POST',
  path: '/inquiry',
  spec: ['POST /customer/api/inquiry'],
  idempotency: 'optional',
  needs: ({ type }) => (type === 'inquiry' ? 'question' : 'addressRequest'),
  summary:
    'Request a hidden address, or ask a question. `message` of the answer is the fixed text, or the address if it is granted at once. 422 if it was requested before, 429 over the daily limit.',
  body: z.object({
    property_id: id(),
    type: z.enum(['address_request', 'inquiry']),
    message: z.optional(
      z
        .string()
        .check(
          z.maxLength(
            MESSAGE_MAX_LENGTH,
            `The message must not be longer than ${MESSAGE_MAX_LENGTH} characters.`,
          ),
        ),
    ),
  }),
  reply: z.object({
    message: z.string(),
    /** Ours. */
    data: maybe(addressRequest),
    quota: maybe(quota),
  }),
})

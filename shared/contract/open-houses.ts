/** Open houses (spec section 7, Properties and deals): what is on, registering, and one's own registrations. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { messageProperty } from './message-property.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

/** How a customer stands to an open house. */
export const REGISTRATION_STATES = ['registered', 'waiting', 'cancelled'] as const

export const openHouse = z.object({
  id: id(),
  property_id: id(),
  start: instant(),
  end: instant(),
  /** IANA name; the times are meant in it. */
  tz: z.string(),
  capacity: maybe(amount()),
  registered_count: amount(),
  waiting_count: maybe(amount()),
  /** Only after registering. */
  access_notes: maybe(z.string()),
  host: maybe(z.object({ name: z.string(), phone: maybe(z.string()) })),
  cancelled_at: maybe(instant()),
  cancel_reason: maybe(z.string()),
  /** Registering grants the address. */
  grants_address: maybe(flag()),
  /** Of who asks; null for a visitor and who has nothing to do with it. */
  my_state: maybe(z.enum(REGISTRATION_STATES)),
  /** Place in the waiting list, from 1. */
  my_place: maybe(amount()),
})
export type OpenHouseWire = z.output<typeof openHouse>

export const listOpenHouses = endpoint({
  name: 'listOpenHouses',
  method: 'GET',
  path: '/api/properties/{property}/open-houses',
  at: 'site',
  auth: 'optional',
  spec: ['GET /api/properties/{id}/open-houses'],
  summary: 'The open houses of a deal, the next one first.',
  params: z.object({ property: idText() }),
  reply: wrapped(z.array(openHouse)),
})

const registration = z.object({
  id: id(),
  state: z.enum(REGISTRATION_STATES),
  created_at: instant(),
  open_house: maybe(openHouse),
  customer: maybe(z.object({ id: id(), name: maybe(z.string()) })),
  property: maybe(messageProperty),
  /** Another open house of this customer that overlaps with it, said as a warning. */
  overlaps: maybe(z.array(id())),
  /** After the visit (checklist OH-09). */
  feedback: maybe(z.object({ rating: amount(), text: maybe(z.string()) })),
})
export type RegistrationWire = z.output<typeof registration>

export const registerForOpenHouse = endpoint({
  name: 'registerForOpenHouse',
  method: 'PUT',
  path: '/open-houses/{openHouse}',
  spec: ['PUT /customer/api/open-houses/{id}'],
  needs: ['visit', 'visitWithAddress'],
  summary:
    'Register for an open house; repeating it changes nothing. Needs a confirmed email, and a confirmed phone where registering shows the address. 409 with code `full` if it is full, unless `waiting_list` is true; 409 with code `past` or `cancelled`.',
  params: z.object({ openHouse: idText() }),
  body: z.object({ waiting_list: z.optional(z.boolean()) }),
  reply: wrapped(registration),
})

export const unregisterFromOpenHouse = endpoint({
  name: 'unregisterFromOpenHouse',
  method: 'DELETE',
  path: '/open-houses/{openHouse}',
  spec: ['DELETE /customer/api/open-houses/{id}'],
  summary: 'Cancel the registration; the first on the waiting list gets the place.',
  params: z.object({ openHouse: idText() }),
  reply: z.unknown(),
  status: 204,
})

/** Relations as the spec writes them. */
export const REGISTRATION_RELATIONS = 'openHouse;customer;openHouse.property;openHouse.property.images'

export const listRegistrations = endpoint({
  name: 'listRegistrations',
  method: 'GET',
  path: '/open-house-registration',
  spec: ['GET /customer/api/open-house-registration'],
  summary: 'The open houses this customer registered for: upcoming, past and cancelled.',
  query: z.object({ page: pageNumber(), with: z.optional(z.string()) }),
  reply: page(registration),
})

/** Ours (checklist OH-09). */
export const giveVisitFeedback = endpoint({
  name: 'giveVisitFeedback',
  method: 'POST',
  path: '/open-houses/{openHouse}/feedback',
  summary: 'Send feedback about the visit to the seller. Only after the visit, for registered customers.',
  params: z.object({ openHouse: idText() }),
  body: z.object({
    rating: z.int().check(z.minimum(1), z.maximum(5)),
    text: z.optional(z.string().check(z.maxLength(1000))),
  }),
  reply: wrapped(registration),
})

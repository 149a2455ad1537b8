/**
 * What an investor buys (spec section 7, Buy box): target markets, linked companies, and the boxes with their criteria.
 * The spec's geo tags belong to the first manual box; a box of ours has areas and criteria of its own.
 */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { endpoint } from './endpoint.ts'
import { BUY_BOX_NAME_MAX_LENGTH, POLYGON_MAX_POINTS, RADIUS_MAX_MILES } from './limits.ts'
import { place } from './places.ts'
import { amount, id, idText, instant, maybe, wrapped } from './wire.ts'

/** Degrees, north and east positive. */
const point = z.object({ lat: z.number(), lng: z.number() })

/** A target market. `id` is what DELETE takes (the "rest place id"), `geotag_id` names the place whoever chose it. */
export const geotag = z.object({
  id: id(),
  geotag_id: id(),
  geotag: z.object({ id: id(), name_formated: z.string(), results: maybe(z.array(place)) }),
  buy_box_id: maybe(id()),
  kind: maybe(z.enum(['place', 'radius', 'polygon'])),
  radius_miles: maybe(amount()),
  polygon: maybe(z.array(point)),
})
export type GeotagWire = z.output<typeof geotag>

export const listGeotags = endpoint({
  name: 'listGeotags',
  method: 'GET',
  path: '/auth/geotags',
  spec: ['GET /customer/api/auth/geotags'],
  summary: 'The target markets of this customer, over all boxes.',
  reply: wrapped(z.array(geotag)),
})

export const addGeotag = endpoint({
  name: 'addGeotag',
  method: 'POST',
  path: '/auth/geotags',
  spec: ['POST /customer/api/auth/geotags'],
  summary:
    'Add a target market: the native place, as returned by the places service. Repeating it changes nothing.',
  body: z.object({
    status: z.string(),
    results: z.array(place).check(z.minLength(1), z.maxLength(1)),
    buy_box_id: z.optional(id()),
    /** A circle around the place instead of the place itself. */
    radius_miles: z.optional(z.number().check(z.positive(), z.maximum(RADIUS_MAX_MILES))),
    /** A drawn area; its place names it. */
    polygon: z.optional(z.array(point).check(z.minLength(3), z.maxLength(POLYGON_MAX_POINTS))),
  }),
  reply: wrapped(geotag),
  status: 201,
})

export const removeGeotag = endpoint({
  name: 'removeGeotag',
  method: 'DELETE',
  path: '/auth/geotags/{geotag}',
  spec: ['DELETE /customer/api/auth/geotags/{id}'],
  summary: 'Remove a target market.',
  params: z.object({ geotag: idText() }),
  reply: done,
})

const company = z.object({ id: id(), name: z.string(), state: maybe(z.string()) })
export type CompanyWire = z.output<typeof company>

export const searchCompanies = endpoint({
  name: 'searchCompanies',
  method: 'GET',
  path: '/companies/search',
  spec: ['GET /customer/api/companies/search'],
  summary: 'LLCs and trusts whose name is like `q` (2 letters or more), best first.',
  query: z.object({ q: z.string().check(z.maxLength(120)) }),
  reply: z.object({ companies: z.array(company) }),
})

const linkedEntity = z.object({
  id: id(),
  name: z.string(),
  state: maybe(z.string()),
  /** How sure it is that the company is theirs (BOX-28). */
  proof: maybe(z.enum(['self_declared', 'id_match', 'document'])),
  /** Known purchases; null while too few are known to say. */
  purchases: maybe(amount()),
  linked_at: maybe(instant()),
})
export type LinkedEntityWire = z.output<typeof linkedEntity>

export const getSmartBuyBox = endpoint({
  name: 'getSmartBuyBox',
  method: 'GET',
  path: '/smart-buy-box',
  spec: ['GET /customer/api/smart-buy-box'],
  summary: 'The LLCs and trusts linked to the Smart Buy Box.',
  reply: z.object({ entities: z.array(linkedEntity) }),
})

export const linkCompany = endpoint({
  name: 'linkCompany',
  method: 'POST',
  path: '/smart-buy-box/companies/{company}',
  spec: ['POST /customer/api/smart-buy-box/companies/{id}'],
  summary:
    'Link a company; the Smart Buy Box learns from what it bought. 422 on `company` when it is linked already.',
  params: z.object({ company: idText() }),
  reply: done,
})

export const unlinkCompany = endpoint({
  name: 'unlinkCompany',
  method: 'DELETE',
  path: '/smart-buy-box/companies/{company}',
  spec: ['DELETE /customer/api/smart-buy-box/companies/{id}'],
  summary: 'Unlink a company; criteria learned from it are removed, edited or locked ones stay.',
  params: z.object({ company: idText() }),
  reply: done,
})

/** What a box can ask of a deal (BOX-13). Money in whole units of the currency, areas in square feet, shares in percent. */
export const CRITERION_KEYS = [
  'price',
  'arv',
  'arv_percent',
  'spread',
  'property_types',
  'beds',
  'baths',
  'sqft',
  'year',
  'condition',
  'parking_types',
  'strategy',
] as const
export const criterionKey = z.enum(CRITERION_KEYS)

export const criterion = z.object({
  key: criterionKey,
  /** Bounds of a numeric criterion, both included; a missing one is open. */
  min: maybe(z.number().check(z.minimum(0))),
  max: maybe(z.number().check(z.minimum(0))),
  /** Choices of a list criterion: dictionary ids as text, or the words of shared/rules/buy-box. */
  any_of: maybe(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(60))),
  /** A deal that misses a hard criterion does not match; a soft one only lowers its score. */
  is_hard: z.boolean(),
  /** Kept as it is when the box learns anew. */
  is_locked: z.boolean(),
  source: z.enum(['manual', 'learned']),
  /** Why it was learned, in a sentence with its numbers. */
  evidence: maybe(z.string().check(z.maxLength(400))),
})
export type CriterionWire = z.output<typeof criterion>

const boxName = () =>
  z.string().check(z.trim(), z.minLength(1, 'Give the buy box a name.'), z.maxLength(BUY_BOX_NAME_MAX_LENGTH))

/** Where the linked companies bought, most first. */
const learnedArea = z.object({
  kind: z.enum(['county', 'zip']),
  label: z.string(),
  purchases: z.number(),
  evidence: z.string(),
  /** The county as a place, to be kept as a target market. */
  place: maybe(place),
})

export const buyBox = z.object({
  id: id(),
  name: z.string(),
  mode: z.enum(['smart', 'manual']),
  is_paused: z.boolean(),
  /** How often its matches are mailed at most: `instant` as the notification preferences say. `off`: nothing is told of them. */
  notify: z.enum(['off', 'instant', 'daily', 'weekly']),
  criteria: z.array(criterion),
  geotags: z.array(geotag),
  /** Only of a smart box. */
  learned: maybe(
    z.object({
      purchases: z.number(),
      since: maybe(instant()),
      learned_at: instant(),
      areas: z.array(learnedArea),
      /** False: too little is known, so the customer is asked three questions instead. */
      is_enough: z.boolean(),
    }),
  ),
  created_at: instant(),
})
export type BuyBoxWire = z.output<typeof buyBox>

/** Ours, as are the four below. */
export const listBuyBoxes = endpoint({
  name: 'listBuyBoxes',
  method: 'GET',
  path: '/buy-boxes',
  summary: 'The buy boxes of this customer, the smart one first.',
  reply: wrapped(z.array(buyBox)),
})

const boxFields = {
  name: z.optional(boxName()),
  is_paused: z.optional(z.boolean()),
  notify: z.optional(z.enum(['off', 'instant', 'daily', 'weekly'])),
  criteria: z.optional(z.array(criterion).check(z.maxLength(CRITERION_KEYS.length))),
}

export const createBuyBox = endpoint({
  name: 'createBuyBox',
  method: 'POST',
  path: '/buy-boxes',
  summary: 'Create another manual box.',
  body: z.object({ ...boxFields, name: boxName() }),
  reply: wrapped(buyBox),
  status: 201,
})

export const updateBuyBox = endpoint({
  name: 'updateBuyBox',
  method: 'PUT',
  path: '/buy-boxes/{box}',
  summary:
    'Change the given fields. `criteria` replaces all criteria; a criterion that was changed by hand is locked.',
  params: z.object({ box: idText() }),
  body: z.object(boxFields),
  reply: wrapped(buyBox),
})

export const deleteBuyBox = endpoint({
  name: 'deleteBuyBox',
  method: 'DELETE',
  path: '/buy-boxes/{box}',
  summary: 'Delete a box with its areas. To delete a smart box, unlink its companies.',
  params: z.object({ box: idText() }),
  reply: done,
})

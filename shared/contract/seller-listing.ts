/**
 * The deal editor of the seller app: drafts that save themselves, publishing, comparable sales and figures. Ours,
 * beside the calls of the spec. Pictures and documents are in `seller-listing-files`, open houses in `seller-deals`.
 */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { DEAL_PRICE_MAX_USD, SEARCH_MAX_LENGTH } from './limits.ts'
import { openHouse } from './open-houses.ts'
import { DEAL_CONDITIONS, DEAL_STATUSES, OCCUPANCIES, priceChange } from './properties.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

export const LISTINGS = ['draft', 'listed', 'removed'] as const
/** Who is given a hidden address without being asked about. */
export const ADDRESS_RULES = ['everyone', 'id_verified', 'proof_of_funds', 'manual'] as const
export const DOCUMENT_GATES = ['login', 'id_verified', 'address_granted'] as const

const words = (length: number) =>
  z.nullable(z.string().check(z.trim(), z.maxLength(length, `At most ${length} characters.`)))
const whole = (most: number, least = 0) =>
  z.nullable(
    z
      .int('Enter a whole number.')
      .check(z.gte(least, `Enter ${least} or more.`), z.lte(most, `Enter ${most} or less.`)),
  )
const price = (least = 0) => whole(DEAL_PRICE_MAX_USD, least)
const count = () => whole(99)

/** What a seller fills in. Money in whole units of the currency, areas in square feet; null empties a field. */
export const dealFields = z.object({
  title: words(120),
  description: words(10_000),
  /** The street with its number. */
  address: z.string().check(z.trim(), z.maxLength(200)),
  city: z.string().check(z.trim(), z.maxLength(100)),
  /** Two letters. */
  state: z.string().check(z.trim(), z.regex(/^([A-Z]{2})?$/, 'Choose a state.')),
  zip: z.string().check(z.trim(), z.regex(/^(\d{5})?$/, 'Enter the 5 digits of the ZIP code.')),
  is_street_shown: z.boolean(),
  address_rule: z.enum(ADDRESS_RULES),
  parcel: words(60),
  /** The exact place, when the seller knows better than the address search. */
  latitude: z.nullable(z.number().check(z.gte(-90), z.lte(90))),
  longitude: z.nullable(z.number().check(z.gte(-180), z.lte(180))),
  property_type_id: whole(9, 1),
  parking_type_id: whole(6, 1),
  /** Ids of property tags. */
  tags: z.array(z.int().check(z.gte(1), z.lte(30))).check(z.maxLength(30)),
  price: price(1),
  arv: price(1),
  /** What the seller pays for it. Only the seller's company sees it. */
  contract_price: price(1),
  buy_now_price: price(1),
  entry_fee: price(),
  earnest_money: price(),
  repair_min: price(),
  repair_max: price(),
  beds: count(),
  /** Sellers write half a bath as 0.5 or apart. */
  baths: z.nullable(
    z
      .number('Enter a number.')
      .check(
        z.gte(0, 'Enter 0 or more.'),
        z.lte(99, 'Enter 99 or less.'),
        z.multipleOf(0.5, 'Enter full or half bathrooms.'),
      ),
  ),
  half_baths: count(),
  units: whole(10_000, 1),
  sqft: whole(10_000_000, 1),
  lot_size: whole(2_000_000_000, 1),
  year_built: whole(2100, 1600),
  condition: z.nullable(z.enum(DEAL_CONDITIONS)),
  occupancy: z.nullable(z.enum(OCCUPANCIES)),
  access: words(500),
  closing_at: z.nullable(instant()),
  expires_at: z.nullable(instant()),
  manager_id: z.nullable(id()),
})
export type DealFields = z.output<typeof dealFields>
/** Some of them, as one call saves them. */
export const dealChange = z.partial(dealFields)
export type DealChange = z.output<typeof dealChange>

export const sellerImage = z.object({
  id: id(),
  url: z.string(),
  thumbnail: maybe(z.string()),
  caption: maybe(z.string()),
  is_illustration: flag(),
})
export type SellerImageWire = z.output<typeof sellerImage>

const sellerVideo = z.object({ id: id(), url: z.string(), caption: maybe(z.string()) })

export const sellerDocument = z.object({
  id: id(),
  title: z.string(),
  kind: z.string(),
  content_type: z.string(),
  size_bytes: amount(),
  gate: maybe(z.enum(DOCUMENT_GATES)),
  url: maybe(z.string()),
  /** It waits for a virus scan; buyers do not see it. */
  is_quarantined: z.optional(flag()),
})

/** A deal as its seller edits it. */
export const sellerDeal = z.object({
  id: id(),
  status: z.enum(DEAL_STATUSES),
  listing: z.enum(LISTINGS),
  fields: dealFields,
  /** The time zone of its place; open houses are meant in it. */
  time_zone: z.string(),
  county: maybe(z.string()),
  published_at: maybe(instant()),
  updated_at: maybe(instant()),
  /** Opens the page of a draft for whoever has it. */
  preview_url: z.string(),
  images: z.array(sellerImage),
  videos: z.array(sellerVideo),
  documents: z.array(sellerDocument),
  open_houses: z.array(openHouse),
  price_changes: z.array(priceChange),
  /** Other listings of the same house that its seller may hear of. */
  duplicates: z.array(z.object({ id: id(), address: z.string(), is_own: flag(), listing: z.enum(LISTINGS) })),
})
export type SellerDealWire = z.output<typeof sellerDeal>

const sellerDealRow = z.object({
  id: id(),
  status: z.enum(DEAL_STATUSES),
  listing: z.enum(LISTINGS),
  address: z.string(),
  is_street_shown: flag(),
  title: maybe(z.string()),
  price: maybe(amount()),
  arv: maybe(amount()),
  thumbnail: maybe(z.string()),
  /** From 0 to 100. */
  completeness: amount(),
  published_at: maybe(instant()),
  updated_at: maybe(instant()),
  expires_at: maybe(instant()),
  views_count: amount(),
  favourites_count: amount(),
  /** Address requests that wait. */
  waiting_requests_count: amount(),
  active_offers_count: amount(),
})
export type SellerDealRowWire = z.output<typeof sellerDealRow>

const DEALS = '/account/api/deals'
const DEAL = `${DEALS}/{deal}`
const dealParams = z.object({ deal: idText() })
const ours = { at: 'site', auth: 'account' } as const

export const sellerDeals = endpoint({
  ...ours,
  name: 'sellerDeals',
  method: 'GET',
  path: DEALS,
  summary: 'The deals of this account, last changed first, with the completeness and activity of each.',
  query: z.object({
    page: pageNumber(),
    'filter[listing]': z.optional(z.enum(LISTINGS)),
    'filter[status]': z.optional(z.enum(DEAL_STATUSES)),
    q: z.optional(z.string().check(z.maxLength(SEARCH_MAX_LENGTH))),
  }),
  reply: page(sellerDealRow),
})

export const sellerCreateDeal = endpoint({
  ...ours,
  name: 'sellerCreateDeal',
  permission: 'deals',
  method: 'POST',
  idempotency: 'optional',
  path: DEALS,
  summary: 'Create a draft. A repeat with the same `Idempotency-Key` returns the first one.',
  body: dealChange,
  reply: wrapped(sellerDeal),
  status: 201,
})

export const sellerDealForEdit = endpoint({
  ...ours,
  name: 'sellerDealForEdit',
  method: 'GET',
  path: DEAL,
  summary: 'A deal with all fields of its editor.',
  params: dealParams,
  reply: wrapped(sellerDeal),
})

export const sellerSaveDeal = endpoint({
  ...ours,
  name: 'sellerSaveDeal',
  permission: 'deals',
  method: 'PUT',
  path: DEAL,
  summary:
    'Save the given fields; others stay. 422 names each field of a listed deal that would be missing afterwards.',
  params: dealParams,
  body: dealChange,
  reply: wrapped(sellerDeal),
})

export const sellerPublishDeal = endpoint({
  ...ours,
  name: 'sellerPublishDeal',
  permission: 'deals',
  method: 'POST',
  path: `${DEAL}/publish`,
  summary:
    'List a draft, or a deal that was taken down or has expired, again. 422 names each required field that is missing.',
  params: dealParams,
  body: z.object({ expires_at: z.optional(z.nullable(instant())) }),
  reply: wrapped(sellerDeal),
})

export const sellerDeleteDraft = endpoint({
  ...ours,
  name: 'sellerDeleteDraft',
  permission: 'deals',
  method: 'DELETE',
  path: DEAL,
  summary: 'Delete a draft with its files. 409 for a deal that was ever listed: take it down instead.',
  params: dealParams,
  reply: z.unknown(),
  status: 204,
})

const sellerSale = z.object({
  /** Tells the sale from others of the report. */
  key: z.string(),
  is_picked: flag(),
  address: z.string(),
  sold_price: amount(),
  sold_at: instant(),
  sq_footage: maybe(amount()),
  bedrooms: maybe(amount()),
  bathrooms: maybe(amount()),
  distance_miles: amount(),
  source: z.string(),
})
export type SellerSaleWire = z.output<typeof sellerSale>

const sales = wrapped(z.object({ sales: z.array(sellerSale), are_all_shown: flag() }))

export const sellerSales = endpoint({
  ...ours,
  name: 'sellerSales',
  method: 'GET',
  path: `${DEAL}/comparables`,
  summary: 'The sales near a deal, and which of them its page shows.',
  params: dealParams,
  reply: sales,
})

export const sellerPickSales = endpoint({
  ...ours,
  name: 'sellerPickSales',
  permission: 'deals',
  method: 'PUT',
  path: `${DEAL}/comparables`,
  summary: 'Choose the sales that the page of a deal shows; null shows all of them again.',
  params: dealParams,
  body: z.object({ keys: z.nullable(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(200))) }),
  reply: sales,
})

export const sellerDealFigures = endpoint({
  ...ours,
  name: 'sellerDealFigures',
  method: 'GET',
  path: `${DEAL}/figures`,
  summary: 'The statistics of a deal: viewers, their actions, and the views of each of the last 30 days.',
  params: dealParams,
  reply: wrapped(
    z.object({
      views: amount(),
      /** People who were logged in. */
      viewers: amount(),
      images_viewed: amount(),
      favourites: amount(),
      address_requests: amount(),
      granted: amount(),
      questions: amount(),
      visits: amount(),
      offers: amount(),
      active_offers: amount(),
      /** Oldest day first, in UTC. */
      days: z.array(z.object({ day: z.string(), views: amount() })),
    }),
  ),
})
export type DealFiguresWire = z.output<typeof sellerDealFigures.reply>['data']

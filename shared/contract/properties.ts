/** Properties and deals (spec section 7): the whole list by columns, one deal, its neighborhood, parking types. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { messageProperty } from './message-property.ts'
import { openHouse } from './open-houses.ts'
import { amount, flag, id, idText, instant, maybe, wrapped } from './wire.ts'

/** By the status index of a list row (spec section 3). */
export const DEAL_STATUSES = ['available', 'pending', 'sold'] as const
export type DealStatus = (typeof DEAL_STATUSES)[number]
export const OCCUPANCIES = ['vacant', 'tenant', 'owner'] as const
/** In the order of shared/rules/buy-box CONDITIONS. */
export const DEAL_CONDITIONS = ['turnkey', 'cosmetic', 'light_rehab', 'full_rehab', 'teardown'] as const

/**
 * The columns of the list, in the order ours are sent. Money in whole units of the currency, shares in percent with one decimal, areas
 * in square feet, times in seconds since 1970, flags 0 or 1; null is unknown. A reader goes by the names it is sent.
 */
export const DEAL_COLUMNS = [
  'id',
  /** Index into DEAL_STATUSES. */
  'status',
  'price',
  'arv_estimate',
  'arv_percentage',
  /** ARV less price. */
  'gross_margin',
  'sq_footage',
  'year_built',
  'latitude',
  'longitude',
  /** From 0 to 1. */
  'score',
  'city',
  'county',
  'state_code',
  'zip',
  /** Null while the street is hidden. */
  'full_address',
  'public_address',
  'street_address_show',
  /** Index into `img_paths`. */
  'img',
  'title',
  'bedrooms',
  'bathrooms',
  'half_bathrooms',
  'units',
  'lot_size',
  'property_type_id',
  'parking_type_id',
  /** Bit `n` is set for the property tag with id `n`. */
  'tags',
  /** Index into DEAL_CONDITIONS. */
  'condition',
  /** Index into OCCUPANCIES. */
  'occupancy',
  'repair_min',
  'repair_max',
  'account_id',
  /** Of the seller, 0 to 5 with one decimal. */
  'seller_rating',
  'is_verified',
  'has_video',
  'has_comps',
  'published_at',
  'updated_at',
  /** How far the price has fallen since it was published. */
  'price_drop',
  /** The next open house. */
  'open_house_at',
  'closing_at',
  'entry_fee',
] as const
export type DealColumn = (typeof DEAL_COLUMNS)[number]

/** A list, whole or as what changed. Cells are numbers, texts or null. */
export const dealList = z.object({
  columns: z.array(z.string()),
  data: z.array(z.array(z.unknown())),
  img_paths: z.array(z.string()),
  /** All deals there are, whatever was filtered (checklist BRW-51). */
  all_count: amount(),
  /** Ours: hand it back as `since` to be sent only what changed. */
  cursor: maybe(z.string()),
  /** Ours, of a delta: ids that are not listed any more. */
  removed: maybe(z.array(id())),
  /** Ours: true when `data` holds only what changed since `since`. */
  is_delta: maybe(flag()),
})
export type DealListWire = z.output<typeof dealList>

export const listProperties = endpoint({
  name: 'listProperties',
  method: 'GET',
  path: '/properties',
  auth: 'none',
  spec: ['GET /customer/api/properties'],
  summary:
    'All listed deals as columns and row arrays, the same for everybody; with an ETag, and with `since` only what changed. The filters of the browse page’s address narrow it.',
  query: z.looseObject({ since: z.optional(z.string().check(z.maxLength(80))) }),
  reply: dealList,
})

/** South, west, north, east in degrees. */
export const bounds = z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() })

export const propertyBounds = endpoint({
  name: 'propertyBounds',
  method: 'GET',
  path: '/properties/bounds',
  auth: 'none',
  spec: ['GET /customer/api/properties/bounds'],
  summary: 'The bounds of the deals that match the given filters; null if none matches.',
  query: z.looseObject({}),
  reply: z.object({ data: z.nullable(bounds), count: amount() }),
})

const image = z.object({
  id: id(),
  url: z.string(),
  thumbnail: maybe(z.string()),
  caption: maybe(z.string()),
  width: maybe(amount()),
  height: maybe(amount()),
  /** Drawn, not photographed: said on the picture. */
  is_illustration: maybe(flag()),
})
export type PropertyImageWire = z.output<typeof image>

const video = z.object({ id: id(), url: z.string(), poster: maybe(z.string()), caption: maybe(z.string()) })

const document = z.object({
  id: id(),
  title: z.string(),
  kind: z.string(),
  content_type: z.string(),
  size_bytes: amount(),
  created_at: instant(),
  /** Null: anybody may read it. Else what unlocks it. */
  gate: maybe(z.enum(['login', 'id_verified', 'address_granted'])),
  /** Signed and short-lived; null while the gate is closed to the caller, or the document is quarantined. */
  url: maybe(z.string()),
  /** It waits for a virus scan; only its seller sees it listed. */
  is_quarantined: z.optional(flag()),
})
export type PropertyDocumentWire = z.output<typeof document>

const comparable = z.object({
  id: id(),
  address: z.string(),
  sold_price: amount(),
  sold_at: instant(),
  sq_footage: maybe(amount()),
  bedrooms: maybe(amount()),
  bathrooms: maybe(amount()),
  year_built: maybe(amount()),
  lot_size: maybe(amount()),
  /** To 0.1 mi; when the subject's address is hidden the upper end of a band, see `distance_is_band`. */
  distance_miles: amount(),
  distance_is_band: maybe(flag()),
  /** Left out when the subject's address is hidden. */
  latitude: maybe(z.number()),
  longitude: maybe(z.number()),
  condition: maybe(z.string()),
  source: z.string(),
  /** Of the record, not of the sale. */
  as_of: instant(),
})
export type ComparableWire = z.output<typeof comparable>

export const priceChange = z.object({
  at: instant(),
  price: amount(),
  kind: z.enum(['listed', 'price', 'status', 'arv']),
  /** Of the kind `arv`: what it was changed to; null when it was taken away. */
  arv: maybe(amount()),
  status: maybe(z.enum(DEAL_STATUSES)),
})

/** What the asking customer has to do with it; the spec's relation `customer`. */
export const ownRelation = z.object({
  is_favourite: flag(),
  /** Of a favorite: its price when it was kept. */
  favourite_price: maybe(amount()),
  note: maybe(z.string()),
  tags: maybe(z.array(z.string())),
  /** The calculator's inputs as this customer left them; shape in shared/rules/deals/calculator. */
  assumptions: maybe(z.record(z.string(), z.number())),
})

export const property = z.extend(messageProperty, {
  status: z.enum(DEAL_STATUSES),
  title: maybe(z.string()),
  /** Draft, listed, or taken down by the seller. */
  listing: z.enum(['draft', 'listed', 'removed']),
  public_address: z.string(),
  street_address_show: flag(),
  /** True when `full_address` and the coordinates are the true ones for this caller. */
  has_address: flag(),
  location_precision: z.enum(['exact', 'approximate']),
  latitude: maybe(z.number()),
  longitude: maybe(z.number()),
  city: z.string(),
  county: maybe(z.string()),
  zip: z.string(),
  state: z.object({ code: z.string(), name: z.string() }),
  /** IANA name of the property's time zone. */
  time_zone: z.string(),
  half_bathrooms: maybe(amount()),
  units: maybe(amount()),
  year_built: maybe(amount()),
  lot_size: maybe(amount()),
  property_type: maybe(z.object({ id: id(), label: z.string() })),
  parking_type: maybe(z.object({ id: id(), label: z.string() })),
  property_tags: z.array(z.object({ id: id(), label: z.string() })),
  condition: maybe(z.enum(DEAL_CONDITIONS)),
  occupancy: maybe(z.enum(OCCUPANCIES)),
  repair_min: maybe(amount()),
  repair_max: maybe(amount()),
  entry_fee: maybe(amount()),
  buy_now_price: maybe(amount()),
  earnest_money: maybe(amount()),
  access: maybe(z.string()),
  closing_at: maybe(instant()),
  published_at: maybe(instant()),
  updated_at: maybe(instant()),
  expires_at: maybe(instant()),
  /** Paragraphs, links and lists only; cleaned by the server. */
  description: maybe(z.string()),
  score: maybe(amount()),
  views_count: amount(),
  favourites_count: amount(),
  images: z.array(image),
  videos: z.array(video),
  documents: z.array(document),
  comparables: z.array(comparable),
  price_changes: z.array(priceChange),
  open_houses: z.array(openHouse),
  dispositions_manager: maybe(
    z.object({ id: id(), name: z.string(), photo: maybe(z.string()), phone: maybe(z.string()) }),
  ),
  account: z.object({
    id: id(),
    title: maybe(z.string()),
    logo: maybe(z.string()),
    rating: maybe(amount()),
    reviews_count: maybe(amount()),
    deals_count: maybe(amount()),
    is_verified: maybe(flag()),
  }),
  customer: maybe(ownRelation),
  /** Ids of deals that are like it, and of the seller's others; the list has the rest. */
  similar_ids: z.array(id()),
  seller_deal_ids: z.array(id()),
  /** Ids of listings of the same parcel by other sellers. */
  duplicate_ids: z.array(id()),
})
export type PropertyWire = z.output<typeof property>

export const showProperty = endpoint({
  name: 'showProperty',
  method: 'GET',
  path: '/properties/{property}',
  auth: 'optional',
  spec: ['GET /customer/api/properties/{id}'],
  summary:
    'One deal with all its details. A logged-in customer also sees what was granted to them; `preview_hash` opens a draft.',
  params: z.object({ property: idText() }),
  query: z.object({
    with: z.optional(z.string()),
    preview_hash: z.optional(z.string().check(z.maxLength(80))),
  }),
  reply: wrapped(property),
})

export const listParkingTypes = endpoint({
  name: 'listParkingTypes',
  method: 'GET',
  path: '/parking-type',
  auth: 'none',
  spec: ['GET /customer/api/parking-type'],
  summary: 'The parking types, as dropdown options.',
  reply: wrapped(z.array(z.object({ id: id(), label: z.string() }))),
})

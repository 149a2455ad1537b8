/** The tables of deals as TypeScript sees them; made by migration 0003. */
import type { Generated } from 'kysely'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

/** What migration 0003 added to `properties`. */
export interface DealColumns {
  /** Index into DEAL_STATUSES. */
  status: Generated<number>
  listing: Generated<'draft' | 'listed' | 'removed'>
  /** Rises with every change that a list shows; set it with `nextval('deal_revisions')`. */
  revision: Generated<number>
  /** Of the request that caused this revision; null when none did. */
  request_id: Maybe<string>
  title: Maybe<string>
  description: Maybe<string>
  county: Maybe<string>
  /** True coordinates: they leave the server only through server/deals/properties/address-privacy.ts. */
  latitude: Maybe<number>
  longitude: Maybe<number>
  time_zone: Maybe<string>
  parcel: Maybe<string>
  half_baths: Maybe<number>
  units: Maybe<number>
  year_built: Maybe<number>
  lot_size: Maybe<number>
  property_type_id: Maybe<number>
  parking_type_id: Maybe<number>
  /** Bit `n` is set for the property tag with id `n`. */
  tags: Generated<number>
  condition: Maybe<number>
  occupancy: Maybe<number>
  repair_min: Maybe<number>
  repair_max: Maybe<number>
  entry_fee: Maybe<number>
  buy_now_price: Maybe<number>
  /** What the seller pays for it; never shown to others. */
  contract_price: Maybe<number>
  earnest_money: Maybe<number>
  access: Maybe<string>
  /** What it was published at. */
  first_price: Maybe<number>
  closing_at: MaybeStamp
  published_at: MaybeStamp
  updated_at: MaybeStamp
  expires_at: MaybeStamp
  preview_hash: Maybe<string>
  /** Who is given the address without being asked about. */
  address_rule: Generated<'everyone' | 'id_verified' | 'proof_of_funds' | 'manual'>
  manager_id: Maybe<number>
  /** Seed of its drawn pictures, while it has no uploaded ones. */
  illustration: Maybe<number>
  favourites_count: Generated<number>
  /** Keys of the sales its page shows; null is all of them. */
  picked_sales: Json<string[] | null>
  /** Of the call that began the draft. */
  idempotency_key: Maybe<string>
  /** A digest of what the call said that has this key. */
  idempotency_terms: Maybe<string>
}

/** One row: what tells the order of changes in this database from another's. */
export interface DealOrdersTable {
  name: Generated<string>
}

export interface PropertyImagesTable {
  id: Generated<number>
  property_id: number
  position: number
  url: string
  thumb_url: Maybe<string>
  caption: Maybe<string>
  is_illustration: Generated<boolean>
  /** What its uploader calls it, so that a repeat is no second one. */
  ref: Maybe<string>
}

export interface PropertyVideosTable {
  id: Generated<number>
  property_id: number
  url: string
  poster_url: Maybe<string>
  caption: Maybe<string>
}

export interface PropertyDocumentsTable {
  id: Generated<number>
  property_id: number
  title: string
  kind: string
  content_type: string
  size_bytes: number
  gate: Maybe<'login' | 'id_verified' | 'address_granted'>
  storage_key: string
  /** The signatures it was last scanned with, once it was stored. */
  scanned_with: Maybe<string>
  /** Waits for its first scan and is handed to nobody. */
  is_quarantined: Generated<boolean>
  ref: Maybe<string>
  created_at: Stamp
}

export interface PriceChangesTable {
  id: Generated<number>
  property_id: number
  kind: 'listed' | 'price' | 'status' | 'arv'
  price: Maybe<number>
  /** Of the kind `arv`: what it was changed to. */
  arv: Maybe<number>
  status: Maybe<number>
  at: Date
}

/** Around the house. */
export interface MarketReportsTable {
  property_id: number
  comparables: Json<unknown[]>
  neighborhood: Json<Record<string, unknown>>
  fetched_at: Date
}

/** Around the point where a hidden deal is shown. */
export interface ShownMarketReportsTable extends MarketReportsTable {
  latitude: number
  longitude: number
}

export interface FavouritesTable {
  customer_id: number
  property_id: number
  price: Maybe<number>
  labels: Json<string[]>
  /** As its owner was told last, null when nothing was; a status of -1: taken down. */
  told_price: Maybe<number>
  told_status: Maybe<number>
  created_at: Stamp
}

export interface OpenHousesTable {
  id: Generated<number>
  property_id: number
  starts_at: Date
  ends_at: Date
  time_zone: string
  capacity: Maybe<number>
  registered_count: Generated<number>
  waiting_count: Generated<number>
  access_notes: Maybe<string>
  host_id: Maybe<number>
  grants_address: Generated<boolean>
  cancelled_at: MaybeStamp
  cancel_reason: Maybe<string>
  created_at: Stamp
}

export interface OpenHouseRegistrationsTable {
  id: Generated<number>
  open_house_id: number
  customer_id: number
  state: 'registered' | 'waiting' | 'cancelled'
  waiting_since: MaybeStamp
  rating: Maybe<number>
  feedback: Maybe<string>
  created_at: Stamp
  /** That the day is near. */
  reminded_at: MaybeStamp
}

export interface DealNotesTable {
  customer_id: number
  property_id: number
  note: Maybe<string>
  tags: Json<string[]>
  assumptions: Json<Record<string, number> | null>
  updated_at: Stamp
}

export interface PropertyReportsTable {
  id: Generated<number>
  property_id: number
  customer_id: number
  reason: string
  details: Maybe<string>
  closed_at: MaybeStamp
  decision: Maybe<'kept' | 'removed'>
  closed_by: Maybe<number>
  created_at: Stamp
}

export interface UiEventsTable {
  id: Generated<number>
  event_type_slug: string
  session_id: string
  customer_id: Maybe<number>
  property_id: number
  image_id: Maybe<number>
  activity_start: Date
  last_activity: Date
  seen_at: Date
  created_at: Stamp
}

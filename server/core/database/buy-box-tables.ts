/** The tables of buy boxes: boxes, target markets, companies and what they bought (migrations 0002 and 0007). */
import type { ColumnType, Generated } from 'kysely'
import type { BuyBoxWire, CriterionWire } from '#shared/contract/buy-box.ts'
import type { MatchReason } from '#shared/contract/match-feedback.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export interface BuyBoxesTable {
  id: Generated<number>
  customer_id: number
  name: string
  mode: 'smart' | 'manual'
  is_paused: Generated<boolean>
  notify: ColumnType<BuyBoxWire['notify'], BuyBoxWire['notify'] | undefined, BuyBoxWire['notify']>
  criteria: Json<CriterionWire[]>
  /** Of a smart box, what the linked companies' purchases say; null before it was looked at. */
  learned: Json<unknown>
  learned_at: MaybeStamp
  created_at: Stamp
}

export interface GeotagsTable {
  id: Generated<number>
  customer_id: number
  buy_box_id: number
  place_id: string
  name_formated: string
  kind: 'place' | 'radius' | 'polygon'
  place: Json<PlaceWire>
  radius_miles: Maybe<number>
  polygon: Json<{ lat: number; lng: number }[] | null>
  created_at: Stamp
}

export interface LocationQueriesTable {
  id: Generated<number>
  customer_id: number
  label: string
  value: string
  meta: Json<unknown>
  created_at: Stamp
}

export interface CompaniesTable {
  id: Generated<number>
  name: string
  search_name: string
  state: Maybe<string>
  kind: 'llc' | 'trust'
  purchase_count: Generated<number>
  created_at: Stamp
}

export interface CompanyPurchasesTable {
  id: Generated<number>
  company_id: number
  /** `YYYY-MM-DD`. */
  purchased_on: ColumnType<Date | string, string, string>
  /** In whole units of the currency. */
  price: number
  arv: Maybe<number>
  sqft: Maybe<number>
  beds: Maybe<number>
  baths: Maybe<number>
  year_built: Maybe<number>
  property_type_id: Maybe<number>
  zip: string
  county_fips: string
  state: string
}

export interface LinkedCompaniesTable {
  customer_id: number
  company_id: number
  proof: ColumnType<Proof, Proof | undefined, Proof>
  created_at: Stamp
}
type Proof = 'self_declared' | 'id_match' | 'document'

export interface MatchFeedbackTable {
  customer_id: number
  property_id: number
  reason: MatchReason
  /** What the deal was then; null for what was not stated. */
  zip: Maybe<string>
  property_type_id: Maybe<number>
  condition: Maybe<number>
  arv_percentage: Maybe<number>
  account_id: Maybe<number>
  created_at: Stamp
}

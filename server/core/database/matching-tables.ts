/** The tables of matching as TypeScript sees them; made by the migrations 0006 and 0008. */
import type { Generated } from 'kysely'
import type { MatchReasonWire } from '#shared/contract/feed.ts'
import type { Json, MaybeStamp, Stamp } from './column-types.ts'

/** One row. */
export interface MatchingProgressTable {
  is_only: Generated<boolean>
  /** Of the last deal that was matched. */
  revision: Generated<number>
}

/** Due while fewer changes were matched than there were. */
export interface MatchedCustomersTable {
  customer_id: number
  changes: Generated<number>
  indexed_changes: Generated<number>
  matched_changes: Generated<number>
  /** Deals that changed after this revision are news when the boxes find them. */
  news_since: Generated<number>
  changed_at: Stamp
  claimed_until: Stamp
  score_version: Generated<number>
  /** The next morning to ask for a digest; long ago while nobody knows when that is. */
  digest_at: Stamp
}

export interface DigestedDealsTable {
  customer_id: number
  property_id: number
  sent_at: Date
}

export interface BoxRulesTable {
  box_id: number
  /** As server/matching/matches/box-rules writes and reads them. */
  rules: Json<unknown>
}

export interface BoxAreasTable {
  key: string
  box_id: number
  customer_id: number
  price_min: Generated<number>
  price_max: Generated<number>
}

export interface MatchesTable {
  customer_id: number
  property_id: number
  box_id: number
  /** 0 to 100. */
  score: number
  score_version: number
  reasons: Json<MatchReasonWire[]>
  revision: number
  cause: 'deal' | 'box'
  is_current: Generated<boolean>
  found_at: Date
  /** Found because a deal changed; its buyer was not told yet. */
  is_untold: Generated<boolean>
}

export interface DealVisitsTable {
  customer_id: number
  before_at: MaybeStamp
  last_at: Date
}

export interface DealMarksTable {
  customer_id: number
  property_id: number
  seen_at: MaybeStamp
  hidden_at: MaybeStamp
}

/** The tables of saved searches as TypeScript sees them; made by migration 0010. */
import type { ColumnType, Generated } from 'kysely'
import type { SearchAlert, SearchChannel } from '#shared/contract/saved-searches.ts'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export interface SavedSearchesTable {
  id: Generated<number>
  customer_id: number
  name: string
  /** As in the address of the browse page, without `?`. */
  query: string
  alert: SearchAlert
  channels: Json<SearchChannel[]>
  /** Changes of deals behind this one may bring something new. */
  revision: number
  /** What passed it then; null when that was too much to remember. Asked in SQL only. */
  known_ids: ColumnType<unknown, number[] | null, number[] | null>
  begun_at: Stamp
  looked_at: Stamp
  alert_at: MaybeStamp
  created_at: Stamp
}

export interface SavedSearchFindsTable {
  search_id: number
  property_id: number
  found_at: Stamp
  is_current: Generated<boolean>
  told_at: MaybeStamp
}

export interface SearchWebhooksTable {
  search_id: number
  url: string
  secret: string
  /** Nothing was taken since then. */
  failing_since: MaybeStamp
  paused_at: MaybeStamp
  paused_reason: Maybe<string>
  created_at: Stamp
}

export interface WebhookDeliveriesTable {
  id: Generated<number>
  search_id: number
  /** Empty: a test. */
  property_ids: Json<number[]>
  state: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  status: Maybe<number>
  error: Maybe<string>
  created_at: Stamp
  attempted_at: MaybeStamp
  next_at: Stamp
  claimed_until: Stamp
  /** Of the request that caused it; null when none did. */
  request_id: Maybe<string>
}

/** One row. */
export interface SearchProgressTable {
  is_only: Generated<boolean>
  revision: Generated<number>
}

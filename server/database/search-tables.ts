/** The tables of saved searches as TypeScript sees them; made by migration 0010. */
import type { ColumnType, Generated } from 'kysely'
import type { SearchAlert, SearchChannel } from '#shared/contract/saved-searches.ts'
import type { Json, MaybeStamp, Stamp } from './column-types.ts'

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

/** One row. */
export interface SearchProgressTable {
  is_only: Generated<boolean>
  revision: Generated<number>
}

/** The tables of jobs, as TypeScript sees them; made by migrations 0024 and 0025. */
import type { ColumnType, Generated } from 'kysely'
import type { Maybe, MaybeStamp } from './column-types.ts'

export interface FailedWorkTable {
  id: Generated<number>
  kind: string
  /** Which one of its kind, e.g. an offer's id. */
  item: string
  tries: number
  error: string
  first_failed_at: Date
  last_failed_at: Date
  /** Read only in SQL: it may be infinity. */
  next_try_at: ColumnType<unknown, Date | 'infinity', Date | 'infinity'>
  given_up_at: MaybeStamp
  dismissed_at: MaybeStamp
  /** Why it was dismissed. */
  note: Maybe<string>
}

/** Files without a reference. */
export interface FileDeletionsTable {
  storage_key: string
  queued_at: Date
}

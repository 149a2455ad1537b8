/** How columns read and write. */
import type { ColumnType } from 'kysely'

/** Filled by the database, readable as a `Date`. */
export type Stamp = ColumnType<Date, Date | string | undefined, Date | string>
export type MaybeStamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** Read as the value, written as JSON text: both drivers then store the same, also for arrays. */
export type Json<T> = ColumnType<T, string | undefined, string>
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>

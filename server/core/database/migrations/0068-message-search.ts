/** The seller app's search in message texts: a company's messages as they came, and words by their letters in threes. */
import type { TableIndex } from '../table-indexes.ts'

export const indexes: readonly TableIndex[] = [
  { name: 'messages_account_latest', on: 'messages (account_id, sort_at desc, id desc)' },
  // Without a list of entries that wait: each search would read it, and the embedded database never empties it.
  { name: 'messages_trigrams', on: 'messages using gin (body gin_trgm_ops) with (fastupdate = off)' },
]

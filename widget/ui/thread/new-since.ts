/** What came in from the seller below what is being read. Both walk from the end, so they cost what is new and not what is there. */
import type { Rows } from '#shared/thread/model.ts'

/** Ids of the seller's messages behind the one with this id, the oldest first. */
export function newSince(rows: Rows, seenId: number): number[] {
  const ids: number[] = []
  for (let offset = rows.count; offset-- > 0; ) {
    const row = rows.at(offset)
    if (row.kind !== 'message') continue
    if (row.message.id === seenId) break
    if (row.message.type === 'outbound') ids.unshift(row.message.id)
  }
  return ids
}

/** 0 when there is no message. */
export function lastIdOf(rows: Rows): number {
  for (let offset = rows.count; offset-- > 0; ) {
    const row = rows.at(offset)
    if (row.kind === 'message') return row.message.id
  }
  return 0
}

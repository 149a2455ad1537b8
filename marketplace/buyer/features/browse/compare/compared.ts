/** Which deals are compared: two to five, in the order they were chosen; the address has them. Pure. */
import { COMPARE_MAX } from '#shared/contract/limits.ts'
import type { BrowseModel } from '../browse-model.ts'

export const COMPARED_MIN = 2

/** What changes the compared deals. */
export type Compared = Pick<BrowseModel, 'query' | 'change'>

/** Null when there is no room for another one. */
export function toggleCompared(ids: readonly number[], id: number): readonly number[] | null {
  if (ids.includes(id)) return ids.filter((one) => one !== id)
  return ids.length >= COMPARE_MAX ? null : [...ids, id]
}

/** Stands in until its parts are there. */
import type { Deal } from './deal.ts'

export function Calculator(_: { deal: Deal }) {
  return null
}

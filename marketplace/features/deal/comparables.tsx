/** Stands in until its parts are there. */
import type { Deal } from './deal.ts'

export function Comparables(_: { deal: Deal; nowMs: number }) {
  return null
}

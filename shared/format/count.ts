/** Counts that must stay short: K and M with one decimal (spec section 9), and whole ones with separators. */
import { grouped } from './grouped.ts'

/** `1,500`; of a fraction up to three digits. */
export const formatNumber = (count: number): string => grouped(String(Math.round(count * 1000) / 1000))

/** `999`, `1.5K`, `2.0M`. Rounds before it picks the letter, so 999,950 is `1.0M` and never `1000.0K`. */
export function shortCount(count: number): string {
  const size = Math.abs(count)
  if (Math.round(size) < 1000) return String(Math.round(count))
  const thousands = Math.round(size / 100) / 10
  const text = thousands < 1000 ? `${thousands.toFixed(1)}K` : `${(size / 1_000_000).toFixed(1)}M`
  return count < 0 ? `-${text}` : text
}

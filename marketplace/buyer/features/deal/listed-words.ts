/** `Listed 2h ago · Deal 48213 · 61 views`. */
import { dayWords } from '#marketplace/kit/date-labels.ts'
import type { Deal } from './deal.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DAYS_IN_WORDS = 30

type Listed = Pick<Deal, 'id' | 'publishedAt' | 'views' | 'favourites'>

export function listedWords({ id, publishedAt, views, favourites }: Listed, nowMs: number): string {
  const parts = [
    publishedAt === null ? null : agoWords(Date.parse(publishedAt), nowMs),
    `Deal ${id}`,
    counted(views, 'view'),
    counted(favourites, 'save'),
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

const counted = (count: number, word: string): string | null =>
  count === 0 ? null : `${count.toLocaleString('en-US')} ${count === 1 ? word : `${word}s`}`

function agoWords(atMs: number, nowMs: number): string | null {
  if (Number.isNaN(atMs)) return null
  const passedMs = Math.max(0, nowMs - atMs)
  if (passedMs < HOUR_MS) return `Listed ${Math.max(1, Math.floor(passedMs / MINUTE_MS))}m ago`
  if (passedMs < DAY_MS) return `Listed ${Math.floor(passedMs / HOUR_MS)}h ago`
  const days = Math.floor(passedMs / DAY_MS)
  if (days > DAYS_IN_WORDS) return `Listed ${dayWords(atMs)}`
  return days === 1 ? 'Listed yesterday' : `Listed ${days} days ago`
}

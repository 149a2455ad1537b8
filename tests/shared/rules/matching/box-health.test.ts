/** How a buy box does: what matches, what starves it, and what the smallest widening brings. */
import { describe, expect, it } from 'vitest'
import { healthWords } from '#marketplace/buyer/features/buy-box/box-health-note.tsx'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { boxHealth } from '#shared/rules/matching/box-health.ts'
import type { BoxArea } from '#shared/rules/matching/scored-box.ts'
import { type PlainDeal, plainDeal, wireOf } from '#tests/support/plain-deals.ts'
import { box, criterion, houston } from './boxes.ts'

const NOW_MS = Date.UTC(2026, 6, 1)
const daysAgo = (days: number) => NOW_MS / 1000 - days * 86_400

/** 20 deals in Houston from $100,000 to $195,000, one published every two days; one that is sold. */
const DEALS: PlainDeal[] = Array.from({ length: 20 }, (_, index) =>
  plainDeal({
    id: index + 1,
    price: 100_000 + index * 5000,
    bedrooms: index % 4,
    city: 'Houston',
    state_code: 'TX',
    published_at: daysAgo(index * 2),
  }),
)
const SOLD = plainDeal({ id: 99, price: 100_000, bedrooms: 3, city: 'Houston', state_code: 'TX', status: 2 })
const KATY = plainDeal({ id: 100, price: 90_000, bedrooms: 3, city: 'Katy', state_code: 'TX' })
const TABLE = parseDealList(wireOf([...DEALS, SOLD, KATY]))
const upTo = (max: number) => criterion('price', { max, is_hard: true })
const health = (given: Parameters<typeof box>[0]) => boxHealth(TABLE, box(given), NOW_MS)

describe('the health of a buy box', () => {
  it('counts what matches today, and what comes in a week', () => {
    // Fifteen of the twenty are of the last four weeks.
    expect(health({ areas: [houston] })).toMatchObject({ matches: 20, perWeek: 4, all: 21 })
  })

  it('names the criterion that starves it, and the smallest step that lets deals in', () => {
    const found = health({
      areas: [houston],
      criteria: [upTo(85_000), criterion('beds', { min: 1, is_hard: true })],
    })
    expect(found.matches).toBe(0)
    // A tenth more is $94,000, still none; a quarter more is $107,000: $105,000 has a bedroom, $100,000 none.
    expect(found.narrowest).toMatchObject({
      key: 'price',
      label: 'Price',
      without: 15,
      widened: { label: 'Price up to $107,000', matches: 1, criterion: { max: 107_000, is_hard: true } },
    })
    expect(healthWords(found)).toEqual({
      headline: 'No deal matches this buy box today.',
      narrow: 'Price keeps most deals away: 15 deals would match without it, 1 with Price up to $107,000.',
    })
  })

  it('lowers a smallest value as well', () => {
    const found = health({ criteria: [criterion('beds', { min: 4, is_hard: true })] })
    expect(found.narrowest?.widened).toMatchObject({ label: 'Beds 3 or more', matches: 6 })
  })

  it('what is only nice to have starves nothing', () => {
    expect(health({ criteria: [criterion('beds', { min: 9 })] }).narrowest).toBeNull()
  })

  it('names the target locations when nothing else keeps a deal away', () => {
    expect(health({ areas: [houston] }).narrowest).toMatchObject({ key: 'area', without: 21, widened: null })
  })

  it('names what keeps every deal away only together, and what would match without it', () => {
    const found = health({
      areas: [houston],
      criteria: [upTo(50_000), criterion('beds', { min: 9, is_hard: true })],
    })
    expect(found).toMatchObject({ matches: 0, narrowest: null })
    expect(healthWords(found).narrow).toBe(
      'Price and Beds keep every deal away together: 20 deals would match without them.',
    )
  })

  it('keeps of such criteria those that let deals through, and counts a place without any deal among them', () => {
    const waco: BoxArea = {
      kind: 'place',
      label: 'Waco, TX',
      center: { lat: 31.5, lng: -97 },
      place: { kind: 'city', name: 'Waco', state: 'TX' },
    }
    const { together } = health({
      areas: [waco],
      criteria: [upTo(50_000), criterion('beds', { min: 1, is_hard: true })],
    })
    // Fifteen of the twenty and the one in Katy have a bedroom.
    expect(together).toEqual({ labels: ['Target locations', 'Price'], without: 16 })
  })

  it('says of a box that names nothing yet that it looks for nothing', () => {
    expect(healthWords(health({}))).toEqual({
      headline: 'It names neither a location nor a criterion yet, so it looks for no deals.',
      narrow: null,
    })
  })

  it('says of a box that everything matches that it tells nothing', () => {
    const found = health({ criteria: [criterion('beds', { min: 0, is_hard: false })] })
    expect(healthWords(found).narrow).toMatch(/^That is nearly every deal/)
  })
})

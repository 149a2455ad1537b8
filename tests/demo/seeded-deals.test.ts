import { describe, expect, it } from 'vitest'
import { DEAL_DETAILS } from '#demo/seed/deal-details.ts'
import { DEALS } from '#demo/seed/deals.ts'
import type { DealRow } from '#demo/seed/seeded-deals/deal-row.ts'
import { dealMaker } from '#demo/seed/seeded-deals/make-deals.ts'
import { papersOf, readPaper } from '#demo/seed/seeded-deals/papers.ts'
import { makeSellers } from '#demo/seed/seeded-deals/sellers.ts'
import { townLines } from '#demo/seed/seeded-deals/town-lines.ts'
import { readTowns } from '#demo/seed/seeded-deals/towns.ts'
import { visitMaker } from '#demo/seed/seeded-deals/visits.ts'
import { kmBetween } from '#server/providers/places/gazetteer/grid.ts'

const NOW = Date.UTC(2026, 9, 20, 16, 0)
const DAY_MS = 24 * 60 * 60_000
const COUNT = 6000
const towns = await readTowns()
const people = await makeSellers(120, towns)
const sellers = people.map(({ state }, index) => ({
  accountId: index + 11,
  memberIds: [index + 1] as const,
  state,
}))
const make = dealMaker({ nowMs: NOW, towns, sellers })
const deals = Array.from({ length: COUNT }, (_, index) => make(index))

const share = (is: (deal: DealRow) => boolean) => deals.filter(is).length / COUNT
const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0

describe('the made-up deals', () => {
  it('are the same for the same number and moment, however many there are', () => {
    const again = dealMaker({ nowMs: NOW, towns, sellers })
    expect([again(4321), again(7)]).toEqual([deals[4321], deals[7]])
    expect(dealMaker({ nowMs: NOW, towns, sellers, seed: 2 })(7)).not.toEqual(deals[7])
  })

  it('stand within the circle of a ZIP of their town', () => {
    const spots = new Map(
      towns.flatMap((town) => town.spots.map((spot) => [`${spot.zip} ${town.state}`, spot])),
    )
    for (const deal of deals) {
      const spot = spots.get(`${deal.zip} ${deal.state}`)
      const at = { lat: Number(deal.latitude), lng: Number(deal.longitude) }
      expect(spot && kmBetween(spot, at) <= spot.km + 0.01, `${deal.city} ${deal.zip}`).toBe(true)
      expect(deal.time_zone).toBe(spot?.zone)
    }
  })

  it('are mostly available, some pending, few sold, one in eight without its street', () => {
    expect(share(({ status }) => status === 0)).toBeCloseTo(0.78, 1)
    expect(share(({ status }) => status === 1)).toBeCloseTo(0.12, 1)
    expect(share(({ status }) => status === 2)).toBeCloseTo(0.1, 1)
    const hidden = share((deal) => !deal.is_street_shown)
    expect(hidden).toBeGreaterThan(0.09)
    expect(hidden).toBeLessThan(0.15)
  })

  it('cost what houses cost where they stand', () => {
    const prices = (wanted: string) => {
      const level = towns.find(({ name }) => name === wanted)
      if (!level) throw new Error(`There is no ${wanted}.`)
      const only = dealMaker({ nowMs: NOW, towns: [level], sellers })
      return middle(Array.from({ length: 200 }, (_, index) => only(index).price))
    }
    expect(prices('Seattle')).toBeGreaterThan(prices('Houston') * 2)
    expect(prices('Houston')).toBeGreaterThan(prices('Cleveland') * 1.5)
  })

  it('ask less than they are worth repaired, but for a few', () => {
    const known = deals.filter(({ arv }) => arv !== null)
    const above = known.filter(({ price, arv }) => price > Number(arv)).length / known.length
    expect(above).toBeGreaterThan(0.005)
    expect(above).toBeLessThan(0.05)
    expect(known.length / COUNT).toBeGreaterThan(0.93)
    expect(known.length).toBeLessThan(COUNT)
    for (const { price, first_price, repair_min, repair_max } of deals) {
      expect(price).toBeGreaterThan(0)
      expect(first_price).toBeGreaterThanOrEqual(price)
      expect(Number(repair_max)).toBeGreaterThanOrEqual(Number(repair_min))
    }
  })

  it('were published within 90 days and changed since, never ahead of now', () => {
    for (const { published_at, updated_at } of deals) {
      const published = Date.parse(published_at)
      expect(NOW - published).toBeLessThanOrEqual(90 * DAY_MS)
      expect(Date.parse(String(updated_at))).toBeGreaterThanOrEqual(published)
      expect(Date.parse(String(updated_at))).toBeLessThanOrEqual(NOW)
    }
  })

  it('never say a street in their words, and use many', () => {
    for (const { address, title, description } of deals) {
      const name = String(address).replace(/^\d+ (?:[NSEW] )?/, '')
      expect(`${title} ${description}`).not.toContain(name)
    }
    expect(new Set(deals.map(({ title }) => title)).size).toBeGreaterThan(COUNT * 0.6)
  })

  it('have some houses twice, from two sellers', () => {
    const byParcel = new Map<unknown, Set<unknown>>()
    for (const { parcel, account_id } of deals)
      byParcel.set(parcel, (byParcel.get(parcel) ?? new Set()).add(account_id))
    const twice = [...byParcel.values()].filter((accounts) => accounts.size > 1).length
    expect(twice).toBeGreaterThan(5)
    expect(twice).toBeLessThan(COUNT / 100)
  })
})

describe('what belongs to the made-up deals', () => {
  it('can be walked at a decent hour of the next three weeks, where the house is', () => {
    const visitsOf = visitMaker({ nowMs: NOW, visitorIds: [3, 4, 5, 6] })
    const visits = deals.flatMap((deal, index) => visitsOf(deal, index + 16))
    expect(visits.length).toBeGreaterThan(COUNT * 0.02)
    for (const { row, registeredIds } of visits) {
      const start = Date.parse(String(row.starts_at))
      expect(start).toBeGreaterThan(NOW)
      expect(start).toBeLessThan(NOW + 23 * DAY_MS)
      const clock = new Intl.DateTimeFormat('en-US', {
        timeZone: String(row.time_zone),
        hour: 'numeric',
        hourCycle: 'h23',
      })
      const hour = Number(clock.format(start))
      expect(hour).toBeGreaterThanOrEqual(10)
      expect(hour).toBeLessThanOrEqual(17)
      expect(registeredIds.length).toBeLessThanOrEqual(Number(row.capacity ?? 99))
    }
    expect(visits.some(({ row, registeredIds }) => row.capacity === registeredIds.length)).toBe(true)
  })

  it('includes papers of the size that is said, which name no address', () => {
    const papers = deals.flatMap((deal, index) => papersOf(index + 16, deal.published_at))
    expect(papers.length).toBeGreaterThan(COUNT * 0.1)
    for (const { storage_key, size_bytes } of papers.slice(0, 50)) {
      const bytes = readPaper(String(storage_key))
      expect(bytes?.byteLength).toBe(size_bytes)
      expect(Buffer.from(bytes ?? []).toString('latin1')).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/)
    }
    expect(readPaper('demo/../secret/1')).toBeNull()
  })

  it('is known of every scripted deal', () => {
    for (const { key, state, zip } of DEALS) {
      const details = DEAL_DETAILS[key]
      const spot = towns.flatMap(({ spots }) => spots).find((each) => each.zip === zip)
      expect(details, key).toBeDefined()
      expect(state).toBe('TX')
      if (spot && details)
        expect(kmBetween(spot, { lat: details.at[0], lng: details.at[1] }), key).toBeLessThan(8)
    }
  })
})

describe('the towns', () => {
  it('are what the gazetteer says', async () => {
    const lines = await townLines()
    const written = towns.map(({ name, state, people: count }) => `${name}\t${state}\t${count}`)
    expect(lines.towns.slice(1).map((line) => line.split('\t').slice(0, 3).join('\t'))).toEqual(written)
  })

  it('lie in every state and in Puerto Rico', () => {
    expect(new Set(towns.map(({ state }) => state)).size).toBe(52)
  })
})

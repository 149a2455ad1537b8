/** What a listing may not lack, how its score grows, and times on a wall of another time zone. */
import { describe, expect, it } from 'vitest'
import { NEW_DEAL } from '#marketplace/seller/deals/new-deal.ts'
import type { DealFields } from '#shared/contract/seller-listing.ts'
import { completenessOf, publishProblems } from '#shared/rules/deals/completeness.ts'
import { timeZoneOf } from '#shared/rules/deals/time-zone.ts'
import { momentOf, wallOf } from '#shared/rules/deals/wall-time.ts'

const EMPTY: DealFields = NEW_DEAL.fields
const NEEDED: DealFields = {
  ...EMPTY,
  address: '412 Live Oak St',
  city: 'Waco',
  state: 'TX',
  zip: '76701',
  property_type_id: 1,
  price: 185_000,
  arv: 260_000,
  beds: 0,
  baths: 1,
  sqft: 600,
}
const FULL: DealFields = {
  ...NEEDED,
  title: 'Brick ranch',
  description: 'x'.repeat(100),
  parcel: '48-309-0771',
  year_built: 1962,
  repair_min: 10_000,
  repair_max: 20_000,
  condition: 'cosmetic',
  occupancy: 'vacant',
  access: 'Lockbox',
  closing_at: '2026-12-01T00:00:00Z',
  earnest_money: 3000,
}
const NOTHING = { photos: 0, documents: 0 }

describe('completeness', () => {
  it('of an empty deal is none, and everything required is named', () => {
    const { score, required } = completenessOf(EMPTY, NOTHING)
    expect(score).toBe(0)
    expect(Object.keys(required)).toHaveLength(10)
  })

  it('is 100 only with everything', () => {
    expect(completenessOf(FULL, { photos: 5, documents: 1 }).score).toBe(100)
    expect(completenessOf(FULL, { photos: 5, documents: 0 }).score).toBeLessThan(100)
  })

  it('takes a studio without a bedroom for what it is', () => {
    expect(publishProblems(NEEDED, NOTHING)).toEqual({})
  })

  it('never falls when a field is filled in', () => {
    const names = Object.keys(FULL) as (keyof DealFields)[]
    let fields = EMPTY
    let before = 0
    for (const name of names) {
      fields = { ...fields, [name]: FULL[name] }
      const { score } = completenessOf(fields, NOTHING)
      expect(score, name).toBeGreaterThanOrEqual(before)
      before = score
    }
  })

  it('advises the photo first', () => {
    expect(completenessOf(NEEDED, NOTHING).advice[0]).toMatchObject({ field: 'photos' })
  })

  it('refuses what contradicts itself', () => {
    expect(publishProblems({ ...FULL, repair_min: 30_000 }, NOTHING)).toHaveProperty('repair_max')
  })
})

describe('a time on the wall', () => {
  it.each([
    ['winter', '2026-11-28T10:00', 'America/Chicago', '2026-11-28T16:00:00.000Z'],
    ['summer', '2026-07-04T10:00', 'America/Chicago', '2026-07-04T15:00:00.000Z'],
    ['the hour before clocks go back', '2026-11-01T00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
    ['a zone without summer time', '2026-07-04T10:00', 'America/Phoenix', '2026-07-04T17:00:00.000Z'],
  ])('of %s is that moment, and back', (_what, wall, zone, instant) => {
    const ms = momentOf(wall, zone)
    expect(new Date(ms ?? 0).toISOString()).toBe(instant)
    expect(wallOf(ms ?? 0, zone)).toBe(wall)
  })

  it.each([
    ['west of UTC', '2026-03-08T02:30', 'America/Chicago', '2026-03-08T08:30:00.000Z'],
    ['east of UTC', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['at midnight', '2026-04-24T00:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['by half an hour', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ])('that a change of clocks skips %s is the one that much later', (_what, wall, zone, instant) => {
    expect(new Date(momentOf(wall, zone) ?? 0).toISOString()).toBe(instant)
  })

  it.each(['', '2026-02-30T10:00', 'tomorrow'])('that is none, %j, is no moment', (wall) => {
    expect(momentOf(wall, 'America/Chicago')).toBeNull()
  })
})

describe('the time zone of a place', () => {
  it.each([
    ['TX', -97.1, 'America/Chicago'],
    ['TX', -106.4, 'America/Denver'],
    ['FL', -80.2, 'America/New_York'],
    ['FL', -87.2, 'America/Chicago'],
    ['PR', -66.1, 'America/Puerto_Rico'],
    ['', null, 'America/Chicago'],
  ])('%s at %s is %s', (state, longitude, zone) => {
    expect(timeZoneOf(state, longitude)).toBe(zone)
  })
})

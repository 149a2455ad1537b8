/** Makes up a house: its kind, size, age, lot, parking, state of repair and who lives in it. */
import type { Random } from '../random.ts'
import type { Town } from './towns.ts'

/** Ids of PROPERTY_TYPES. */
export const TYPE = {
  single: 1,
  town: 2,
  condo: 3,
  duplex: 4,
  triplex: 5,
  fourplex: 6,
  multi: 7,
  manufactured: 8,
  land: 9,
} as const
/** Ids of PROPERTY_TAGS. */
export const TAG = {
  vacant: 1,
  tenant: 2,
  fixer: 3,
  light: 4,
  turnkey: 5,
  fire: 6,
  foundation: 7,
  creative: 8,
  shortTerm: 9,
  pool: 10,
} as const

export interface House {
  typeId: number
  beds: number | null
  baths: number | null
  halfBaths: number | null
  units: number | null
  sqft: number | null
  year: number | null
  lot: number | null
  parkingId: number | null
  /** Index into DEAL_CONDITIONS; null of land. */
  condition: number | null
  /** Index into OCCUPANCIES. */
  occupancy: number | null
  tags: readonly number[]
}

const UNITS: Readonly<Record<number, number>> = { 4: 2, 5: 3, 6: 4 }
const ACRE = 43_560
const OLDEST = 1885
const NEWEST = 2021

export function makeHouse(random: Random, town: Town): House {
  const typeId = pickType(random, town)
  if (typeId === TYPE.land) return makeLand(random)
  const units = typeId === TYPE.multi ? random.between(5, 24) : (UNITS[typeId] ?? null)
  const rooms = roomsOf(random, typeId, units)
  const year = clamp(Math.round(town.level.year + bell(random) * 26), OLDEST, NEWEST)
  const condition = weighted(random, [10, 26, 34, 25, 5])
  const occupancy = weighted(random, units === null ? [68, 14, 18] : [30, 64, 6])
  const isUnknown = random.between(1, 40)
  return {
    typeId,
    units,
    ...rooms,
    condition,
    occupancy,
    sqft: isUnknown === 1 ? null : sqftOf(random, town, { beds: rooms.beds, typeId }),
    year: isUnknown === 2 ? null : year,
    lot: lotOf(random, typeId),
    parkingId: parkingOf(random, typeId),
    tags: tagsOf(random, { condition, occupancy, state: town.state }),
  }
}

function pickType(random: Random, { people, level }: Town): number {
  const isDense = people > 300_000 && level.year < 1960
  const shares = isDense ? [54, 14, 9, 10, 3, 3, 2, 1, 4] : [72, 6, 4, 5, 1, 1, 1, 5, 5]
  return weighted(random, shares) + 1
}

function makeLand(random: Random): House {
  const none = { beds: null, baths: null, halfBaths: null, units: null, sqft: null, year: null }
  const lot = random.between(1, 3) === 1 ? random.between(1, 24) * ACRE : random.between(45, 300) * 100
  return {
    ...none,
    typeId: TYPE.land,
    lot,
    parkingId: null,
    condition: null,
    occupancy: 0,
    tags: [TAG.vacant],
  }
}

function roomsOf(random: Random, typeId: number, units: number | null) {
  if (units !== null) {
    const perUnit = random.between(1, 3)
    return { beds: units * perUnit, baths: units * (perUnit > 2 ? 2 : 1), halfBaths: null }
  }
  const beds =
    typeId === TYPE.condo
      ? random.between(1, 3)
      : typeId === TYPE.town
        ? random.between(2, 4)
        : weighted(random, [1, 17, 53, 23, 6]) + 1
  const full =
    beds <= 2
      ? weighted(random, [74, 26]) + 1
      : beds === 3
        ? weighted(random, [34, 58, 8]) + 1
        : random.between(2, 3)
  const hasHalf = random.between(1, 5) === 1
  return { beds, baths: full + (hasHalf ? 0.5 : 0), halfBaths: hasHalf ? 1 : 0 }
}

function sqftOf(random: Random, { level }: Town, { beds, typeId }: { beds: number; typeId: number }): number {
  const perBed = 0.52 + beds * 0.16
  const kind = typeId === TYPE.condo ? 0.78 : typeId === TYPE.manufactured ? 0.84 : beds > 6 ? 0.82 : 1
  return Math.max(480, Math.round(level.sqft * perBed * kind * (1 + bell(random) * 0.17)))
}

function lotOf(random: Random, typeId: number): number | null {
  if (typeId === TYPE.condo) return null
  const [low, high] = typeId === TYPE.town ? [12, 32] : [38, 118]
  const isWide = random.between(1, 12) === 1
  return random.between(low, high) * 100 * (isWide ? 3 : 1)
}

function parkingOf(random: Random, typeId: number): number | null {
  const shares = typeId === TYPE.condo ? [8, 4, 12, 10, 42, 24] : [34, 14, 12, 24, 11, 5]
  return random.between(1, 30) === 1 ? null : weighted(random, shares) + 1
}

function tagsOf(random: Random, house: { condition: number; occupancy: number; state: string }): number[] {
  const oneIn = (count: number) => random.between(1, count) === 1
  const tags: number[] = []
  if (house.occupancy === 0) tags.push(TAG.vacant)
  if (house.occupancy === 1) tags.push(TAG.tenant)
  tags.push(...({ 0: [TAG.turnkey], 2: [TAG.light], 3: [TAG.fixer], 4: [TAG.fixer] }[house.condition] ?? []))
  if (house.condition >= 3 && oneIn(9)) tags.push(TAG.fire)
  if (house.condition >= 2 && oneIn(8)) tags.push(TAG.foundation)
  if (oneIn(18)) tags.push(TAG.creative)
  if (oneIn(30)) tags.push(TAG.shortTerm)
  if (oneIn(POOL_STATES.has(house.state) ? 7 : 60)) tags.push(TAG.pool)
  return tags
}

const POOL_STATES = new Set(['AZ', 'CA', 'FL', 'NV', 'TX', 'HI', 'PR'])

/** Around 0, seldom beyond 2. */
export const bell = (random: Random): number =>
  (random.next() + random.next() + random.next() + random.next() - 2) * 1.73

/** Place in the list, by its share. */
export function weighted(random: Random, shares: readonly number[]): number {
  let point = random.next() * shares.reduce((sum, share) => sum + share, 0)
  for (const [index, share] of shares.entries()) {
    point -= share
    if (point < 0) return index
  }
  return shares.length - 1
}

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

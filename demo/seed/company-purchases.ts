/** Makes up what a company has bought since 2019: near one place, of one kind, at prices it can pay. Pure. */
import type { Market } from './company-markets.ts'
import type { Random } from './random.ts'

export interface DemoPurchase {
  /** `YYYY-MM-DD` */
  purchasedOn: string
  priceUsd: number
  arvUsd: number | null
  sqft: number | null
  beds: number
  baths: number
  yearBuilt: number | null
  /** Id of `PROPERTY_TYPES`. */
  typeId: number
  zip: string
  countyFips: string
  state: string
}

/** How many purchases companies have: out of a hundred companies, so many have from `low` to `high`. */
const HISTORIES = [
  { share: 30, low: 0, high: 0 },
  { share: 25, low: 1, high: 2 },
  { share: 35, low: 3, high: 6 },
  { share: 8, low: 8, high: 16 },
  { share: 2, low: 20, high: 40 },
] as const

const FIRST_DAY_MS = Date.UTC(2019, 0, 1)
const DAY_MS = 24 * 60 * 60_000
const OTHER_TYPES = [2, 3, 4, 5, 6] as const
const SINGLE_FAMILY = 1

export function purchaseCount(random: Random): number {
  let point = random.between(1, 100)
  for (const { share, low, high } of HISTORIES) {
    if (point <= share) return random.between(low, high)
    point -= share
  }
  return 0
}

/** `home` is where it mostly buys, `other` where it strays to. */
export function makePurchases(
  random: Random,
  count: number,
  { home, other, nowMs }: { home: Market; other: Market; nowMs: number },
): DemoPurchase[] {
  const favorites = [random.pick(home.zips), random.pick(home.zips), random.pick(home.zips)] as const
  const habits = {
    // From 65 % to 145 % of what is usual there.
    level: random.between(65, 145) / 100,
    size: random.between(900, 1900),
    year: random.between(1925, 2005),
    type: random.between(1, 4) === 1 ? random.pick(OTHER_TYPES) : SINGLE_FAMILY,
  }
  const days = Math.max(1, Math.floor((nowMs - FIRST_DAY_MS) / DAY_MS))
  return Array.from({ length: count }, () => {
    const isStray = random.between(1, 8) === 1
    const market = isStray ? other : home
    const priceUsd = roundTo(500, market.priceUsd * habits.level * spreadBy(random, 25))
    const sqft = roundTo(4, habits.size * spreadBy(random, 20))
    const beds = Math.max(1, Math.round(sqft / 480))
    return {
      purchasedOn: day(FIRST_DAY_MS + random.between(0, days - 1) * DAY_MS),
      priceUsd,
      arvUsd: random.between(1, 5) === 1 ? null : roundTo(500, (priceUsd * 100) / random.between(58, 80)),
      sqft: random.between(1, 12) === 1 ? null : sqft,
      beds,
      baths: Math.max(1, Math.round(beds * 1.2) / 2 + 0.5),
      yearBuilt: random.between(1, 15) === 1 ? null : habits.year + random.between(-12, 14),
      typeId: random.between(1, 7) === 1 ? random.pick(OTHER_TYPES) : habits.type,
      zip: isStray || random.between(1, 4) === 1 ? random.pick(market.zips) : random.pick(favorites),
      countyFips: market.countyFips,
      state: market.state,
    }
  })
}

/** From `percent` below to `percent` above one. */
const spreadBy = (random: Random, percent: number) => 1 + random.between(-percent, percent) / 100
const roundTo = (step: number, value: number) => Math.round(value / step) * step
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)

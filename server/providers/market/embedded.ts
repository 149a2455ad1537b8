/** The demo world's market: sales around a property that are invented, always the same for the same property, and say so. */

import { inventedArea } from './embedded-area.ts'
import type { MarketReport, MarketSource, MarketSubject, Sale } from './market-source.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

const INVENTED = 'Example records'

export function createEmbeddedMarket({ nowMs = Date.now }: { nowMs?: () => number } = {}): MarketSource {
  return {
    name: 'embedded',
    async report(subject): Promise<MarketReport> {
      return { comparables: inventedSales(subject, nowMs()), neighborhood: inventedArea(subject, nowMs()) }
    },
  }
}

const SALES = { least: 6, most: 14 }
/** Every so many sales one is far from the others, as foreclosures and gifts are. */
const OUTLIER_SHARE = 0.12

function inventedSales(subject: MarketSubject, nowMs: number): Sale[] {
  const { latitude, longitude } = subject
  const perSqft = pricePerSqftOf(subject)
  if (latitude === null || longitude === null || perSqft === null) return []
  // Around a point that is shown instead of the house the sales are others: they do not move along with the house.
  const { propertyId } = subject
  const random = seededRandom(
    propertyId === null ? `sales around ${latitude} ${longitude}` : `sales around property ${propertyId}`,
  )
  const count = random.between(SALES.least, SALES.most)
  return Array.from({ length: count }, () =>
    inventedSale({ subject: { ...subject, latitude, longitude }, perSqft, random, nowMs }),
  )
}

/** What a square foot goes for once it is repaired. */
function pricePerSqftOf(subject: MarketSubject): number | null {
  const { arvUsd, priceUsd, sqft, areaPricePerSqft } = subject
  const value = arvUsd ?? (priceUsd === null ? null : priceUsd * ARV_OVER_PRICE)
  if (value !== null && sqft !== null && sqft > 0) return value / sqft
  return areaPricePerSqft
}

const ARV_OVER_PRICE = 1.4
const USUAL_SQFT = 1_450
const DAY_MS = 86_400_000
/** Fourteen months, and not so new that no record could know of it. */
const SOLD_DAYS = { least: 12, most: 425 }
const RECORDED_DAYS = 9

interface Invention {
  subject: MarketSubject & { latitude: number; longitude: number }
  perSqft: number
  random: SeededRandom
  nowMs: number
}

function inventedSale({ subject, perSqft, random, nowMs }: Invention): Sale {
  const sqft = Math.round((subject.sqft ?? USUAL_SQFT) * (1 + random.around() * 0.17))
  const isOutlier = random.next() < OUTLIER_SHARE
  const factor = isOutlier ? random.pick([0.52, 0.6, 1.5, 1.7]) : 0.98 + random.around() * 0.09
  const soldMs = nowMs - random.between(SOLD_DAYS.least, SOLD_DAYS.most) * DAY_MS
  const year = subject.yearBuilt
  return {
    address: streetOf(random, subject.address),
    sold_price: Math.max(500, Math.round((perSqft * factor * sqft) / 500) * 500),
    sold_at: dayOf(soldMs),
    sq_footage: sqft,
    bedrooms: subject.beds === null ? null : Math.max(1, subject.beds + random.pick([-1, 0, 0, 0, 1])),
    bathrooms: subject.baths === null ? null : Math.max(1, subject.baths + random.pick([-0.5, 0, 0, 0.5, 1])),
    year_built: year === null ? null : year + Math.round(random.around() * 9),
    lot_size: subject.lotSize === null ? null : Math.round(subject.lotSize * (1 + random.around() * 0.2)),
    ...placeNear(subject, random),
    condition: random.pick(['Renovated', 'Updated', 'Average', 'As is']),
    source: INVENTED,
    as_of: dayOf(soldMs + RECORDED_DAYS * DAY_MS),
  }
}

const METERS_PER_DEGREE = 111_195
const NEAREST_M = 60
const FARTHEST_M = 2_600

/** More of them near than far. */
function placeNear({ latitude, longitude }: { latitude: number; longitude: number }, random: SeededRandom) {
  const meters = NEAREST_M + (FARTHEST_M - NEAREST_M) * random.next() ** 1.4
  const angle = random.next() * 2 * Math.PI
  const shrink = Math.cos((latitude * Math.PI) / 180)
  return {
    latitude: rounded(latitude + (meters * Math.cos(angle)) / METERS_PER_DEGREE),
    longitude: rounded(longitude + (meters * Math.sin(angle)) / (METERS_PER_DEGREE * shrink)),
  }
}

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5
const dayOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 10)}T00:00:00.000Z`

const NAMES = [
  'Alder',
  'Bayliss',
  'Cardinal',
  'Dogwood',
  'Eastwood',
  'Fairmount',
  'Glenmore',
  'Hollis',
  'Ivy',
  'Juniper',
  'Kirby',
  'Laurel',
  'Meadow',
  'Norwood',
  'Overbrook',
  'Prescott',
  'Quail',
  'Redwood',
  'Sycamore',
  'Thornton',
  'Underhill',
  'Vista',
  'Wexford',
  'Yarrow',
  'Briarcliff',
  'Chestnut',
  'Delmar',
  'Elmhurst',
  'Foxglove',
  'Garner',
] as const satisfies readonly string[]
const KINDS = ['Street', 'Avenue', 'Drive', 'Lane', 'Court', 'Road'] as const

/** Never the subject's own street: next to a hidden address it would be that address. */
function streetOf(random: SeededRandom, subject: string): string {
  const own = subject.toLowerCase()
  const others = NAMES.filter((name) => !own.includes(name.toLowerCase()))
  const name = others[random.between(0, others.length - 1)] ?? NAMES[0]
  return `${random.between(3, 98) * 100 + random.between(1, 99)} ${name} ${random.pick(KINDS)}`
}

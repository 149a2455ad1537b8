/** A county's register of sales, and a market source that answers from it: the same sales, whichever deal it is asked about. */

import type {
  MarketReport,
  MarketSource,
  MarketSubject,
  Sale,
} from '#server/providers/market/market-source.ts'
import { seededRandom } from '#server/providers/market/seeded-random.ts'
import { milesBetween } from '#shared/rules/deals/area.ts'
import type { Bounds, Point } from '#shared/rules/deals/filter.ts'

const SALES = 4000
const REPORTED = 12

export function registerOf({ south, west, north, east }: Bounds): Sale[] {
  const random = seededRandom('a county’s register')
  return Array.from({ length: SALES }, (_, index) => ({
    address: `${index + 100} Register Road`,
    sold_price: 90_000 + random.between(0, 400_000),
    sold_at: `2026-0${random.between(1, 6)}-11T00:00:00.000Z`,
    as_of: '2026-07-01T00:00:00.000Z',
    sq_footage: random.between(800, 3000),
    bedrooms: 3,
    bathrooms: 2,
    year_built: 1960,
    lot_size: null,
    latitude: south + random.next() * (north - south),
    longitude: west + random.next() * (east - west),
    condition: null,
    source: 'County records',
  }))
}

export const nearestSales = (sales: readonly Sale[], at: Point, count = REPORTED): Sale[] =>
  sales
    .map((sale) => ({ sale, miles: milesBetween(at, { lat: sale.latitude, lng: sale.longitude }) }))
    .toSorted((a, b) => a.miles - b.miles)
    .slice(0, count)
    .map(({ sale }) => sale)

/** Knows the flood zone and the schools of a place by where exactly it is, as such services do. `asked`: all that it heard. */
export function sourceFrom(sales: readonly Sale[]): MarketSource & { asked: MarketSubject[] } {
  const asked: MarketSubject[] = []
  return {
    name: 'http',
    asked,
    async report(subject): Promise<MarketReport> {
      asked.push(subject)
      const { latitude, longitude, zip } = subject
      const place = `${latitude?.toFixed(3)} ${longitude?.toFixed(3)}`
      const from = { source: 'County records', as_of: '2026-07-01T00:00:00.000Z' }
      const flood = {
        key: 'flood_zone',
        label: 'Flood zone',
        value: `Zone of ${place}`,
        unit: 'text',
      } as const
      return {
        comparables: nearestSales(sales, { lat: latitude ?? 0, lng: longitude ?? 0 }),
        neighborhood: {
          name: zip,
          figures: [{ ...flood, ...from }],
          trend: [],
          trend_source: null,
          schools: [{ name: `School of ${place}`, rating: 7, level: 'High', ...from }],
        },
      }
    },
  }
}

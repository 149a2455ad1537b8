/**
 * A report as somebody may see it. Around a hidden address nothing of it leads there: exact distances from three known houses are
 * an address, and so are bands around many of them. Such a reader gets neither the houses' own addresses nor what a public
 * register finds them by.
 */
import type { ComparableWire } from '#shared/contract/properties.ts'
import type { Sale } from './market-source.ts'

export interface SubjectPlace {
  latitude: number | null
  longitude: number | null
  city: string
  state: string
  zip: string
}

/** Upper ends of the bands, in miles. */
export const BANDS_MILES = [0.25, 0.5, 1, 2, 5, 10, 25] as const

export function shownComparables(
  sales: readonly Sale[],
  place: SubjectPlace,
  hasAddress: boolean,
): ComparableWire[] {
  const { latitude, longitude } = place
  if (latitude === null || longitude === null) return []
  return (
    sales
      // In an order, and with ids, that have nothing to do with where they are.
      .toSorted((a, b) => b.sold_at.localeCompare(a.sold_at) || b.sold_price - a.sold_price)
      .map((sale, index) => {
        const miles = milesBetween({ latitude, longitude }, sale)
        return { id: index + 1, ...(hasAddress ? whole(sale, miles) : veiled(sale, miles, place)) }
      })
  )
}

const whole = ({ ...sale }: Sale, miles: number) => ({
  ...sale,
  distance_miles: Math.round(miles * 10) / 10,
  distance_is_band: false,
})

function veiled(sale: Sale, miles: number, { city, state, zip }: SubjectPlace) {
  return {
    address: `${city}, ${state} ${zip}`,
    sold_price: Math.round(sale.sold_price / PRICE_STEP_USD) * PRICE_STEP_USD,
    sold_at: monthOf(sale.sold_at),
    sq_footage: sale.sq_footage === null ? null : Math.round(sale.sq_footage / SQFT_STEP) * SQFT_STEP,
    bedrooms: sale.bedrooms,
    bathrooms: sale.bathrooms,
    year_built: sale.year_built,
    condition: sale.condition,
    source: sale.source,
    as_of: monthOf(sale.as_of),
    distance_miles: BANDS_MILES.find((band) => miles <= band) ?? Math.ceil(miles / 25) * 25,
    distance_is_band: true,
  }
}

const PRICE_STEP_USD = 1_000
const SQFT_STEP = 10
const monthOf = (instant: string): string => `${new Date(instant).toISOString().slice(0, 7)}-01T00:00:00.000Z`

const EARTH_MILES = 3958.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

interface At {
  latitude: number
  longitude: number
}

/** Along a great circle. */
export function milesBetween(a: At, b: At): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const east = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const turn = north + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(turn)))
}

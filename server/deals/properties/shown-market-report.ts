/**
 * A report's sales as a reader may see them. Around a hidden address they are sales around the point where the deal is shown, and
 * their distances are measured from it, so that nothing in them depends on the house. Still, such a reader gets neither the sales'
 * own addresses nor what a public register finds them by.
 */
import type { Sale } from '#server/providers/market/market-source.ts'
import type { ComparableWire } from '#shared/contract/properties.ts'
import { milesBetween } from '#shared/rules/deals/area.ts'
import type { ShownPlace } from './address-privacy.ts'

/** Where the reader is shown the deal; never the house itself unless it is shown to them. */
export interface SubjectPlace extends Pick<ShownPlace, 'latitude' | 'longitude' | 'precision'> {
  city: string
  state: string
  zip: string
}

/** Upper ends of the bands, in miles. */
export const BANDS_MILES = [0.25, 0.5, 1, 2, 5, 10, 25] as const

export function shownComparables(sales: readonly Sale[], place: SubjectPlace): ComparableWire[] {
  const { latitude: lat, longitude: lng, precision } = place
  if (lat === null || lng === null) return []
  return (
    sales
      // In an order, and with ids, that have nothing to do with where they are.
      .toSorted((a, b) => b.sold_at.localeCompare(a.sold_at) || b.sold_price - a.sold_price)
      .map((sale, index) => {
        const miles = milesBetween({ lat, lng }, { lat: sale.latitude, lng: sale.longitude })
        const shown = precision === 'exact' ? whole(sale, miles) : veiled(sale, miles, place)
        return { id: index + 1, ...shown }
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

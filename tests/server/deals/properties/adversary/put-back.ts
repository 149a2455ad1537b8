/** Leaks that were mended, as they were: each answers what somebody saw of a deal were its house at a place. */
import { BANDS_MILES } from '#server/deals/properties/shown-market-report.ts'
import type { Sale } from '#server/providers/market/market-source.ts'
import { inArea, metersBetween, milesBetween } from '#shared/rules/deals/area.ts'
import type { Point } from '#shared/rules/deals/filter.ts'
import { squareAround } from './world.ts'

export interface Known {
  /** The one that the adversary guessed. */
  house: Point
  shown: Point
  /** Of the county's register, those anywhere near, the nearest first. */
  sales: readonly Sale[]
}

const placeOf = ({ latitude: lat, longitude: lng }: Sale): Point => ({ lat, lng })
const milesTo = (place: Point) => (sale: Sale) => milesBetween(place, placeOf(sale))
const REPORTED = 12

export const LEAKS: readonly [name: string, sees: (known: Known) => (place: Point) => unknown][] = [
  [
    'bands of distances from the house to known sales',
    ({ sales }) =>
      (place) =>
        sales.slice(0, REPORTED).map((sale) => BANDS_MILES.find((band) => milesTo(place)(sale) <= band)),
  ],
  [
    'the sales that are nearest to the house',
    ({ sales }) =>
      (place) =>
        sales
          .map((sale) => ({ sale, miles: milesTo(place)(sale) }))
          .toSorted((a, b) => a.miles - b.miles)
          .slice(0, REPORTED)
          .map(({ sale }) => sale.address)
          .toSorted(),
  ],
  [
    'the sales in the order of their distance',
    ({ sales }) =>
      (place) =>
        sales
          .slice(0, REPORTED)
          .toSorted((a, b) => milesTo(place)(a) - milesTo(place)(b))
          .map(({ address }) => address),
  ],
  [
    'how many sales are within a mile of the house, and how far they are on average',
    ({ sales }) =>
      (place) => {
        const miles = sales.map(milesTo(place)).filter((far) => far <= 1)
        return [miles.length, (miles.reduce((sum, far) => sum + far, 0) / miles.length).toFixed(1)]
      },
  ],
  [
    'a duplicate by a parcel that was guessed',
    ({ house }) =>
      (place) =>
        metersBetween(place, house) < 25,
  ],
  [
    'a drawn area that is compared with the house',
    ({ house }) =>
      (place) =>
        inArea(squareAround(house), place.lat, place.lng),
  ],
  [
    'miles from a buy box to the house in the reason of a score',
    ({ shown }) =>
      (place) =>
        milesBetween(place, { lat: shown.lat + 0.02, lng: shown.lng }).toFixed(1),
  ],
  [
    'bounds around the house',
    () =>
      ({ lat, lng }) => [lat.toFixed(2), lng.toFixed(2)],
  ],
  [
    'a flood zone of the place where the house is',
    () =>
      ({ lat, lng }) =>
        `Zone of ${lat.toFixed(3)} ${lng.toFixed(3)}`,
  ],
]

/** How much ground somebody has left to search for a house, in square kilometers. */
import { pointsFor } from '#server/deals/properties/address-privacy.ts'
import { metersBetween } from '#shared/rules/deals/area.ts'
import type { Point } from '#shared/rules/deals/filter.ts'

const METERS_PER_DEGREE = 111_195
/** A little more than the farthest that a house is from where it is shown. */
const AROUND_M = 825
const STEP_M = 50

/** Each represents the square of 50 meters around it. */
function placesAround({ lat, lng }: Point): Point[] {
  const steps = Array.from({ length: (2 * AROUND_M) / STEP_M + 1 }, (_, index) => index * STEP_M - AROUND_M)
  const shrink = Math.cos((lat * Math.PI) / 180)
  return steps.flatMap((north) =>
    steps.map((east) => ({
      lat: lat + north / METERS_PER_DEGREE,
      lng: lng + east / (METERS_PER_DEGREE * shrink),
    })),
  )
}

export const km2Of = (places: readonly unknown[]): number => (places.length * STEP_M ** 2) / 1e6

/** Whether a house at the place may be shown at the point. */
export type Rule = (place: Point, shown: Point) => boolean

/** This project's, which anybody can read. */
export const onGrid: Rule = (place, shown) =>
  pointsFor(place).some((point) => metersBetween(point, shown) < 1)

/** Of deals that are each moved by themselves, as they were before. */
export const inRing: Rule = (place, shown) => {
  const meters = metersBetween(place, shown)
  return meters >= 300 && meters <= 800
}

/** What the points of all listings of one house tell together; of one listing, what its page tells. */
export const placesShownAt = ([first, ...others]: readonly [Point, ...Point[]], rule: Rule): Point[] =>
  placesAround(first).filter((place) => [first, ...others].every((shown) => rule(place, shown)))

/** Those of the places that explain an observation as well as the house itself does. */
export function explaining(
  places: readonly Point[],
  { house, sees }: { house: Point; sees: (place: Point) => unknown },
): Point[] {
  const seen = JSON.stringify(sees(house))
  return places.filter((place) => JSON.stringify(sees(place)) === seen)
}

export const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Finds a hidden address in whatever was said: the street, the parcel, a point near the true one, distances that can be crossed. */
import { BANDS_MILES } from '#server/deals/properties/shown-market-report.ts'
import { milesBetween } from '#shared/rules/deals/area.ts'

export interface Secret {
  /** The street's name, a word that stands nowhere else. */
  name: string
  parcel: string
  latitude: number
  longitude: number
}

/** Nearer than this a point is the house to who stands there. */
const NEAR_MILES = 250 / 1609.344

/** What leads to the secret, in words; empty when nothing does. */
export function leaksOf(said: unknown, secret: Secret): string[] {
  const text = typeof said === 'string' ? said : JSON.stringify(said ?? '')
  const plain = decoded(text)
    .replace(/<[^>]*>|\u200b/g, '')
    .toLowerCase()
  return [
    ...(plain.includes(secret.name.toLowerCase()) ? ['street'] : []),
    ...(withoutSigns(plain).includes(withoutSigns(secret.parcel.toLowerCase())) ? ['parcel'] : []),
    ...(hasPointNear(text, secret) ? ['coordinates'] : []),
    ...(hasExactDistance(said) ? ['distance'] : []),
  ]
}

const withoutSigns = (text: string): string => text.replace(/(?<=[a-z0-9])[-. /](?=[a-z0-9])/g, '')

/** Any two numbers close to each other in the text, in either order: a name before them is not needed to read a map. */
function hasPointNear(text: string, { latitude, longitude }: Secret): boolean {
  const numbers = [...text.matchAll(/-?\d{1,3}(?:\.\d+)?/g)].map(Number)
  const isNear = (lat: number | undefined, lng: number | undefined) =>
    lat !== undefined &&
    lng !== undefined &&
    Math.abs(lat) <= 90 &&
    Math.abs(lng) <= 180 &&
    milesBetween({ lat: latitude, lng: longitude }, { lat, lng }) < NEAR_MILES
  return numbers.some((number, index) =>
    [1, 2, 3].some((step) => isNear(number, numbers[index + step]) || isNear(numbers[index + step], number)),
  )
}

/** A distance is told in bands, and not beside a place it could be measured from. */
function hasExactDistance(said: unknown): boolean {
  if (Array.isArray(said)) return said.some(hasExactDistance)
  if (typeof said !== 'object' || said === null) return false
  const { distance_miles: miles, latitude, address } = said as Record<string, unknown>
  const isTold = typeof miles === 'number'
  const isBand = BANDS_MILES.some((band) => band === miles) || (typeof miles === 'number' && miles % 25 === 0)
  const hasAnchor = typeof latitude === 'number' || /^\d/.test(String(address ?? ''))
  return (isTold && (!isBand || hasAnchor)) || Object.values(said).some(hasExactDistance)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Coordinates in a text, as a map, a camera or a surveyor writes them, with as little as two decimals. */
import type { Span } from './read-text.ts'
import type { StreetPlace } from './street-name.ts'

export interface Angle {
  readonly span: Span
  /** In degrees, without its sign. */
  readonly degrees: number
  /** So exact that it needs no other one beside it. */
  readonly isFine: boolean
}

/** Not an amount, and neither part of a longer number nor a size. Thousands have three digits behind a comma, coordinates four. */
const DECIMAL =
  /(?<![\d.,$€£]|[$€£]\s)(?:(?<![a-z])[nsew]\s?)?[-+]?(\d{1,3}(?:\.\d{2,}|,\d{4,}))(?!\d|[.,]\d|\s?(?:%|k\b|m\b|acres?|ac\b|sq|ft|feet|mi\b|miles?|usd|dollars?))\s?(?:°\s?)?(?:[nsew](?![a-z]))?/g
const DEGREES =
  /(?<![\d.,$€£])(?:(?<![a-z])[nsew]\s?)?(\d{1,3})\s?(?:°|\bdeg(?:rees)?\b\.?|d(?=\s?\d)|[:-](?=\d)|\s)\s?(\d{1,2}(?:\.\d+)?)\s?(?:'|\bmin(?:utes)?\b\.?|m(?=\s?\d)|[:-](?=\d)|\s)?\s?(?:(\d{1,2}(?:\.\d+)?)\s?(?:"|''|\bsec(?:onds)?\b\.?|s(?![a-z]))?)?\s?(?:[nsew](?![a-z]))?/g
const MINUTES = 60
const SECONDS = 3600
const SIGN = /°|deg|\dd/

/** Most texts have none. */
const MAY_HAVE = /\d\.\d\d|\d,\d{4}|\d\s?(?:°|deg|d\s?\d)|\d[\s:-]\d/

/** Of a degree. About two kilometers, and what two decimals may be off. */
const NEAR = 0.02
const NEAR_COARSE = 0.012
const FINE_DECIMALS = 4
const APART_MAX = 40

export const anglesIn = (text: string): Angle[] =>
  MAY_HAVE.test(text)
    ? [...decimalsIn(text), ...degreesIn(text)].toSorted((a, b) => a.span[0] - b.span[0])
    : []

/** Of whatever place. */
export const coordinateSpans = (text: string, angles: readonly Angle[]): Span[] =>
  pairSpans(angles, (one, other) => isAnyPair(text, one, other))

export function ownCoordinateSpans(angles: readonly Angle[], { latitude, longitude }: StreetPlace): Span[] {
  const isNear = (angle: Angle, degrees: number | null | undefined) =>
    degrees != null && Math.abs(angle.degrees - Math.abs(degrees)) < NEAR + NEAR_COARSE
  const alone = angles.filter((one) => one.isFine && (isNear(one, latitude) || isNear(one, longitude)))
  return [
    ...alone.map(({ span }) => span),
    ...pairSpans(
      angles,
      (one, other) =>
        (isNear(one, latitude) && isNear(other, longitude)) ||
        (isNear(one, longitude) && isNear(other, latitude)),
    ),
  ]
}

function pairSpans(angles: readonly Angle[], isPair: (one: Angle, other: Angle) => boolean): Span[] {
  const spans: Span[] = []
  for (const [index, one] of angles.entries())
    for (const other of angles.slice(index + 1)) {
      if (other.span[0] - one.span[1] > APART_MAX) break
      if (isPair(one, other)) spans.push([one.span[0], other.span[1]])
    }
  return spans
}

/** Of a place in the country, even where the deal's own is not known: two exact ones with next to nothing between. */
function isAnyPair(text: string, one: Angle, other: Angle): boolean {
  const between = text.slice(one.span[1], other.span[0])
  const [low, high] = [Math.min(one.degrees, other.degrees), Math.max(one.degrees, other.degrees)]
  const isFine = [one, other].every(({ span: [start, end] }) =>
    /[.,]\d{3}|°|deg/.test(text.slice(start, end)),
  )
  return isFine && /^[^a-z0-9]{0,6}$/.test(between) && low > 15 && low < 72 && high > 60 && high < 180
}

const decimalsIn = (text: string): Angle[] =>
  [...text.matchAll(DECIMAL)].map(({ 0: whole, 1: digits = '', index }) => ({
    span: spanOf(whole, index),
    degrees: Number(digits.replace(',', '.')),
    isFine: (digits.split(/[.,]/)[1]?.length ?? 0) >= FINE_DECIMALS,
  }))

const degreesIn = (text: string): Angle[] =>
  [...text.matchAll(DEGREES)].map(({ 0: whole, 1: degrees, 2: minutes, 3: seconds, index }) => ({
    span: spanOf(whole, index),
    degrees: Number(degrees) + Number(minutes) / MINUTES + Number(seconds ?? 0) / SECONDS,
    isFine: SIGN.test(whole),
  }))

const spanOf = (whole: string, index: number): Span => [index, index + whole.trimEnd().length]

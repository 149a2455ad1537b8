/** Which rows of a table lie in the target markets of a box, and how well: `area-line.ts` for all deals at once. */
import { boundsOfPoints, inArea, inBounds, milesBetween } from '../deals/area.ts'
import type { Bounds, PlaceFilter, Point } from '../deals/filter.ts'
import type { DealTable, Dictionary } from '../deals/table.ts'
import { foldCounty, foldText } from '../fold-text.ts'
import type { BoxArea, ScoredBox } from './scored-box.ts'
import { NOT_BOUGHT_SHARE, radiusShare } from './shares.ts'

export interface RowsInAreas {
  readonly rows: Uint32Array
  /** For each of `rows`, the sum of its location's lines. */
  readonly sums: Float64Array
}

export function rowsInAreas(table: DealTable, box: ScoredBox): RowsInAreas {
  const { count } = table
  const rows = new Uint32Array(count)
  const sums = new Float64Array(count)
  if (box.areas.length === 0) return { rows: rows.map((_, row) => row), sums }
  const isInPlace = placesTest(table, box.areas)
  const shapeShare = shapesShare(table, box.areas)
  const isBoughtIn = codesOf(table.texts.zip, [...box.boughtIn.keys()], foldText)
  const zips = table.texts.zip.codes
  const hasBought = box.boughtIn.size > 0
  let found = 0
  for (let row = 0; row < count; row++) {
    const share = isInPlace(row) ? 1 : shapeShare(row)
    if (share === 0) continue
    rows[found] = row
    const bought = isBoughtIn[zips[row] ?? 0] === 1 ? 1 : NOT_BOUGHT_SHARE
    sums[found++] = hasBought ? share + bought : share
  }
  return { rows: rows.subarray(0, found), sums: sums.subarray(0, found) }
}

/** 1 for each code whose word is one of the names. */
export function codesOf(
  { words }: Dictionary,
  names: readonly string[],
  fold: (text: string) => string,
): Uint8Array {
  const wanted = new Set(names.map(fold))
  return Uint8Array.from(words, (word) => (word !== null && wanted.has(fold(word)) ? 1 : 0))
}

/** All places in one look at the codes of a row, however many there are. */
function placesTest({ texts }: DealTable, areas: readonly BoxArea[]): (row: number) => boolean {
  const places = areas.flatMap((area) => (area.kind === 'place' ? [area.place] : []))
  if (places.length === 0) return () => false
  const of = (kind: PlaceFilter['kind']) => places.filter((place) => place.kind === kind)
  const names = (kind: PlaceFilter['kind']) => of(kind).map(({ name }) => name)
  const isState = codesOf(texts.state_code, names('state'), foldText)
  const isZip = codesOf(texts.zip, names('zip'), foldText)
  const cities = pairTest(texts.city, texts.state_code, { places: of('city'), fold: foldText })
  const counties = pairTest(texts.county, texts.state_code, { places: of('county'), fold: foldCounty })
  const states = texts.state_code.codes
  const zips = texts.zip.codes
  return (row) =>
    isState[states[row] ?? 0] === 1 || isZip[zips[row] ?? 0] === 1 || cities(row) || counties(row)
}

interface Pairs {
  readonly places: readonly PlaceFilter[]
  readonly fold: (text: string) => string
}

/** A city or county of a state: many states have one of the same name. */
function pairTest(names: Dictionary, states: Dictionary, { places, fold }: Pairs): (row: number) => boolean {
  if (places.length === 0) return () => false
  const byName = new Map<string, Uint8Array>()
  for (const { name } of places) {
    const key = fold(name)
    const same = places.filter((place) => fold(place.name) === key)
    const isAnywhere = same.some(({ state }) => state === '')
    const wanted = codesOf(
      states,
      same.map(({ state }) => state),
      foldText,
    )
    byName.set(key, isAnywhere ? wanted.fill(1) : wanted)
  }
  const byCode = names.words.map((word) => (word === null ? undefined : byName.get(fold(word))))
  return (row) => byCode[names.codes[row] ?? 0]?.[states.codes[row] ?? 0] === 1
}

/** The best of the circles and drawn areas a row lies in; 0 for none. */
function shapesShare({ numbers }: DealTable, areas: readonly BoxArea[]): (row: number) => number {
  const shapes = areas.flatMap((area) => (area.kind === 'place' ? [] : [{ area, frame: frameOf(area) }]))
  if (shapes.length === 0) return () => 0
  const { latitude, longitude } = numbers
  return (row) => {
    const lat = latitude[row] ?? Number.NaN
    const lng = longitude[row] ?? Number.NaN
    let best = 0
    for (const { area, frame } of shapes) {
      if (frame === null || !inBounds(frame, lat, lng)) continue
      best = Math.max(best, shapeShareAt(area, { lat, lng }))
    }
    return best
  }
}

type Shape = Exclude<BoxArea, { kind: 'place' }>

const shapeShareAt = (area: Shape, at: Point): number =>
  area.kind === 'radius'
    ? radiusShare(milesBetween(at, area.center), area.miles)
    : inArea(area.points, at.lat, at.lng)
      ? 1
      : 0

/** A degree of latitude is 69 miles; a little more is taken in, the circle itself decides. */
const MILES_PER_DEGREE = 68
const RADIANS = Math.PI / 180

function frameOf(area: Shape): Bounds | null {
  if (area.kind === 'polygon') return boundsOfPoints(area.points)
  const { center, miles } = area
  const north = miles / MILES_PER_DEGREE
  const east = north / Math.max(0.1, Math.cos((Math.abs(center.lat) + north) * RADIANS))
  return {
    south: center.lat - north,
    north: center.lat + north,
    west: center.lng - east,
    east: center.lng + east,
  }
}

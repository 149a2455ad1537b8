/**
 * Words that an area and a deal in it have in common, so that an index over them finds the areas a deal may lie in. Every area that
 * holds a deal shares a key with it; one that shares a key need not hold it: the score decides.
 */
import { boundsOfPoints } from '../deals/area.ts'
import type { Bounds, PlaceFilter, Point } from '../deals/filter.ts'
import { foldCounty, foldText } from '../fold-text.ts'
import type { BoxArea } from './scored-box.ts'
import type { ScoredDeal } from './scored-deal.ts'

/** Of a box that buys anywhere. */
export const ANYWHERE = '*'

/** Without areas a box looks anywhere. */
export const keysOfAreas = (areas: readonly BoxArea[]): string[] =>
  areas.length === 0 ? [ANYWHERE] : [...new Set(areas.flatMap(keysOfArea))]

function keysOfArea(area: BoxArea): string[] {
  if (area.kind === 'place') return [keyOfPlace(area.place)]
  if (area.kind === 'radius') return keysOfBounds(boundsOfCircle(area.center, area.miles))
  const bounds = boundsOfPoints(area.points)
  return bounds ? keysOfBounds(bounds) : []
}

export type PlacedDeal = Pick<ScoredDeal, 'state' | 'county' | 'city' | 'zip' | 'at'>

export function keysOfDeal({ city, county, state, zip, at }: PlacedDeal): string[] {
  const keys = [ANYWHERE]
  if (state !== null) keys.push(keyOfPlace({ kind: 'state', name: state, state }))
  if (zip !== null) keys.push(keyOfPlace({ kind: 'zip', name: zip, state: '' }))
  if (state !== null && city !== null) keys.push(keyOfPlace({ kind: 'city', name: city, state }))
  if (state !== null && county !== null) keys.push(keyOfPlace({ kind: 'county', name: county, state }))
  if (at === null) return keys
  return [...keys, ...LEVELS.map((size, level) => cellKey(level, cellOf(at.lat, size), cellOf(at.lng, size)))]
}

function keyOfPlace({ kind, name, state }: PlaceFilter): string {
  const fold = kind === 'county' ? foldCounty : foldText
  return kind === 'state' || kind === 'zip'
    ? `${kind}:${fold(name)}`
    : `${kind}:${foldText(state)}:${fold(name)}`
}

/** Edges of the cells in degrees, from 550 miles to two. A deal lies in one of each size. */
const LEVELS = [8, 2, 0.5, 0.125, 1 / 32] as const
/** An area takes the smallest cells of which so many cover it. */
const CELLS_MAX = 16

const cellOf = (degrees: number, size: number): number => Math.floor(degrees / size)
const cellKey = (level: number, y: number, x: number): string => `cell${level}:${y}:${x}`

function keysOfBounds({ south, west, north, east }: Bounds): string[] {
  // Around the back of the world: two areas.
  if (west > east)
    return [
      ...keysOfBounds({ south, west, north, east: DATE_LINE }),
      ...keysOfBounds({ south, west: -DATE_LINE, north, east }),
    ]
  for (const [level, size] of [...LEVELS.entries()].reverse()) {
    const [top, bottom] = [cellOf(north, size), cellOf(south, size)]
    const [left, right] = [cellOf(west, size), cellOf(east, size)]
    if ((top - bottom + 1) * (right - left + 1) > CELLS_MAX) continue
    return rangeOf(bottom, top).flatMap((y) => rangeOf(left, right).map((x) => cellKey(level, y, x)))
  }
  return [ANYWHERE]
}

const rangeOf = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

const DATE_LINE = 180
/** A little less than it is, so that the cells never miss the edge of a circle. */
const MILES_PER_DEGREE = 68.9
const RADIANS = Math.PI / 180
/** Beyond, a circle may hold a pole. */
const NEAR_POLE = 85

function boundsOfCircle({ lat, lng }: Point, miles: number): Bounds {
  const height = miles / MILES_PER_DEGREE
  const farthest = Math.abs(lat) + height
  if (farthest > NEAR_POLE)
    return { south: lat - height, west: -DATE_LINE, north: lat + height, east: DATE_LINE }
  const width = height / Math.cos(farthest * RADIANS)
  return {
    south: lat - height,
    west: wrapped(lng - width),
    north: lat + height,
    east: wrapped(lng + width),
  }
}

/** Into −180…180. */
const wrapped = (lng: number): number => ((((lng + DATE_LINE) % 360) + 360) % 360) - DATE_LINE

/** The geometry of the plat drawing: a made-up sheet of survey lots, always the same for the same seed. Pure. */

export type Point = readonly [x: number, y: number]

export interface Lot {
  readonly number: number
  readonly corners: readonly [Point, Point, Point, Point]
  /** Where its number stands; null on a lot too narrow for one, and where the edge of the sheet would cut it. */
  readonly label: Point | null
  /** Frontage in feet, as a surveyor writes it beside the line. */
  readonly frontage: string
}

export interface Plat {
  readonly lots: readonly Lot[]
  /** The lot the drawing is about. */
  readonly marked: Lot
  /** Path of the creek's centre line. */
  readonly creek: string
}

export interface PlatSettings {
  width: number
  height: number
  seed: number
  /** Where on the sheet the marked lot lies, both from 0 to 1. */
  markedAt: Point
}

// The sheet, in drawing units: two rows of lots back to back, then a street.
const LOT_DEPTH = 54
const ALLEY = 2
const STREET = 40
const BLOCK = 2 * LOT_DEPTH + ALLEY + STREET
const NARROWEST = 47
const WIDEST = 90
/** Narrower lots stay without a number. */
const LABELLED_FROM = 56
const SHEET_EDGE = 50
/** From the middle of a label to where it surely ends. */
const LABEL_ROOM = 24
/** No surveyor's corner is quite square. */
const SKEW = 2.4

export function drawPlat({ width, height, seed, markedAt }: PlatSettings): Plat {
  const random = randomFrom(seed)
  const all: Lot[] = []
  for (let top = -18; top < height; top += BLOCK) all.push(...block(top, width, all.length + 1, random))
  const isWhole = ([x, y]: Point) =>
    x > LABEL_ROOM && x < width - LABEL_ROOM && y > LABEL_ROOM && y < height - LABEL_ROOM
  const wide = all.filter((lot) => lot.label !== null)
  const marked = nearest(wide.length > 0 ? wide : all, [markedAt[0] * width, markedAt[1] * height])
  const lots = all
    .filter((lot) => lot !== marked)
    .map((lot) => (lot.label === null || isWhole(lot.label) ? lot : { ...lot, label: null }))
  return { lots, marked, creek: creek(width, height) }
}

/** A lot's outline as an SVG path. */
export function lotPath({ corners }: Lot): string {
  return `M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}z`
}

/** Two rows back to back share their side lines; odd numbers face one street, even ones the other. */
function block(top: number, width: number, firstNumber: number, random: () => number): Lot[] {
  const lots: Lot[] = []
  let left = -SHEET_EDGE + random() * SHEET_EDGE
  while (left < width + SHEET_EDGE) {
    const right = left + NARROWEST + random() * (WIDEST - NARROWEST)
    for (const y of [top, top + LOT_DEPTH + ALLEY])
      lots.push(lot(firstNumber + lots.length, [left, right], y, random))
    left = right
  }
  return lots
}

function lot(
  number: number,
  [left, right]: readonly [number, number],
  top: number,
  random: () => number,
): Lot {
  const bottom = top + LOT_DEPTH
  const lift = (random() - 0.5) * 2 * SKEW
  const feet = Math.round((right - left) * 10.5) / 10
  return {
    number,
    corners: [
      [left, top],
      [right, top + lift],
      [right, bottom + lift / 3],
      [left, bottom],
    ],
    label: right - left < LABELLED_FROM ? null : [(left + right) / 2, top + LOT_DEPTH / 2 - 2],
    frontage: `${feet}'`,
  }
}

function nearest(lots: readonly Lot[], [x, y]: Point): Lot {
  const far = (candidate: Lot) => {
    const [[left, top], , [right, bottom]] = candidate.corners
    return Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y)
  }
  return lots.reduce((best, candidate) => (far(candidate) < far(best) ? candidate : best))
}

/** From the upper edge to the lower one, bending twice, in the right third of the sheet. */
function creek(width: number, height: number): string {
  const at = (x: number, y: number) => `${round(width * x)} ${round(height * y)}`
  return `M${at(0.82, -0.03)}C${at(0.69, 0.3)} ${at(0.98, 0.5)} ${at(0.85, 1.03)}`
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Mulberry32: small, even, and the same in every browser. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

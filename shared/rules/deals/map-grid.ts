/** A grid of square cells on a web map, fixed to the world and not to the window: moving the map moves no cell. */
import type { Bounds } from './filter.ts'

export interface Grid {
  /** How many cells there are. */
  readonly size: number
  /** -1 outside, and for what is no place. */
  cellAt(lat: number, lng: number): number
  /** Cells reach over the edge of the window; this does not. */
  isInView(lat: number, lng: number): boolean
  keyOf(cell: number): string
}

const WORLD_PX = 512
const CELLS_MAX = 65_536
/** Latitudes are looked up instead of projected one by one; a step is less than a pixel. */
const LAT_STEPS = 4096
const LAT_LIMIT = 85.05

export function createGrid({ south, west, north, east }: Bounds, zoom: number, cellPx: number): Grid {
  const span = Math.min(360, east > west ? east - west : east - west + 360)
  const level = levelOf(zoom, cellPx, span, south, north)
  /** In shares of the world. */
  const cell = cellPx / (WORLD_PX * 2 ** level)
  const left = Math.floor((west / 360 + 0.5) / cell)
  const columns = Math.floor(((west + span) / 360 + 0.5) / cell) - left + 1
  const top = Math.floor(worldY(north) / cell)
  const lines = Math.floor(worldY(south) / cell) - top + 1
  const leftLng = (left * cell - 0.5) * 360
  const cellLng = cell * 360
  const highest = latOfY(top * cell)
  const lowest = latOfY((top + lines) * cell)
  const lineOf = lineTable(highest, lowest, cell, top, lines)
  const perDegree = LAT_STEPS / (highest - lowest)
  return {
    size: columns * lines,
    cellAt(lat, lng) {
      if (!(lat < highest && lat >= lowest)) return -1
      const column = Math.floor(turn(lng - leftLng) / cellLng)
      if (!(column < columns)) return -1
      return (lineOf[Math.floor((highest - lat) * perDegree)] ?? 0) * columns + column
    },
    isInView: (lat, lng) => lat >= south && lat <= north && turn(lng - west) <= span,
    keyOf: (at) => `${level}/${left + (at % columns)}/${top + Math.floor(at / columns)}`,
  }
}

/** Degrees from 0 up to 360; the remainder of a division is slow, and nearly never needed. */
const turn = (degrees: number): number => {
  if (degrees >= 0 && degrees < 360) return degrees
  if (degrees >= -360 && degrees < 0) return degrees + 360
  return ((degrees % 360) + 360) % 360
}

/** The whole zoom, or one further out when a great rectangle would have too many cells. */
function levelOf(zoom: number, cellPx: number, span: number, south: number, north: number): number {
  const area = (span / 360) * (worldY(south) - worldY(north)) * (WORLD_PX / cellPx) ** 2
  const most = Math.log2(CELLS_MAX / Math.max(area, Number.MIN_VALUE)) / 2
  return Math.max(0, Math.min(Math.floor(zoom), Math.floor(most)))
}

function lineTable(highest: number, lowest: number, cell: number, top: number, lines: number): Uint16Array {
  const step = (highest - lowest) / LAT_STEPS
  return Uint16Array.from({ length: LAT_STEPS }, (_, at) => {
    const line = Math.floor(worldY(highest - (at + 0.5) * step) / cell) - top
    return Math.min(lines - 1, Math.max(0, line))
  })
}

/** From 0 at the top of the world to 1 at its bottom. */
function worldY(lat: number): number {
  const sine = Math.sin((Math.min(LAT_LIMIT, Math.max(-LAT_LIMIT, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

const latOfY = (y: number): number => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI

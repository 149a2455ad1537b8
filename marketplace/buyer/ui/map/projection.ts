/**
 * Where a place lies on the screen: spherical Mercator with a world of 512 px at zoom 0, which is how MapLibre counts
 * (Google's zoom is one more). North is up and the map is flat, so that a move is one scale and one shift for all points.
 */
import type { Bounds, MapView, Point } from '#shared/rules/deals/filter.ts'

export interface ScreenPoint {
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

const WORLD_PX = 512
/** Where Mercator's world ends. */
const MAX_LAT = 85.051129
const METERS_AROUND = 40_075_016.7

/** 0 at the date line in the west, 1 in the east. */
export const worldX = (lng: number): number => lng / 360 + 0.5

/** 0 in the north, 1 in the south. */
export function worldY(lat: number): number {
  const sin = Math.sin((Math.max(-MAX_LAT, Math.min(MAX_LAT, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}

export const lngOf = (x: number): number => (x - 0.5) * 360
export const latOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

/** World to screen: `x * scale + shiftX`. */
export interface Transform {
  readonly scale: number
  readonly shiftX: number
  readonly shiftY: number
}

export function transformOf({ lat, lng, zoom }: MapView, { widthPx, heightPx }: Size): Transform {
  const scale = WORLD_PX * 2 ** zoom
  return {
    scale,
    shiftX: widthPx / 2 - worldX(lng) * scale,
    shiftY: heightPx / 2 - worldY(lat) * scale,
  }
}

export const toScreen = ({ scale, shiftX, shiftY }: Transform, { lat, lng }: Point): ScreenPoint => ({
  x: worldX(lng) * scale + shiftX,
  y: worldY(lat) * scale + shiftY,
})

export const toPlace = ({ scale, shiftX, shiftY }: Transform, { x, y }: ScreenPoint): Point => ({
  lat: latOf((y - shiftY) / scale),
  lng: lngOf((x - shiftX) / scale),
})

export function boundsOfView(view: MapView, size: Size): Bounds {
  const transform = transformOf(view, size)
  const northWest = toPlace(transform, { x: 0, y: 0 })
  const southEast = toPlace(transform, { x: size.widthPx, y: size.heightPx })
  return { south: southEast.lat, west: northWest.lng, north: northWest.lat, east: southEast.lng }
}

/** The nearest view that shows all of it, with `paddingPx` around. A single point is looked at from `maxZoom`. */
export function viewOfBounds(bounds: Bounds, size: Size, { paddingPx = 0, maxZoom = 14 } = {}): MapView {
  const [left, right] = [worldX(bounds.west), worldX(bounds.east)]
  const [top, bottom] = [worldY(bounds.north), worldY(bounds.south)]
  const room = (px: number) => Math.max(1, px - 2 * paddingPx)
  const scale = Math.min(
    room(size.widthPx) / Math.max(right - left, 1e-9),
    room(size.heightPx) / Math.max(bottom - top, 1e-9),
  )
  return {
    lat: latOf((top + bottom) / 2),
    lng: lngOf((left + right) / 2),
    zoom: Math.max(0, Math.min(maxZoom, Math.log2(scale / WORLD_PX))),
  }
}

/** How long a way on the ground is on the screen there. */
export function metersToPx(meters: number, { lat, zoom }: Pick<MapView, 'lat' | 'zoom'>): number {
  return (meters / (METERS_AROUND * Math.cos((lat * Math.PI) / 180))) * WORLD_PX * 2 ** zoom
}

/** Two views that show the same on any screen: a pixel or two, a hundredth of a zoom, as addresses round them. */
export function isSameView(a: MapView | null, b: MapView | null): boolean {
  if (a === null || b === null) return a === b
  const degrees = 720 / (WORLD_PX * 2 ** a.zoom)
  return (
    Math.abs(a.zoom - b.zoom) < 0.011 &&
    Math.abs(a.lat - b.lat) < degrees + 1e-5 &&
    Math.abs(a.lng - b.lng) < degrees + 1e-5
  )
}

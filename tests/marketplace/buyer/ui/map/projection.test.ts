/** Where places lie on the screen. */
import { describe, expect, it } from 'vitest'
import { FIT_PADDING_PX } from '#marketplace/buyer/ui/map/adapter.ts'
import {
  boundsOfView,
  isSameView,
  metersToPx,
  toPlace,
  toScreen,
  transformOf,
  viewOfBounds,
} from '#marketplace/buyer/ui/map/projection.ts'
import { FIRST_BOUNDS } from '#marketplace/buyer/ui/map/use-basemap.ts'

/** Of a price like $185K. */
const PIN_WIDTH_PX = 46
const SIZE = { widthPx: 800, heightPx: 600 }
const HOUSTON = { lat: 29.76, lng: -95.37, zoom: 10 }

describe('the map’s projection', () => {
  it('has the view’s middle in the middle of the screen, north up and east to the right', () => {
    const at = transformOf(HOUSTON, SIZE)
    expect(toScreen(at, HOUSTON).x).toBeCloseTo(400, 6)
    expect(toScreen(at, HOUSTON).y).toBeCloseTo(300, 6)
    expect(toScreen(at, { lat: 29.9, lng: -95.37 }).y).toBeLessThan(300)
    expect(toScreen(at, { lat: 29.76, lng: -95.2 }).x).toBeGreaterThan(400)
  })

  it('finds the place of a spot on the screen again', () => {
    const at = transformOf(HOUSTON, SIZE)
    const place = toPlace(at, { x: 12, y: 580 })
    expect(toScreen(at, place).x).toBeCloseTo(12, 6)
    expect(toScreen(at, place).y).toBeCloseTo(580, 6)
  })

  it('doubles with each zoom: a world of 512 px at 0', () => {
    const { scale } = transformOf({ ...HOUSTON, zoom: 0 }, SIZE)
    expect(scale).toBe(512)
    expect(transformOf({ ...HOUSTON, zoom: 3 }, SIZE).scale).toBe(4096)
  })

  it('shows all of the bounds, and as near as they allow', () => {
    const bounds = { south: 29.5, west: -95.8, north: 30.1, east: -95 }
    const view = viewOfBounds(bounds, SIZE, { paddingPx: 20 })
    const at = transformOf(view, SIZE)
    const [topLeft, bottomRight] = [
      toScreen(at, { lat: bounds.north, lng: bounds.west }),
      toScreen(at, { lat: bounds.south, lng: bounds.east }),
    ]
    expect(Math.min(topLeft.x, topLeft.y)).toBeGreaterThanOrEqual(19.99)
    expect(bottomRight.x).toBeLessThanOrEqual(780.01)
    expect(bottomRight.y).toBeLessThanOrEqual(580.01)
    const tight = Math.min(topLeft.x - 20, topLeft.y - 20)
    expect(tight).toBeCloseTo(0, 3)
  })

  it('looks at a single place from near, not from infinitely near', () => {
    const { zoom } = viewOfBounds({ south: 29, west: -95, north: 29, east: -95 }, SIZE, { maxZoom: 14 })
    expect(zoom).toBe(14)
  })

  it.each([
    [756, 846],
    [596, 700],
    [390, 640],
  ])('leaves a pin in San Juan whole on a map of %i by %i px', (widthPx, heightPx) => {
    const size = { widthPx, heightPx }
    const view = viewOfBounds(FIRST_BOUNDS, size, { paddingPx: FIT_PADDING_PX })
    const { x } = toScreen(transformOf(view, size), { lat: 18.45, lng: -66.1 })
    expect(widthPx - x).toBeGreaterThan(PIN_WIDTH_PX / 2)
  })

  it('takes the first camera as south, west, north, east: Honolulu, Anchorage and Boston are in it', () => {
    expect(FIRST_BOUNDS).toEqual({ south: 21.3, west: -157.85, north: 61.2, east: -70.9 })
    const shown = boundsOfView(viewOfBounds(FIRST_BOUNDS, { widthPx: 756, heightPx: 846 }), {
      widthPx: 756,
      heightPx: 846,
    })
    for (const { lat, lng } of [
      { lat: 21.31, lng: -157.84 },
      { lat: 61.19, lng: -149.9 },
      { lat: 42.36, lng: -71.06 },
    ]) {
      expect(lat).toBeGreaterThan(shown.south)
      expect(lat).toBeLessThan(shown.north)
      expect(lng).toBeGreaterThan(shown.west)
      expect(lng).toBeLessThan(shown.east)
    }
  })

  it('draws 800 m as long as they are at that latitude', () => {
    // 512 px · 2^14 around 40,075 km, and half of that length at 60 degrees.
    expect(metersToPx(800, { lat: 0, zoom: 14 })).toBeCloseTo(167.46, 1)
    expect(metersToPx(800, { lat: 60, zoom: 14 })).toBeCloseTo(2 * 167.46, 0)
  })

  it('holds a view rounded for an address for the same one, and another one not', () => {
    const exact = { lat: 29.7612341, lng: -95.3698765, zoom: 10.1234 }
    expect(isSameView(exact, { lat: 29.76123, lng: -95.36988, zoom: 10.12 })).toBe(true)
    expect(isSameView(exact, { ...exact, lng: -95.35 })).toBe(false)
    expect(isSameView(exact, { ...exact, zoom: 10.3 })).toBe(false)
    expect(isSameView(null, null)).toBe(true)
    expect(isSameView(exact, null)).toBe(false)
  })
})

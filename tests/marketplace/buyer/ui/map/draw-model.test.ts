/** Areas that are drawn and edited on the map. */
import { describe, expect, it } from 'vitest'
import {
  AREA_CORNERS,
  closeArea,
  middleOf,
  thin,
  withArea,
  withCornerAfter,
  withCornerAt,
  withoutArea,
  withoutCorner,
} from '#marketplace/buyer/ui/map/draw-model.ts'

const at = (lat: number, lng: number) => ({ lat, lng })
const SQUARE = [at(0, 0), at(0, 1), at(1, 1), at(1, 0)]
const TRIANGLE = [at(5, 5), at(5, 6), at(6, 5)]

describe('an area of interest', () => {
  it.each([
    ['two corners', [at(0, 0), at(1, 1)]],
    ['a line', [at(0, 0), at(1, 1), at(2, 2)]],
    ['the same place again and again', [at(0, 0), at(0, 0), at(0, 0)]],
    ['nothing', []],
  ])('encloses nothing with %s', (_name, corners) => {
    expect(closeArea(corners)).toBeNull()
  })

  it('is closed once, however often its first corner is pressed', () => {
    expect(closeArea([...SQUARE, at(0, 0)])).toEqual(SQUARE)
    expect(closeArea([at(0, 0), ...SQUARE])).toEqual(SQUARE)
  })

  it('stands beside others, and goes without them', () => {
    const two = withArea([SQUARE], TRIANGLE)
    expect(two).toEqual([SQUARE, TRIANGLE])
    expect(withoutArea(two, 0)).toEqual([TRIANGLE])
  })

  it('has one corner moved, and the other area stays as it is', () => {
    const moved = withCornerAt([SQUARE, TRIANGLE], { area: 0, corner: 2 }, at(3, 3))
    expect(moved[0]).toEqual([at(0, 0), at(0, 1), at(3, 3), at(1, 0)])
    expect(moved[1]).toBe(TRIANGLE)
  })

  it('gets a corner between two, also between the last and the first', () => {
    const middle = middleOf(at(1, 0), at(0, 0))
    expect(withCornerAfter([SQUARE], { area: 0, corner: 3 }, middle)[0]).toEqual([...SQUARE, at(0.5, 0)])
  })

  it('loses a corner, and goes away with its third', () => {
    const triangle = withoutCorner([SQUARE], { area: 0, corner: 0 })
    expect(triangle[0]).toHaveLength(3)
    expect(withoutCorner(triangle, { area: 0, corner: 0 })).toEqual([])
  })

  it('keeps a freehand line’s shape with few corners', () => {
    const circle = Array.from({ length: 720 }, (_, step) => ({
      x: 300 + 200 * Math.cos((step * Math.PI) / 360),
      y: 300 + 200 * Math.sin((step * Math.PI) / 360),
    }))
    const kept = thin(circle).map((index) => circle[index])
    expect(kept.length).toBeGreaterThan(10)
    expect(kept.length).toBeLessThanOrEqual(AREA_CORNERS)
    for (const corner of kept)
      expect(Math.hypot((corner?.x ?? 0) - 300, (corner?.y ?? 0) - 300)).toBeCloseTo(200)
  })

  it('has no more corners than an address can hold, however wild the line', () => {
    const zigzag = Array.from({ length: 900 }, (_, step) => ({ x: step, y: step % 2 === 0 ? 0 : 400 }))
    expect(thin(zigzag).length).toBeLessThanOrEqual(AREA_CORNERS)
    expect(thin([])).toEqual([])
  })
})

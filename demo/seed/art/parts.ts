/** Windows, doors, garages, walls, roofs and drives: what the house forms are put together from. */
import type { Palette } from './palette.ts'
import { ellipse, GROUND, HEIGHT, path, rect, shape, short } from './pen.ts'

/** Bound to one palette. */
export interface Parts {
  /** Panes: 1 for a fixed one, 4 for a cross, 2 for a sash. */
  window(x: number, y: number, width: number, height: number, panes?: 1 | 2 | 4): string
  door(x: number, y: number, height?: number, width?: number): string
  garage(x: number, y: number, width: number, height: number): string
  wall(x: number, y: number, width: number, height: number, cover?: 'siding' | 'brick' | 'plain'): string
  roof(points: readonly (readonly [number, number])[]): string
  gable(points: readonly (readonly [number, number])[], cover?: 'siding' | 'brick'): string
  eave(x: number, y: number, width: number): string
  chimney(x: number, y: number, height: number): string
  /** From the two corners at the house to the two at the street. */
  drive(left: number, right: number, streetLeft: number, streetRight: number): string
  step(x: number, width: number): string
}

export function partsOf({ trim, door, drive, brick }: Palette): Parts {
  return {
    window(x, y, width, height, panes = 4) {
      const sash = `M${short(x)} ${short(y + height / 2)}h${short(width)}`
      const cross = `M${short(x + width / 2)} ${short(y)}v${short(height)}${sash}`
      return [
        rect(x - 2, y - 2, width + 4, height + 4, { fill: 'url(#glass)', stroke: trim, width: 4 }),
        panes === 1 ? '' : path(panes === 2 ? sash : cross, { stroke: trim, width: 3 }),
        rect(x, y, width, 5, { fill: '#000', opacity: 0.22 }),
      ].join('')
    },
    door: (x, y, height = 74, width = 38) =>
      [
        rect(x - 5, y - 5, width + 10, height + 5, { fill: trim }),
        rect(x, y, width, height, { fill: door }),
        rect(x + 7, y + 9, width - 14, 20, { fill: 'url(#glass)', opacity: 0.9 }),
        ellipse(x + width - 7, y + height / 2 + 4, 2.4, 2.4, { fill: '#d9c48a' }),
      ].join(''),
    garage(x, y, width, height) {
      const lines = [0.25, 0.5, 0.75].map((share) => `M${x} ${short(y + height * share)}h${width}`).join('')
      return [
        rect(x - 5, y - 5, width + 10, height + 5, { fill: trim }),
        rect(x, y, width, height, { fill: '#d9d8d3' }),
        path(lines, { stroke: '#000', width: 2, opacity: 0.16 }),
        rect(x + 6, y + 5, width - 12, 11, { fill: 'url(#glass)' }),
      ].join('')
    },
    wall(x, y, width, height, cover = 'siding') {
      const base = rect(x, y, width, height, { fill: cover === 'brick' ? 'url(#brickwall)' : 'url(#wall)' })
      if (cover === 'plain') return base
      return base + rect(x, y, width, height, { fill: cover === 'brick' ? 'url(#bricks)' : 'url(#siding)' })
    },
    roof: (points) => shape(points, { fill: 'url(#roof)' }) + shape(points, { fill: 'url(#shingles)' }),
    gable: (points, cover = 'siding') =>
      shape(points, { fill: cover === 'brick' ? 'url(#brickwall)' : 'url(#wall)' }) +
      shape(points, { fill: cover === 'brick' ? 'url(#bricks)' : 'url(#siding)' }),
    eave: (x, y, width) =>
      rect(x, y, width, 6, { fill: trim }) +
      rect(x + 6, y + 6, width - 12, 11, { fill: '#000', opacity: 0.17 }),
    chimney: (x, y, height) =>
      rect(x, y, 28, height, { fill: brick[1] }) + rect(x - 4, y - 4, 36, 8, { fill: '#5f2f24' }),
    drive: (left, right, streetLeft, streetRight) =>
      shape(
        [
          [left, GROUND],
          [right, GROUND],
          [streetRight, HEIGHT],
          [streetLeft, HEIGHT],
        ],
        { fill: drive },
      ) +
      path(`M${(left + right) / 2} ${GROUND}L${(streetLeft + streetRight) / 2} ${HEIGHT}`, {
        stroke: '#000',
        opacity: 0.12,
      }),
    step: (x, width) => rect(x, GROUND - 8, width, 9, { fill: '#a49b8d' }),
  }
}

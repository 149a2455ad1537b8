/** The colors the drawings are painted with; pairs go from light to shade. These are pictures, not parts of the interface. */
import type { Random } from '../random.ts'

export type Pair = readonly [string, string]

const SKIES: readonly [Sky, ...Sky[]] = [
  { top: '#8fb4cf', middle: '#dbe8ee', low: '#f3f1e6', isDusk: false },
  { top: '#a9bac4', middle: '#d3dade', low: '#ecebe6', isDusk: false },
  { top: '#7fa6c9', middle: '#c6d8e4', low: '#f6ead6', isDusk: false },
  { top: '#9cc0d4', middle: '#d6e6e8', low: '#eef0e2', isDusk: false },
  { top: '#5f7896', middle: '#b59fa4', low: '#f0c9a0', isDusk: true },
]
const WALLS: readonly [Pair, ...Pair[]] = [
  ['#e9e4d8', '#cfc8b8'],
  ['#c9d0cf', '#a9b3b2'],
  ['#8fa3a0', '#71857f'],
  ['#d8c6a4', '#bca884'],
  ['#f1efe9', '#d5d2c8'],
  ['#6f7f8c', '#586672'],
  ['#b98a63', '#9a6f4c'],
  ['#cfd8c8', '#aebaa5'],
  ['#e3cfc0', '#c4ab98'],
]
export const BRICKS: readonly [Pair, ...Pair[]] = [
  ['#a9573f', '#8a4433'],
  ['#9a5f4a', '#7c4838'],
  ['#b3735a', '#935843'],
  ['#8c5246', '#6d3d34'],
]
const ROOFS: readonly [Pair, ...Pair[]] = [
  ['#4b4f55', '#3a3d42'],
  ['#6b5647', '#523f33'],
  ['#3f4a4c', '#303839'],
  ['#7b4b3c', '#5f382c'],
  ['#5a5e58', '#454943'],
  ['#6a7076', '#50565c'],
]
const DOORS = ['#2f4a52', '#8a3b2a', '#3b3b3a', '#b5772f', '#54684f', '#6b4a63'] as const
const TRIMS = ['#f4f2ec', '#f4f2ec', '#2f3436', '#e4dccb'] as const

export interface Sky {
  top: string
  middle: string
  low: string
  isDusk: boolean
}

export interface Palette {
  sky: Sky
  wall: Pair
  brick: Pair
  /** Walls of neighbors in a row. */
  others: readonly [Pair, Pair]
  roof: Pair
  door: string
  trim: string
  lawn: Pair
  hills: string
  bush: readonly [string, string, string]
  drive: string
}

export function pickPalette(random: Random): Palette {
  const sky = random.pick(SKIES)
  return {
    sky,
    wall: random.pick(WALLS),
    brick: random.pick(BRICKS),
    others: [random.pick(WALLS), random.pick(WALLS)],
    roof: random.pick(ROOFS),
    door: random.pick(DOORS),
    trim: random.pick(TRIMS),
    lawn: sky.isDusk ? ['#5b6b4a', '#3c4a35'] : random.pick(LAWNS),
    hills: sky.isDusk ? '#3f4c4a' : random.pick(['#6d8468', '#7d9078', '#6f8a86']),
    bush: sky.isDusk ? ['#34412f', '#3e4c37', '#35432f'] : ['#5d7d43', '#6f9150', '#4d6b3a'],
    drive: sky.isDusk ? '#8e8d8b' : '#c9c6be',
  }
}

const LAWNS: readonly [Pair, ...Pair[]] = [
  ['#8aa364', '#607a45'],
  ['#97a86a', '#6d7f48'],
  ['#a8a56e', '#81804e'],
]

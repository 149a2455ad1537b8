/** What the function of a form is handed, and what it draws. */
import type { Random } from '../random.ts'
import type { Palette } from './palette.ts'
import type { Parts } from './parts.ts'

export interface Drawn {
  content: string
  /** Stretches where no bush may stand. */
  free: readonly (readonly [number, number])[]
}
export type Draw = (random: Random, parts: Parts, palette: Palette) => Drawn

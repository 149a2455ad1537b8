/** What a drawing can show, and how many there are. */

export const FORMS = [
  'ranch',
  'brick',
  'two-story',
  'bungalow',
  'cape',
  'rowhouse',
  'duplex',
  'flats',
  'manufactured',
  'land',
] as const
export type Form = (typeof FORMS)[number]

export const VIEWS = ['kitchen', 'living', 'bedroom', 'bathroom', 'yard', 'street'] as const
export type View = (typeof VIEWS)[number]

/** Numbers go from 1 to this. */
export const FACADE_COUNT = 2400

export const formOf = (number: number): Form => FORMS[(number - 1) % FORMS.length] ?? FORMS[0]

/** Which drawing stands for which kind of property: the drawings go round the forms, so a form is every so many numbers. */
import { FACADE_COUNT, FORMS, type Form } from '../art/forms.ts'
import type { Random } from '../random.ts'
import { TYPE } from './house.ts'

const FORMS_OF: Readonly<Record<number, readonly [Form, ...Form[]]>> = {
  [TYPE.single]: ['ranch', 'brick', 'two-story', 'bungalow', 'cape'],
  [TYPE.town]: ['rowhouse'],
  [TYPE.condo]: ['flats'],
  [TYPE.duplex]: ['duplex'],
  [TYPE.triplex]: ['flats', 'rowhouse'],
  [TYPE.fourplex]: ['flats', 'duplex'],
  [TYPE.multi]: ['flats'],
  [TYPE.manufactured]: ['manufactured'],
  [TYPE.land]: ['land'],
}

/** From 1. */
export function drawingFor(typeId: number, random: Random): number {
  const form = random.pick<Form>(FORMS_OF[typeId] ?? ['ranch'])
  const round = random.between(0, Math.floor(FACADE_COUNT / FORMS.length) - 1)
  return round * FORMS.length + FORMS.indexOf(form) + 1
}

/** As it is served, and as a view of it is with a word behind: `0007-kitchen.svg`. */
export const drawingPath = (number: number): string =>
  `/drawings/seeded/${String(number).padStart(4, '0')}.svg`

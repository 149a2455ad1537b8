import { describe, expect, it } from 'vitest'
import { drawingOf } from '#demo/seed/art/draw.ts'
import { FACADE_COUNT, FORMS, VIEWS } from '#demo/seed/art/forms.ts'

const name = (number: number) => String(number).padStart(4, '0')
const KILOBYTE = 1024

describe('the drawings', () => {
  it('are the same for the same name and differ from number to number', () => {
    expect(drawingOf('0007.svg')).toBe(drawingOf('0007.svg'))
    const some = Array.from({ length: 200 }, (_, index) => drawingOf(`${name(index + 1)}.svg`))
    expect(new Set(some).size).toBe(200)
  })

  it('are small, whole pictures without anything that runs or loads', () => {
    for (let number = 1; number <= FACADE_COUNT; number += 7) {
      for (const file of [`${name(number)}.svg`, ...VIEWS.map((view) => `${name(number)}-${view}.svg`)]) {
        const drawing = drawingOf(file) ?? ''
        expect(drawing.length, file).toBeLessThan(11 * KILOBYTE)
        expect(drawing, file).toMatch(/^<svg [\s\S]*<\/svg>$/)
        expect(drawing, file).not.toMatch(/NaN|undefined|<script|href|<image/)
      }
    }
  })

  it.each(['0000.svg', '2401.svg', '1.svg', '0001-attic.svg', '0001.png', '../0001.svg'])(
    'do not include %s',
    (file) => {
      expect(drawingOf(file)).toBeNull()
    },
  )

  it('come in every form', () => {
    expect(FACADE_COUNT % FORMS.length).toBe(0)
  })
})

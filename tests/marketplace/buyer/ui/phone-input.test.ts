import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskedPhone } from '#marketplace/buyer/ui/phone-input.tsx'

const whole = (text: string) => maskedPhone(text, text.length).text

test.each([
  ['+1 713.284.0142', '(713) 284-0142'],
  ['1-713-284-0142', '(713) 284-0142'],
  ['7132840142', '(713) 284-0142'],
  ['(713) 284-0142', '(713) 284-0142'],
  ['713', '(713'],
  ['7132', '(713) 2'],
  ['', ''],
  ['+', ''],
  ['+1', ''],
  ['abc', ''],
])('%j is written %j', (typed, shown) => {
  expect(whole(typed)).toBe(shown)
})

test('however a number is pasted, it reads the same', () => {
  const digits = fc
    .tuple(
      fc.integer({ min: 200, max: 999 }),
      fc.integer({ min: 200, max: 999 }),
      fc.integer({ min: 0, max: 9999 }),
    )
    .map(([area, exchange, line]) => [area, exchange, String(line).padStart(4, '0')] as const)
  const separator = fc.constantFrom('', ' ', '.', '-', ' - ')
  fc.assert(
    fc.property(
      digits,
      separator,
      fc.constantFrom('', '+1 ', '1 ', '+1', '1-'),
      ([a, b, c], gap, country) => {
        expect(whole(`${country}${a}${gap}${b}${gap}${c}`)).toBe(`(${a}) ${b}-${c}`)
      },
    ),
  )
})

test('the caret stays behind the digit that was typed in the middle', () => {
  // `(713) 9|84-0142`: a 9 took the place of a 2.
  expect(maskedPhone('(713) 984-0142', 7)).toEqual({ text: '(713) 984-0142', caret: 7 })
})

test('deleting from the end runs through the signs between the digits', () => {
  let text = '(713) 284-0142'
  for (let left = 10; left > 0; left--) text = maskedPhone(text.slice(0, -1), text.length - 1).text
  expect(text).toBe('')
})

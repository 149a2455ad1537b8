import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyMask, formatMask, isComplete, rawOf } from '#shared/rules/text-mask.ts'

const PHONE = '(999) 999-9999'

test.each([
  ['digits', PHONE, '7135550142', '(713) 555-0142'],
  ['a part', PHONE, '71355', '(713) 55'],
  ['its own form', PHONE, '(713) 555-0142', '(713) 555-0142'],
  ['points between', PHONE, '713.555.0142', '(713) 555-0142'],
  ['too much', PHONE, '71355501429', '(713) 555-0142'],
  ['a literal digit in the mask', '+1 999 999 9999', '+1 713.555.0142', '+1 713 555 0142'],
  ['letters where digits go', '99-99', '1a2b3c4d', '12-34'],
  ['alphanumerics', '**-**', 'a1-b2', 'a1-b2'],
  ['letters only', 'AAA', 'a1B2c', 'aBc'],
  ['upper case', 'UU 99999', 'tx77018', 'TX 77018'],
  ['lower case', 'LLL', 'AbC', 'abc'],
  ['an escaped placeholder', '\\A-99', '12', 'A-12'],
  ['nothing', PHONE, '', ''],
  ['nothing that fits', PHONE, 'abc', ''],
])('%s: %s takes %o as %o', (_name, mask, input, expected) => {
  expect(formatMask(mask, input)).toBe(expected)
})

test.each([
  ['typed at the end', '(713) 5556', 10, '(713) 555-6', 11],
  ['typed in the middle', '(7913) 555', 3, '(791) 355-5', 3],
  ['a literal was deleted', '(713 555', 4, '(713) 555', 4],
  ['pasted at the beginning', '71(3) 555-0142', 2, '(713) 555-0142', 3],
  ['at the very beginning', '(713) 555', 0, '(713) 555', 0],
])('the caret does not jump: %s', (_name, input, caret, text, expected) => {
  expect(applyMask(PHONE, input, caret)).toEqual({ text, caret: expected })
})

test.each([
  ['(713) 555-0142', true],
  ['(713) 555-014', false],
  ['', false],
])('%o is complete: %s', (text, expected) => {
  expect(isComplete(PHONE, text)).toBe(expected)
})

const masks = fc.constantFrom(PHONE, '+1 999 999 9999', '99-1-99', 'UU-**-LL', '\\99/AA')
const inputs = fc.string({ unit: fc.constantFrom(...'0123456789abcXYZ()-+/. '), maxLength: 24 })

test('writing a written text again changes nothing', () => {
  fc.assert(
    fc.property(masks, inputs, (mask, input) => {
      const once = formatMask(mask, input)
      expect(formatMask(mask, once)).toBe(once)
    }),
  )
})

test('nothing that fits is lost', () => {
  fc.assert(
    fc.property(masks, inputs, (mask, input) => {
      expect(rawOf(mask, formatMask(mask, input))).toBe(rawOf(mask, input))
    }),
  )
})

test('however a phone number is written, it is the same number', () => {
  const gaps = fc.constantFrom('', ' ', '.', '-', ' - ')
  fc.assert(
    fc.property(fc.stringMatching(/^[2-9]\d{9}$/), gaps, gaps, (digits, first, second) => {
      const pasted = `+1 ${digits.slice(0, 3)}${first}${digits.slice(3, 6)}${second}${digits.slice(6)}`
      expect(rawOf('+1 999 999 9999', pasted)).toBe(digits)
    }),
  )
})

test('the caret stays in the text, behind as much of the input as before', () => {
  fc.assert(
    fc.property(masks, inputs, fc.nat(24), (mask, input, at) => {
      const caret = Math.min(at, input.length)
      const masked = applyMask(mask, input, caret)
      expect(masked.caret).toBeGreaterThanOrEqual(0)
      expect(masked.caret).toBeLessThanOrEqual(masked.text.length)
      if (caret < input.length)
        expect(rawOf(mask, masked.text.slice(0, masked.caret))).toBe(rawOf(mask, input.slice(0, caret)))
    }),
  )
})

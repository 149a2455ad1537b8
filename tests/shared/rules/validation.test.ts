import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast, atMost, isBlank, numberOf, numericProblem } from '#shared/rules/validation.ts'

test.each([
  ['nothing', undefined, true],
  ['null', null, true],
  ['an empty text', '', true],
  ['blanks', ' \t\n', true],
  ['an empty list', [], true],
  ['what is no number', Number.NaN, true],
  ['zero', 0, false],
  ['no', false, false],
  ['a zero that was typed', '0', false],
  ['a list', [0], false],
])('%s is blank: %o → %s', (_name, value, expected) => {
  expect(isBlank(value)).toBe(expected)
})

test.each([
  ['a number', 12, null],
  ['zero', '0', null],
  ['a fraction', '12.50', null],
  ['a leading point', '.5', null],
  ['separators', '1,250,000', null],
  ['blanks around it', ' 7 ', null],
  ['a negative one', '-1', 'Price is not valid.'],
  ['words', 'twelve', 'Price is not valid.'],
  ['a number with words', '12 rooms', 'Price is not valid.'],
  ['nothing', '', 'Price is not valid.'],
  ['separators in the wrong place', '1,2', 'Price is not valid.'],
  ['a point without digits', '12.', 'Price is not valid.'],
  ['hexadecimal', '0x10', 'Price is not valid.'],
  ['no end', Number.POSITIVE_INFINITY, 'Price is not valid.'],
])('%s passes or is told: %o → %o', (_name, value, expected) => {
  expect(numericProblem(value, { field: 'Price' })).toBe(expected)
})

const message = 'The minimum is above the maximum.'
test.each([
  ['agrees with its pair', '100', '200', null],
  ['is the same as its pair', '200', '200', null],
  ['does not agree', '300', '200', message],
  ['has a blank pair', '300', ' ', null],
  ['has no pair', '300', undefined, null],
  ['has a pair that is wrong in itself', '300', 'x', null],
  ['is wrong in itself', 'x', '200', 'Minimum is not valid.'],
])('a value that %s: %o beside %o → %o', (_name, value, paired, expected) => {
  expect(numericProblem(value, { field: 'Minimum', paired, agrees: atMost, message })).toBe(expected)
})

test('a pair without a message of its own gets the default one', () => {
  expect(numericProblem(1, { field: 'Maximum', paired: 2, agrees: atLeast })).toBe('Maximum is not valid.')
})

test('a number reads the same with and without its separators', () => {
  fc.assert(
    fc.property(fc.nat(), (value) => {
      expect(numberOf(value.toLocaleString('en-US'))).toBe(value)
      expect(numberOf(String(value))).toBe(value)
    }),
  )
})

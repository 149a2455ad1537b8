import { expect, test } from 'vitest'
import { accountOf, textOf } from '#widget/element/inputs.ts'

test.each([
  ['a number', 5, 5],
  ['a numeric text', '5', 5],
  ['blanks around it', ' 5 ', 5],
  ['nothing', null, null],
  ['an empty text', '', null],
  ['words', 'five', null],
  ['zero', 0, null],
  ['a fraction', 1.5, null],
  ['an object', {}, null],
])('an account id from %s', (_, given, expected) => {
  expect(accountOf(given)).toBe(expected)
})

test.each([
  ['a text', 'abc', 'abc'],
  ['blanks around it', '  abc\n', 'abc'],
  ['blanks alone', '  ', null],
  ['undefined', undefined, null],
  ['a number', 7, null],
])('a token from %s', (_, given, expected) => {
  expect(textOf(given)).toBe(expected)
})

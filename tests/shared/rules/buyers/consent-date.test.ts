import { expect, it } from 'vitest'
import { consentDate } from '#shared/rules/buyers/consent-date.ts'

it.each([
  ['2026-03-01', '2026-03-01'],
  ['2026-03-01T14:55:00.000Z', '2026-03-01'],
  [' 3/1/2026 ', '2026-03-01'],
  ['2026-02-30', null],
  ['13/1/2026', null],
  ['last spring', null],
  ['', null],
])('the day of consent “%s” is read as %s', (text, day) => {
  expect(consentDate(text)).toBe(day)
})

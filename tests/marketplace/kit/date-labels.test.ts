/** Dates of the apps. Words that dayjs does not write itself have their rules here. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fullDayWords, listTimeWords, zonedDayWords, zonedLeaf } from '#marketplace/kit/date-labels.ts'
import { dayLabel } from '#shared/format/day-label.ts'
import { listTime } from '#shared/format/list-time.ts'
import { zonedDay } from '#shared/format/visit-time.ts'

const CHICAGO = 'America/Chicago'
const NOW = new Date(2025, 5, 10, 15, 30).getTime()

describe('a list', () => {
  test.each([
    ['today, the time', new Date(2025, 5, 10, 0, 5), '12:05 AM'],
    ['yesterday, a minute before midnight', new Date(2025, 5, 9, 23, 59), '09 Jun'],
    ['the first day of this year', new Date(2025, 0, 1), '01 Jan'],
    ['the last day of last year', new Date(2024, 11, 31), '31 Dec, 2024'],
  ])('shows %s', (_, at, words) => expect(listTimeWords(at.toISOString(), NOW)).toBe(words))

  test.each([
    ['missing', null],
    ['empty', ''],
    ['not a date', 'soon'],
  ])('says Recently when the instant is %s', (_, at) => expect(listTimeWords(at, NOW)).toBe('Recently'))
})

it('a heading names weekday, month, day and year, and is empty without an instant', () => {
  expect(fullDayWords(NOW)).toBe('Tuesday, June 10, 2025')
  expect(fullDayWords(Number.NaN)).toBe('')
})

it('the day of a visit is that of the place', () => {
  const start = Date.UTC(2026, 5, 13, 15, 0)
  expect(zonedDayWords(start, CHICAGO)).toBe('Saturday, June 13')
  expect(zonedLeaf(start, CHICAGO)).toEqual({ weekday: 'SAT', day: '13' })
  const lateEvening = Date.UTC(2026, 5, 14, 3, 0)
  expect(zonedDayWords(lateEvening, CHICAGO)).toBe('Saturday, June 13')
  expect(zonedDayWords(lateEvening, 'Pacific/Auckland')).toBe('Sunday, June 14')
})

test('the apps, the element and mails say the same of any instant', () => {
  const instant = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
    .map((date) => date.getTime())
  const zone = fc.constantFrom(CHICAGO, 'America/Phoenix', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC')
  fc.assert(
    fc.property(instant, instant, zone, (at, now, place) => {
      expect(fullDayWords(at)).toBe(dayLabel(at))
      expect(listTimeWords(at, now)).toBe(listTime(at, now))
      expect(zonedDayWords(at, place)).toBe(zonedDay(at, place))
    }),
  )
})

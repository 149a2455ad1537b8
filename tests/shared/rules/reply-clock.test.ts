/** An hour is promised, and it is an hour in which the company is open. */
import { expect, test } from 'vitest'
import type { OpeningHours } from '#shared/contract/launcher.ts'
import { replyDueMs } from '#shared/rules/reply-clock.ts'

/** Nine to six on weekdays in Houston, which is five hours behind UTC in June. */
const WEEKDAYS: OpeningHours = {
  time_zone: 'America/Chicago',
  days: [null, ...Array.from({ length: 5 }, () => ({ from: 9 * 60, to: 18 * 60 })), null],
}
const due = (asked: string, hours: OpeningHours | null) =>
  new Date(replyDueMs(Date.parse(asked), 60, hours)).toISOString().slice(0, 16)

test.each([
  ['while it is open, an hour later', '2025-06-10T15:00:00Z', '2025-06-10T16:00'],
  ['before it opens, an hour after that', '2025-06-10T11:00:00Z', '2025-06-10T15:00'],
  ['half an hour before it closes, half an hour after it opens', '2025-06-10T22:30:00Z', '2025-06-11T14:30'],
  ['on Friday night, on Monday', '2025-06-14T02:00:00Z', '2025-06-16T15:00'],
  ['at the moment it closes, an hour after it opens', '2025-06-10T23:00:00Z', '2025-06-11T15:00'],
])('asked %s', (_, asked, expected) => {
  expect(due(asked, WEEKDAYS)).toBe(expected)
})

test('the clock always runs without hours, and with none on any day', () => {
  const never = { ...WEEKDAYS, days: WEEKDAYS.days.map(() => null) }
  expect([due('2025-06-14T02:00:00Z', null), due('2025-06-14T02:00:00Z', never)]).toEqual([
    '2025-06-14T03:00',
    '2025-06-14T03:00',
  ])
})

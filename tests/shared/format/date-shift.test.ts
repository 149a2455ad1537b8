import { afterEach, expect, test } from 'vitest'
import { shiftedMs } from '#shared/format/date-shift.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

const iso = (timestamp: string) => new Date(shiftedMs(timestamp)).toISOString()

test.each([
  ['winter', '2025-01-10 09:00:00', '2025-01-10T14:00:00.000Z'],
  ['summer, an hour off as the rule is', '2025-07-10 09:00:00', '2025-07-10T14:00:00.000Z'],
  ['a T between date and time', '2025-01-10T09:00:00', '2025-01-10T14:00:00.000Z'],
  ['microseconds', '2025-01-10T09:00:00.250000', '2025-01-10T14:00:00.250Z'],
  ['a date alone', '2025-01-10', '2025-01-10T05:00:00.000Z'],
  ['the hour that spring skips in New York', '2025-03-09 02:30:00', '2025-03-09T07:30:00.000Z'],
  ['the hour that autumn repeats in New York', '2025-11-02 01:30:00', '2025-11-02T06:30:00.000Z'],
])('without an offset, %s: %s is %s', (_name, timestamp, expected) => {
  for (const TZ of ['America/New_York', 'America/Los_Angeles', 'UTC', 'Asia/Kolkata']) {
    process.env.TZ = TZ
    expect(iso(timestamp), TZ).toBe(expected)
  }
})

test.each([
  ['2025-07-10T13:00:00.000000Z', '2025-07-10T13:00:00.000Z'],
  ['2025-07-10T09:00:00-04:00', '2025-07-10T13:00:00.000Z'],
  ['2025-07-10 09:00:00+0200', '2025-07-10T07:00:00.000Z'],
])('with an offset %s is taken as it says', (timestamp, expected) => {
  process.env.TZ = 'America/New_York'
  expect(iso(timestamp)).toBe(expected)
})

test('away from a change of the clocks it is the rule of the spec: local time, plus 300 minutes, minus the offset', () => {
  process.env.TZ = 'America/Denver'
  for (const timestamp of ['2025-01-10T09:00', '2025-03-08T23:59', '2025-03-10T00:00', '2025-07-10T09:00']) {
    const local = new Date(timestamp)
    const bySpec = local.getTime() + (300 - local.getTimezoneOffset()) * 60_000
    expect(shiftedMs(timestamp), timestamp).toBe(bySpec)
  }
})

test.each(['', 'Recently', '2025-13-45 09:00'])('%o is no time', (timestamp) => {
  expect(shiftedMs(timestamp)).toBeNaN()
})

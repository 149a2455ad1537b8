/** When somebody is told of what was found. */
import { expect, it } from 'vitest'
import { alertTimeOf } from '#shared/rules/matching/alert-time.ts'

const NEW_YORK = 'America/New_York'
const cases = [
  ['at once', 'instant', 'America/Chicago', '2026-06-03T10:30:00-05:00', '2026-06-03T10:30:00-05:00'],
  ['this morning', 'daily', NEW_YORK, '2026-06-03T07:59:59-04:00', '2026-06-03T08:00:00-04:00'],
  ['tomorrow, at eight sharp', 'daily', NEW_YORK, '2026-06-03T08:00:00-04:00', '2026-06-04T08:00:00-04:00'],
  [
    'in the morning of who lives west',
    'daily',
    'Pacific/Honolulu',
    '2026-06-03T12:00:00Z',
    '2026-06-03T08:00:00-10:00',
  ],
  ['when clocks went forward', 'daily', NEW_YORK, '2026-03-07T20:00:00-05:00', '2026-03-08T08:00:00-04:00'],
  ['when clocks went back', 'daily', NEW_YORK, '2026-10-31T20:00:00-04:00', '2026-11-01T08:00:00-05:00'],
  ['on the next Monday', 'weekly', NEW_YORK, '2026-06-03T10:00:00-04:00', '2026-06-08T08:00:00-04:00'],
  [
    'a week later when Monday’s hour is over',
    'weekly',
    NEW_YORK,
    '2026-06-08T08:00:00-04:00',
    '2026-06-15T08:00:00-04:00',
  ],
] as const

it.each(cases)('%s', (_, frequency, zone, now, at) => {
  expect(new Date(alertTimeOf({ frequency, zone, nowMs: Date.parse(now) })).toISOString()).toBe(
    new Date(at).toISOString(),
  )
})

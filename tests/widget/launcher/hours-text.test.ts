import { afterEach, expect, test, vi } from 'vitest'
import { readHours } from '#widget/launcher/site-key/hours-text.ts'

afterEach(() => void vi.restoreAllMocks())

const NINE_TO_FIVE = { from: 540, to: 1020 }
const TEN_TO_TWO = { from: 600, to: 840 }

test.each([
  [
    'Mo-Fr 09:00-17:00; Sa 10:00-14:00 America/Chicago',
    'America/Chicago',
    [null, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, TEN_TO_TWO],
  ],
  // Across the end of the week, single days, and no zero before the hour.
  [
    ' Sa-Su 9:00-17:00;We,Fr 10:00-14:00  UTC ',
    'UTC',
    [NINE_TO_FIVE, null, null, TEN_TO_TWO, null, TEN_TO_TWO, NINE_TO_FIVE],
  ],
  ['Su-Sa 00:00-24:00 America/Phoenix', 'America/Phoenix', Array(7).fill({ from: 0, to: 1440 })],
])('"%s"', (written, time_zone, days) => {
  expect(readHours(written)).toEqual({ time_zone, days })
})

test.each([
  'Mo-Fr 09:00-17:00',
  'Mo-Fr 09:00-17:00 Chicago',
  'Monday 09:00-17:00 UTC',
  'Mo 17:00-09:00 UTC',
  'Mo 09:00-25:00 UTC',
  'Mo 9-17 UTC',
  'Mo 09:75-17:00 UTC',
  'always',
])('"%s" cannot be read, which the console says', (written) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(readHours(written)).toBeNull()
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('data-hours cannot be read'))
})

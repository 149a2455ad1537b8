import { describe, expect, it } from 'vitest'
import { clocksDiffer, zonedDay, zonedTimes } from '#shared/format/visit-time.ts'

const CHICAGO = 'America/Chicago'

describe('the time of a visit', () => {
  it('is that of the place, with the abbreviation of its zone', () => {
    const start = Date.UTC(2026, 5, 13, 15, 0)
    expect(zonedDay(start, CHICAGO)).toBe('Saturday, June 13')
    expect(zonedTimes(start, start + 7_200_000, CHICAGO)).toBe('10:00 AM to 12:00 PM CDT')
    expect(zonedDay(Date.UTC(2026, 5, 14, 3, 0), CHICAGO)).toBe('Saturday, June 13')
  })

  it('keeps the hour on the wall over the end of summer time', () => {
    const before = Date.UTC(2026, 9, 31, 15, 0)
    const after = Date.UTC(2026, 10, 1, 16, 0)
    expect(zonedTimes(before, before + 3_600_000, CHICAGO)).toBe('10:00 AM to 11:00 AM CDT')
    expect(zonedTimes(after, after + 3_600_000, CHICAGO)).toBe('10:00 AM to 11:00 AM CST')
  })

  it('differs for a viewer only while the clocks do', () => {
    const winter = Date.UTC(2026, 0, 10, 18, 0)
    const summer = Date.UTC(2026, 6, 10, 18, 0)
    expect(clocksDiffer(winter, 'America/Phoenix', 'America/Denver')).toBe(false)
    expect(clocksDiffer(summer, 'America/Phoenix', 'America/Denver')).toBe(true)
  })
})

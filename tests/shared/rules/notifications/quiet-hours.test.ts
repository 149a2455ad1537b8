import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wallClock, wallOf } from '#shared/rules/deals/wall-time.ts'
import { type QuietHours, type Sending, sendAtMs } from '#shared/rules/notifications/quiet-hours.ts'

const CHICAGO = 'America/Chicago'
const at = (iso: string) => Date.parse(iso)
const sent = (iso: string, more: Partial<Sending> = {}): string =>
  new Date(
    sendAtMs(at(iso), { type: 'new_match', channel: 'sms', zone: CHICAGO, quiet: null, ...more }),
  ).toISOString()

describe('when something may make a noise', () => {
  it.each([
    ['by day, at once', '2026-06-10T15:00:00.000Z', '2026-06-10T15:00:00.000Z'],
    ['at 8:00 sharp', '2026-06-10T13:00:00.000Z', '2026-06-10T13:00:00.000Z'],
    ['a minute before 8, at 8', '2026-06-10T12:59:00.000Z', '2026-06-10T13:00:00.000Z'],
    ['at 20:00, the next morning', '2026-06-11T01:00:00.000Z', '2026-06-11T13:00:00.000Z'],
    ['a minute before 20, at once', '2026-06-11T00:59:00.000Z', '2026-06-11T00:59:00.000Z'],
    ['in the night the clocks go forward', '2026-03-08T06:30:00.000Z', '2026-03-08T13:00:00.000Z'],
    ['in the night they go back', '2026-11-01T04:30:00.000Z', '2026-11-01T14:00:00.000Z'],
  ])('a text goes %s', (_, now, then) => {
    expect(sent(now)).toBe(then)
  })

  it('the same moment is day in one zone and night in another', () => {
    const now = '2026-06-10T13:30:00.000Z'
    expect(sent(now)).toBe(now)
    expect(sent(now, { zone: 'America/Los_Angeles' })).toBe('2026-06-10T15:00:00.000Z')
  })

  it.each([
    // 8 AM in Houston is 3 AM in Honolulu in June.
    ['a morning in Houston', '2026-06-10T13:00:00.000Z', '2026-06-10T18:00:00.000Z'],
    ['an afternoon in both', '2026-06-10T20:00:00.000Z', '2026-06-10T20:00:00.000Z'],
    ['an evening in Houston', '2026-06-11T01:00:00.000Z', '2026-06-11T18:00:00.000Z'],
    ['an evening in Honolulu', '2026-06-11T06:00:00.000Z', '2026-06-11T18:00:00.000Z'],
  ])('whose number and profile are in two zones gets a text of %s by day in both', (_, now, then) => {
    expect(sent(now, { textZones: ['Pacific/Honolulu', CHICAGO] })).toBe(then)
    expect(sent(now, { textZones: [CHICAGO, 'Pacific/Honolulu'] })).toBe(then)
  })

  it('quiet hours that leave no time by day in both zones never send a text at night in one of them', () => {
    const quiet = { from: '07:00', until: '06:59' }
    const textZones = [CHICAGO, 'Pacific/Honolulu']
    expect(sent('2026-06-10T15:00:00.000Z', { quiet, textZones })).toMatch(/T18:00:00.000Z$/)
  })

  it('quiet hours of one’s own hold texts and notices back, and no mail', () => {
    const quiet = { from: '12:00', until: '14:00' }
    const now = '2026-06-10T17:30:00.000Z'
    expect(sent(now, { quiet })).toBe('2026-06-10T19:00:00.000Z')
    expect(sent(now, { quiet, channel: 'push' })).toBe('2026-06-10T19:00:00.000Z')
    expect(sent(now, { quiet, channel: 'email' })).toBe(now)
  })

  it('quiet hours that end while the clocks go forward end after that', () => {
    const quiet = { from: '22:00', until: '02:30' }
    expect(sent('2026-03-08T07:45:00.000Z', { quiet, channel: 'push' })).toBe('2026-03-08T08:30:00.000Z')
  })

  it('quiet hours that end in the night of texts wait for its end', () => {
    expect(sent('2026-06-11T01:00:00.000Z', { quiet: { from: '19:00', until: '22:00' } })).toBe(
      '2026-06-11T13:00:00.000Z',
    )
  })

  it('quiet hours that begin when the night ends are waited for as well', () => {
    expect(sent('2026-06-11T04:00:00.000Z', { quiet: { from: '08:00', until: '09:30' } })).toBe(
      '2026-06-11T14:30:00.000Z',
    )
  })

  it('hours that leave no time by day never send a text at night', () => {
    const then = sent('2026-06-10T15:00:00.000Z', { quiet: { from: '07:00', until: '06:59' } })
    expect(then).toMatch(/T13:00:00.000Z$/)
  })

  it('what is about security waits for nothing', () => {
    const now = '2026-06-10T08:00:00.000Z'
    expect(sent(now, { type: 'security', channel: 'push', quiet: { from: '22:00', until: '07:00' } })).toBe(
      now,
    )
  })
})

describe('when the clocks change', () => {
  it.each([
    ['second of two hours', 'America/New_York', '2026-11-01T06:10:00.000Z', '2026-11-01T06:30:00.000Z'],
    ['first of two hours', 'America/New_York', '2026-11-01T05:10:00.000Z', '2026-11-01T05:30:00.000Z'],
    ['second of two hours', 'Europe/London', '2026-10-25T01:10:00.000Z', '2026-10-25T01:30:00.000Z'],
    [
      'second of two half hours',
      'Australia/Lord_Howe',
      '2026-04-04T15:10:00.000Z',
      '2026-04-04T15:15:00.000Z',
    ],
  ])('a notice goes when they end in the %s in %s', (_, zone, now, then) => {
    const until = wallOf(at(then), zone).slice(11)
    expect(sent(now, { zone, quiet: { from: '22:00', until }, channel: 'push' })).toBe(then)
  })

  it('a notice between the two ends of quiet hours goes at once', () => {
    const [now, quiet] = ['2026-11-01T05:40:00.000Z', { from: '22:00', until: '01:30' }]
    expect(sent(now, { zone: 'America/New_York', quiet, channel: 'push' })).toBe(now)
  })

  it('quiet hours but for minutes that the clocks skip last until these minutes of the next day', () => {
    const quiet = { from: '02:45', until: '02:30' }
    expect(sent('2026-03-08T05:00:00.000Z', { quiet, channel: 'push' })).toBe('2026-03-09T07:30:00.000Z')
  })

  /** The days of 2026 on which they change. */
  const CHANGES = Object.entries({
    'America/New_York': ['2026-03-08', '2026-11-01'],
    'America/St_Johns': ['2026-03-08', '2026-11-01'],
    'America/Santiago': ['2026-04-05', '2026-09-06'],
    'Europe/London': ['2026-03-29', '2026-10-25'],
    'Europe/Berlin': ['2026-03-29', '2026-10-25'],
    'Africa/Cairo': ['2026-04-24', '2026-10-29'],
    'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
    'Pacific/Auckland': ['2026-04-05', '2026-09-27'],
  }).flatMap(([zone, days]) => days.map((day) => ({ zone, clock: wallClock(zone), dayMs: at(day) })))
  const QUARTER_MS = 15 * 60_000
  const timeOf = (shownMs: number) => new Date(shownMs).toISOString().slice(11, 16)
  const time = (until: number) =>
    fc.integer({ min: 0, max: until }).map((quarter) => timeOf(quarter * QUARTER_MS))

  it('a notice goes neither before now nor in quiet hours, and as soon as they end', () => {
    const hours = fc
      .record({ from: time(95), until: fc.oneof(time(95), time(16)) })
      .filter(({ from, until }) => from !== until)
    const minutes = fc.integer({ min: -3 * 60, max: 6 * 60 })
    const check = ({ zone, clock, dayMs }: (typeof CHANGES)[number], minute: number, quiet: QuietHours) => {
      const now = 2 * dayMs - clock(dayMs) + minute * 60_000
      const then = sendAtMs(now, { type: 'new_match', channel: 'push', zone, quiet })
      const isQuiet = (ms: number) => {
        const [shown, { from, until }] = [timeOf(clock(ms)), quiet]
        return from < until ? from <= shown && shown < until : from <= shown || shown < until
      }
      expect(then).toBeGreaterThanOrEqual(now)
      expect(isQuiet(then)).toBe(false)
      let end = now
      while (isQuiet(end)) end = (Math.floor(end / QUARTER_MS) + 1) * QUARTER_MS
      // Otherwise the clocks skip the end, or show a time before the quiet hours a second time.
      if (end === now || timeOf(clock(end)) === quiet.until) expect(then).toBe(end)
    }
    fc.assert(fc.property(fc.constantFrom(...CHANGES), minutes, hours, check), { numRuns: 300 })
  })
})

import { describe, expect, it } from 'vitest'
import { type Sending, sendAtMs } from '#shared/rules/notifications/quiet-hours.ts'

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

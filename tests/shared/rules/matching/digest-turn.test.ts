import { describe, expect, it } from 'vitest'
import { digestOfBox, digestTurn } from '#shared/rules/matching/digest-turn.ts'

const at = (iso: string) => Date.parse(iso)
const turn = (iso: string, zone: string) => {
  const { due, nextMs } = digestTurn(at(iso), zone)
  return { due, next: new Date(nextMs).toISOString() }
}

describe('the morning of a digest', () => {
  it.each([
    ['8 in Chicago in winter', '2026-01-13T14:00:00Z', 'America/Chicago', '2026-01-14T14:00:00.000Z'],
    ['8 in Chicago in summer', '2026-07-14T13:00:00Z', 'America/Chicago', '2026-07-15T13:00:00.000Z'],
    [
      'the day before clocks go forward',
      '2026-03-07T14:00:00Z',
      'America/Chicago',
      '2026-03-08T13:00:00.000Z',
    ],
    ['the day before clocks go back', '2026-10-31T13:00:00Z', 'America/Chicago', '2026-11-01T14:00:00.000Z'],
    ['8 in Honolulu', '2026-01-13T18:00:00Z', 'Pacific/Honolulu', '2026-01-14T18:00:00.000Z'],
    ['8 where clocks never change', '2026-03-07T15:00:00Z', 'America/Phoenix', '2026-03-08T15:00:00.000Z'],
    ['some minutes late', '2026-01-13T14:07:00Z', 'America/Chicago', '2026-01-14T14:00:00.000Z'],
  ])('%s is the turn of daily ones, and the next is at 8 there again', (_, iso, zone, next) => {
    expect(turn(iso, zone)).toEqual({ due: ['daily'], next })
  })

  it('the turn of weekly ones is Monday as well', () => {
    expect(turn('2026-01-12T14:00:00Z', 'America/Chicago').due).toEqual(['daily', 'weekly'])
    expect(turn('2026-01-11T14:00:00Z', 'America/Chicago').due).toEqual(['daily'])
  })

  it('Monday is Monday where they live: in Guam it is while Chicago still has Sunday', () => {
    expect(turn('2026-01-11T22:00:00Z', 'Pacific/Guam').due).toEqual(['daily', 'weekly'])
  })

  it('who moved west is asked again when it is 8 there', () => {
    expect(turn('2026-01-13T14:00:00Z', 'America/Los_Angeles')).toEqual({
      due: [],
      next: '2026-01-13T16:00:00.000Z',
    })
  })
})

describe('a buy box in a digest', () => {
  it.each([
    ['off', 'daily', null],
    ['daily', 'daily', 'daily'],
    ['daily', 'weekly', 'weekly'],
    ['weekly', 'daily', 'weekly'],
    ['instant', 'daily', 'daily'],
    ['instant', 'weekly', 'weekly'],
    ['instant', 'instant', null],
    ['daily', 'instant', 'daily'],
    ['weekly', 'instant', 'weekly'],
    ['off', 'instant', null],
    ['daily', null, null],
  ] as const)('one that says %s, of somebody who wants %s, comes %s', (notify, wanted, expected) => {
    expect(digestOfBox(notify, wanted)).toBe(expected)
  })
})

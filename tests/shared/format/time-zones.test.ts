/** Time zones in words that people in the United States use. */
import { expect, test } from 'vitest'
import { zoneLabel } from '#shared/format/time-zones.ts'

test.each([
  ['America/Chicago', 'Central (Chicago, Houston)'],
  ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos Aires'],
])('%s is shown as %s', (zone, expected) => {
  expect(zoneLabel(zone)).toBe(expected)
})

import { expect, test } from 'vitest'
import { hoursLabel, isShownOn } from '#shared/rules/launcher.ts'

test.each([
  [[], '/anything', true],
  [['/homes/*'], '/homes/12', true],
  [['/homes/*'], '/home', false],
  [['/homes'], '/homes/', true],
  [['/homes'], '/homes/12', false],
  [['/a.b'], '/axb', false],
  [['/x', '/*/contact'], '/team/contact', true],
  [['/'], '/', true],
  [['/'], '/about', false],
])('with the pages %j it appears on %s: %s', (patterns, path, shown) => {
  expect(isShownOn(patterns, path)).toBe(shown)
})

const WORKDAY = { from: 9 * 60, to: 17 * 60 + 30 }
const HOURS = {
  time_zone: 'America/Chicago',
  days: [null, WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, null],
}

test.each([
  ['a Wednesday at noon', '2026-07-08T17:00:00Z', 'Open now, until 5:30 PM CDT'],
  ['before it opens', '2026-07-08T12:00:00Z', 'Closed now. Opens today at 9 AM CDT.'],
  ['after it closed', '2026-07-08T23:00:00Z', 'Closed now. Opens tomorrow at 9 AM CDT.'],
  ['the minute it closes', '2026-07-08T22:30:00Z', 'Closed now. Opens tomorrow at 9 AM CDT.'],
  ['a Friday evening', '2026-07-11T01:00:00Z', 'Closed now. Opens Monday at 9 AM CDT.'],
  ['in winter', '2026-01-07T18:00:00Z', 'Open now, until 5:30 PM CST'],
])('hours on %s', (_, at, label) => {
  expect(hoursLabel(HOURS, Date.parse(at))).toBe(label)
})

test('a company that is open on one day opens a week later', () => {
  const days = [null, WORKDAY, null, null, null, null, null]
  expect(hoursLabel({ ...HOURS, days }, Date.parse('2026-07-07T00:00:00Z'))).toBe(
    'Closed now. Opens Monday at 9 AM CDT.',
  )
  expect(hoursLabel({ ...HOURS, days: Array(7).fill(null) }, Date.now())).toBeNull()
})

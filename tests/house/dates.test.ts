/** In the apps dayjs writes dates, in kit/date-labels.ts and beside it. The shared formats of dates are for the element and the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const APPS = new URL('../../marketplace/', import.meta.url)
/** Reads the clock of another zone, for dayjs. */
const READER = 'kit/date-labels.ts'

const OTHER_WAYS = [
  // Which zone the browser is in is no date.
  /Intl\.DateTimeFormat\((?!\)\.resolvedOptions\(\)\.timeZone)/,
  /\.to(?:Date|LocaleDate|LocaleTime|UTC)String\(/,
  /\bnew Date\([^)]*\)\s*\.toLocaleString\(/,
  /shared\/format\/(?:day-label|list-time)\.ts/,
  /\bzonedDay\b/,
]
const isOther = (code: string) => OTHER_WAYS.some((way) => way.test(code))

test('dates in the apps are written by dayjs', () => {
  const files = readdirSync(APPS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  expect(files.filter((file) => isOther(readFileSync(new URL(file, APPS), 'utf8')))).toEqual([READER])
})

test.each([
  "new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(at)",
  'Intl.DateTimeFormat().format(at)',
  'date.toDateString().slice(4)',
  "date.toLocaleDateString('en-US')",
  'date.toLocaleTimeString()',
  "new Date(at).toLocaleString('en-US')",
  "import { dayLabel } from '#shared/format/day-label.ts'",
  "import { listTime } from '#shared/format/list-time.ts'",
  "import { zonedDay, zonedTimes } from '#shared/format/visit-time.ts'",
])('the finder sees %s', (code) => expect(isOther(code)).toBe(true))

test.each([
  'const zone = Intl.DateTimeFormat().resolvedOptions().timeZone',
  "count.toLocaleString('en-US')",
  'zonedDayWords(at, zone)',
  'new Date(at).toISOString()',
])('the finder lets %s be', (code) => expect(isOther(code)).toBe(false))

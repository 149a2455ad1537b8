import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { zonesOfNumber } from '#server/notifications/deliveries/number-zones.ts'

// Area codes as the North American Numbering Plan Administrator lists them by state and time zone.
test.each([
  ['New York City', '+12125550000', ['America/New_York']],
  ['Houston', '+17132840142', ['America/Chicago']],
  ['Denver', '+13032840142', ['America/Denver']],
  ['Phoenix', '+16022840142', ['America/Phoenix']],
  ['Los Angeles', '+12132840142', ['America/Los_Angeles']],
  ['Anchorage', '+19072840142', ['America/Anchorage']],
  ['Honolulu', '+18082840142', ['Pacific/Honolulu']],
  ['San Juan', '+17872840142', ['America/Puerto_Rico']],
  ['the Panhandle of Florida', '+18502840142', ['America/New_York', 'America/Chicago']],
  ['the east of Oregon', '+15412840142', ['America/Denver', 'America/Los_Angeles']],
])('a number of %s is in its zones', (_, number, zones) => {
  expect(zonesOfNumber(number)).toEqual(zones)
})

test.each([
  ['toll-free', '+18002840142'],
  ['British', '+442079460000'],
  ['short', '12345'],
])('a %s number may be anywhere', (_, number) => {
  expect(zonesOfNumber(number)).toEqual(expect.arrayContaining(['America/Puerto_Rico', 'Pacific/Honolulu']))
})

const AREAS = Array.from({ length: 800 }, (_, at) => `${at + 200}`)
const numberOf = (area: string) => `+1${area}2842345`
const countryOf = (area: string) => parsePhoneNumberFromString(numberOf(area))?.country
const isPlaced = (area: string) => zonesOfNumber(numberOf(area)).length <= 2

test('every area code of the United States and Puerto Rico has a zone', () => {
  const places = AREAS.filter((area) => {
    const found = parsePhoneNumberFromString(numberOf(area))
    return found?.getType() === 'FIXED_LINE_OR_MOBILE' && ['US', 'PR'].includes(found.country ?? '')
  })
  expect(places.length).toBeGreaterThan(300)
  expect(places.filter((area) => !isPlaced(area))).toEqual([])
})

test('no area code is listed that belongs to another country', () => {
  // Codes that are newer than the library's list are of no country to it.
  const others = AREAS.filter((area) => !['US', 'PR', undefined].includes(countryOf(area)))
  expect(others.length).toBeGreaterThan(50)
  expect(others.filter(isPlaced)).toEqual([])
})

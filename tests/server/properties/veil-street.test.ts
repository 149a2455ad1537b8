/** A street is found however a seller writes it, and words that only look like it stay. */
import { describe, expect, it } from 'vitest'
import { tellsStreet, VEIL, veilStreet } from '#server/properties/veil-street.ts'

const row = (address: string, more: { city?: string; parcel?: string } = {}) => ({
  ...{ address, city: 'Houston', county: 'Harris', state: 'TX', parcel: null },
  ...more,
})
const SUMPTER = row('1418 N Sumpter Street, Unit 2', { parcel: '48201-045-112-0001' })

describe('a hidden street in what the seller wrote', () => {
  it.each([
    ['as in the address', 'See 1418 N Sumpter Street today', `See ${VEIL} today`],
    ['shortened', 'See 1418 Sumpter St. today', `See ${VEIL}. today`],
    ['without its number', 'On Sumpter street, near the park', `On ${VEIL}, near the park`],
    ['by its name alone', 'The Sumpter deal', `The ${VEIL} deal`],
    ['in capitals', 'SUMPTER ST FLIP', `${VEIL} FLIP`],
    ['in an address of a page', 'https://x.example/1418-sumpter-st', `https://x.example/${VEIL}`],
    ['as coordinates', 'Pin: 29.77441, -95.31422.', `Pin: ${VEIL}.`],
    ['as a parcel', 'APN 48201-045-112-0001', `APN ${VEIL}`],
  ])('%s is taken out', (_how, text, veiled) => {
    expect(veilStreet(text, SUMPTER)).toBe(veiled)
  })

  it.each([
    ['Avenue L', row('410 Avenue L'), 'On Avenue L', `On ${VEIL}`],
    ['Calle Luna', row('27 Calle Luna', { city: 'San Juan' }), 'En Calle Luna 27', `En ${VEIL} 27`],
    ['an ordinal', row('200 W 24th Avenue'), 'Off 24th Ave', `Off ${VEIL}`],
    ['a street with the name of its town', row('9 Houston Street'), '9 Houston St', VEIL],
    ['a description instead of a street', row('19 acres off FM 1486'), '19 acres off FM 1486', VEIL],
  ])('also %s', (_name, at, text, veiled) => {
    expect(veilStreet(text, at)).toBe(veiled)
  })

  it.each([
    ['the town', row('9 Houston Street'), 'Duplex in Houston, Harris County'],
    ['a word that is the name', row('12 Park Lane'), 'Two blocks from the park, 3 bedrooms'],
    ['a word of any listing', row('77 Garden Street'), 'A Garden tub and a garden'],
    ['numbers that are no place', SUMPTER, 'ARV 241,000 at 176.50, repairs 28.5 to 36.0'],
  ])('but %s stays', (_name, at, text) => {
    expect(veilStreet(text, at)).toBe(text)
  })

  it.each([
    ['/photos/1418-sumpter-st/front.jpg', true],
    ['/photos/1418%20Sumpter%20Street.jpg', true],
    ['/photos/SUMPTER_kitchen.jpg', true],
    ['/drawings/seeded/0012-kitchen.svg', false],
    ['/photos/5f2c9a.jpg', false],
  ])('the file name %s tells it: %s', (name, tells) => {
    expect(tellsStreet(name, SUMPTER)).toBe(tells)
  })
})

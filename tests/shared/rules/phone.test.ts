import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPhone, maskPhone, parseNanp } from '#shared/rules/phone.ts'

describe('a phone number', () => {
  it.each([
    ['(713) 284-0142', '+17132840142'],
    ['713.284.0142', '+17132840142'],
    ['7132840142', '+17132840142'],
    ['1 713 284 0142', '+17132840142'],
    ['+1 713.284.0142', '+17132840142'],
    ['  +1 (787) 284–0142 ', '+17872840142'],
    ['+7132840142', null],
    ['+44 20 7946 0958', null],
    ['113 284 0142', null],
    ['713 184 0142', null],
    ['713 284 014', null],
    ['713 284 01422', null],
    ['call 713 284 0142', null],
    ['', null],
  ])('%j is read as %j', (text, number) => {
    expect(parseNanp(text)).toBe(number)
  })

  it('is shown as people write it, and one of elsewhere as it is', () => {
    expect(formatPhone('+17132840142')).toBe('(713) 284-0142')
    expect(formatPhone('+442079460958')).toBe('+442079460958')
    expect(maskPhone('+17132840142')).toBe('(•••) •••-0142')
  })

  it('comes through any usual separators unharmed', () => {
    const digit = (least: number) => fc.integer({ min: least, max: 9 }).map(String)
    const digits = fc
      .tuple(digit(2), digit(0), digit(0), digit(2), ...Array.from({ length: 6 }, () => digit(0)))
      .map((all) => all.join(''))
    const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00A0', '–')
    fc.assert(
      fc.property(digits, fc.constantFrom('', '1', '+1'), separator, separator, (ten, country, a, b) => {
        const text = `${country}${country && a}${ten.slice(0, 3)}${a}${ten.slice(3, 6)}${b}${ten.slice(6)}`
        expect(parseNanp(text)).toBe(`+1${ten}`)
        expect(parseNanp(formatPhone(`+1${ten}`))).toBe(`+1${ten}`)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { readPhone } from '#server/accounts/phones/rules.ts'

describe('which numbers may be added', () => {
  it.each([
    ['a US number', '(713) 284-0142', '+17132840142'],
    ['with the country code', '+1 713.284.0142', '+17132840142'],
    ['with a bare 1', '1-212-736-5000', '+12127365000'],
    ['Puerto Rico', '787 284 1234', '+17872841234'],
    ["Puerto Rico's other area code", '939.284.1234', '+19392841234'],
  ])('%s: %s', (_name, text, number) => {
    expect(readPhone(text)).toEqual({ number })
  })

  it.each([
    ['toll-free', '800 236 1234', /toll-free/],
    ['another toll-free', '+1 888 236 1234', /toll-free/],
    ['premium rate', '900 555 1234', /premium/],
    ['fictional', '(713) 555-0142', /555-01/],
    ['the last fictional one', '202 555 0199', /555-01/],
    ['Canada', '416 736 1234', /US and Puerto Rico/],
    ['the Bahamas', '242 322 1234', /US and Puerto Rico/],
    ['Guam', '671 300 1234', /US and Puerto Rico/],
    ['Great Britain', '+44 20 7946 0958', /US and Puerto Rico/],
    ['a follow-me number', '500 523 1234', /cannot get text messages/],
    ['an extension', '713 284 0142 ext 5', /extension/],
    ['too short', '713 284', /10 digits/],
    ['too long', '713 284 01422', /10 digits/],
    ['words', 'call me', /10 digits/],
    ['words around it', 'call 713 284 0142', /10 digits/],
    ['nothing', '', /10 digits/],
  ])('not %s: %s', (_name, text, reason) => {
    expect(readPhone(text)).toEqual({ problem: expect.stringMatching(reason) })
  })
})

/** Codes of authenticator apps, held to the vectors of RFC 4226, RFC 4648 and RFC 6238, and their sealing for the database. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base32, codeAt, keyUri, stepOf, timeStep } from '#server/accounts/two-step/apps.ts'
import { seal, unseal } from '#server/accounts/two-step/seal.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('a code of an authenticator app', () => {
  it.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [9, '520489'],
  ])('at step %i is what RFC 4226, appendix D, says', (step, code) => {
    expect(codeAt(SECRET, step)).toBe(code)
  })

  // The last six digits of the eight that appendix B lists for SHA-1.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i seconds is what RFC 6238, appendix B, says', (seconds, code) => {
    expect(codeAt(SECRET, timeStep(seconds * 1000))).toBe(code)
    expect(stepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  it.each([
    ['one step late', -30, true],
    ['one step early', 30, true],
    ['two steps late', -60, false],
    ['two steps early', 60, false],
  ])('that comes %s is accepted: %s', (_name, seconds, isAccepted) => {
    const nowMs = 1_700_000_010_000
    const code = codeAt(SECRET, timeStep(nowMs + seconds * 1000))
    expect(stepOf(SECRET, code, nowMs) !== null).toBe(isAccepted)
  })

  it('with another length or other characters is invalid', () => {
    for (const code of ['', '28708', '2870820', '28708a', '２８７０８２'])
      expect(stepOf(SECRET, code, 59_000)).toBeNull()
  })
})

describe('the key of an authenticator app', () => {
  it.each([
    ['', ''],
    ['fooba', 'MZXW6YTB'],
    ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  ])('%j is written in base32 as RFC 4648 says', (plain, written) => {
    expect(base32(Buffer.from(plain))).toBe(written)
  })

  it('is in the URL of the QR code', () => {
    const uri = new URL(keyUri({ secret: 'MZXW6YTB', issuer: 'Plat', label: 'sam+1@example.com' }))
    expect(uri.protocol).toBe('otpauth:')
    expect(decodeURIComponent(uri.pathname)).toContain('Plat:sam+1@example.com')
    expect(uri.searchParams.get('secret')).toBe('MZXW6YTB')
  })
})

describe('a sealed key', () => {
  const person = { kind: 'member', id: 7 } as const

  it('opens to the original, and never looks the same twice', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (plain) => {
        const sealed = seal('secret', person, plain)
        expect(sealed.equals(seal('secret', person, plain))).toBe(false)
        expect(unseal('secret', person, sealed)).toEqual(Buffer.from(plain))
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['with another secret', 'other', person],
    ['for another member', 'secret', { kind: 'member', id: 8 }],
    ['for staff with the same id', 'secret', { kind: 'staff', id: 7 }],
  ] as const)('does not open %s', (_name, secret, of) => {
    const sealed = seal('secret', person, SECRET)
    expect(unseal(secret, of, sealed)).toBeNull()
  })

  it('does not open when a bit was changed', () => {
    const sealed = seal('secret', person, SECRET)
    for (let at = 0; at < sealed.length; at += 7) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(unseal('secret', person, changed)).toBeNull()
    }
  })
})

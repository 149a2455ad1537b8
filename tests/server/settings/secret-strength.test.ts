import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { secretFault } from '#server/settings/secret-strength.ts'

describe('a secret', () => {
  it.each([
    ['of the former example file', 'change-me-change-me-change-me-change-me'],
    ['of one character', 'x'.repeat(200)],
    ['of a repeated part', 'k3V9qLx7'.repeat(12)],
    ['of digits in their order', '0123456789'.repeat(8)],
    ['of letters in their order', 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'],
    ['of words', 'the quick brown fox jumps over the lazy dog'],
    ['of a product and a year', 'PlatProduction2026!PlatProduction'],
    ['that calls itself one', `my-secret-${'f3'.repeat(4)}91c07be2d845a6`],
    ['of 15 random bytes', '9f86d081884c7d659a2feaa0c55ad0'],
    ['of 20 digits', '83920174650293847561'],
    ['that is empty', ''],
  ])('%s is refused, with what to do and without repeating it', (_, secret) => {
    const fault = secretFault(secret)
    expect(fault).toContain('openssl rand -hex 32')
    if (secret) expect(fault).not.toContain(secret)
  })

  it.each(['hex', 'base64', 'base64url'] as const)(
    'of 32 bytes as if at random in %s is taken',
    (encoding) => {
      for (let n = 0; n < 500; n++) {
        const secret = createHash('sha256').update(String(n)).digest(encoding)
        expect(secretFault(secret), secret).toBeNull()
      }
    },
  )

  it('of 16 random bytes in hex is accepted', () => {
    expect(secretFault('9f86d081884c7d659a2feaa0c55ad015')).toBeNull()
  })

  it('of a dozen random words is accepted', () => {
    expect(
      secretFault('mango tulip gravel window orbit candle pepper island rocket violin summit harbor'),
    ).toBeNull()
  })
})

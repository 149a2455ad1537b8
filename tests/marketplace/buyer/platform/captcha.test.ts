import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { CaptchaError, solveCaptcha } from '#marketplace/kit/captcha.ts'
import { OFFLINE, scriptedApi } from '#tests/support/fake-api.ts'

const KEYS = { hmacSignatureSecret: 'one secret', hmacKeySignatureSecret: 'another secret' }
const asked = (answer: object) => scriptedApi([answer]).api

test('where no captcha is configured nothing is solved', async () => {
  expect(await solveCaptcha(asked({ data: { provider: 'none' } }))).toBeUndefined()
})

test('the proof of work is one the server accepts', async () => {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 5,
    deriveKey,
    ...KEYS,
  })
  const token = await solveCaptcha(asked({ data: { provider: 'altcha', challenge } }))
  const payload = JSON.parse(atob(token ?? ''))
  expect(await verifySolution({ ...payload, deriveKey, ...KEYS })).toMatchObject({ verified: true })
})

test.each<[string, object]>([
  ['a challenge that is none', { data: { provider: 'altcha', challenge: { odd: true } } }],
  ['a provider of a later version', { kind: 'malformed', status: 200 }],
  ['a server that cannot be reached', OFFLINE],
])('%s is a captcha that could not be loaded', async (_name, answer) => {
  await expect(solveCaptcha(asked(answer))).rejects.toBeInstanceOf(CaptchaError)
})

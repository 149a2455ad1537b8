import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { CaptchaError, solveCaptcha } from '#marketplace/kit/captcha.ts'
import { scriptedApi } from './scripted-fetch.ts'

const KEYS = { hmacSignatureSecret: 'one secret', hmacKeySignatureSecret: 'another secret' }
const asked = (data: unknown) => scriptedApi([{ status: 200, body: { data } }]).api

test('where no captcha is configured nothing is solved', async () => {
  expect(await solveCaptcha(asked({ provider: 'none' }))).toBeUndefined()
})

test('the proof of work is one the server accepts', async () => {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 5,
    deriveKey,
    ...KEYS,
  })
  const token = await solveCaptcha(asked({ provider: 'altcha', challenge }))
  const payload = JSON.parse(atob(token ?? ''))
  expect(await verifySolution({ ...payload, deriveKey, ...KEYS })).toMatchObject({ verified: true })
})

test.each<[string, unknown]>([
  ['a challenge that is none', { provider: 'altcha', challenge: { odd: true } }],
  ['a provider of a later version', { provider: 'hcaptcha' }],
])('%s is a captcha that could not be loaded', async (_name, data) => {
  await expect(solveCaptcha(asked(data))).rejects.toBeInstanceOf(CaptchaError)
})

test('a server that cannot be reached is a captcha that could not be loaded', async () => {
  await expect(solveCaptcha(scriptedApi(['offline', 'offline']).api)).rejects.toBeInstanceOf(CaptchaError)
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { Refusal } from '#server/core/http/refusal.ts'
import type { Captcha, CaptchaSettings } from '#server/providers/captcha/captcha.ts'
import { createCaptcha } from '#server/providers/captcha/create-captcha.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { startTestServer } from '#tests/support/server.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const warnings: string[] = []
const note = (_: unknown, text: string) => void warnings.push(text)
const log = { warn: note, error: note } as unknown as FastifyBaseLogger
const secret = 'a secret for tests only'
const captchaOf = (settings: CaptchaSettings, more = {}): Captcha =>
  createCaptcha(settings, { db: database.db, log, site: { origin: '' }, secret, ...more })

const ALTCHA = { driver: 'altcha', cost: 1 } as const
const IP = '203.0.113.9'

/** What a browser does: counts until a key fits, then packs both. */
async function solved(captcha: Captcha): Promise<{ challenge: Challenge; solution: Solution }> {
  const asked = await captcha.challenge()
  if (asked.provider !== 'altcha') throw new Error('Not altcha')
  const challenge = asked.challenge as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('Not solved')
  return { challenge, solution }
}
const packed = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

const refusedField = async (work: Promise<void>) => {
  const error = await work.then(
    () => null,
    (refusal: Refusal) => refusal,
  )
  return error && [error.status, Object.keys(error.problem.errors ?? {})]
}
const REFUSED = [422, ['recaptcha_token']]

/** Google's siteverify as far as we use it: it knows a few tokens. */
const asked: URLSearchParams[] = []
const VERDICTS: Record<string, unknown> = {
  human: { success: true, score: 0.9 },
  robot: { success: true, score: 0.1 },
  used: { success: false, 'error-codes': ['timeout-or-duplicate'] },
  misconfigured: { success: false, 'error-codes': ['invalid-input-secret'] },
}
let google: Server
let verifyUrl: string
beforeAll(async () => {
  google = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const form = new URLSearchParams(body)
    asked.push(form)
    const verdict = VERDICTS[form.get('response') ?? '']
    response.statusCode = verdict ? 200 : 500
    response.end(JSON.stringify(verdict ?? {}))
  })
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
  verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/`
})
afterAll(() => new Promise((resolve) => google.close(resolve)))
afterEach(() => void warnings.splice(0))
const recaptcha = (more = {}) =>
  captchaOf({ driver: 'recaptcha', siteKey: 'site', secretKey: 'secret', verifyUrl, ...more })

/** What is true of every captcha: a good token passes, a missing and a wrong one are refused on the field of the wire. */
describe.each([
  ['altcha', () => captchaOf(ALTCHA), async (captcha: Captcha) => packed(await solved(captcha))],
  ['reCAPTCHA', () => recaptcha(), async () => 'human'],
])('%s', (_, make, answer) => {
  it('lets pass who has answered it', async () => {
    const captcha = make()
    await expect(captcha.require(await answer(captcha), IP)).resolves.toBeUndefined()
  })

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['a used or made-up one', 'used'],
    ['one too long to be true', 'x'.repeat(20_000)],
  ])('refuses %s', async (__, token) => {
    expect(await refusedField(make().require(token, IP))).toEqual(REFUSED)
  })
})

describe('no captcha', () => {
  it('asks nothing and lets everybody pass', async () => {
    const captcha = captchaOf({ driver: 'none' })
    expect(await captcha.challenge()).toEqual({ provider: 'none' })
    await expect(captcha.require(undefined, IP)).resolves.toBeUndefined()
  })
})

describe('altcha', () => {
  it('takes a solution once, also in the same moment', async () => {
    const captcha = captchaOf(ALTCHA)
    const token = packed(await solved(captcha))
    const uses = await Promise.allSettled([1, 2, 3].map(() => captcha.require(token, IP)))
    expect(uses.filter((use) => use.status === 'fulfilled')).toHaveLength(1)
    expect(await refusedField(captcha.require(token, IP))).toEqual(REFUSED)
  })

  it('takes a solution that was begun before a restart, and none made with another secret', async () => {
    const token = packed(await solved(captchaOf(ALTCHA)))
    expect(await refusedField(captchaOf(ALTCHA, { secret: 'another secret' }).require(token, IP))).toEqual(
      REFUSED,
    )
    await expect(captchaOf(ALTCHA).require(token, IP)).resolves.toBeUndefined()
  })

  it.each([
    ['a guessed key', { derivedKey: 'ff'.repeat(32) }, {}],
    ['another end', {}, { expiresAt: 4_000_000_000 }],
    ['less work', {}, { keyPrefix: '00' }],
    ['no signed key', {}, { keySignature: undefined }],
    ['no end', {}, { expiresAt: undefined }],
  ])('refuses a solution with %s', async (_, solution, parameters) => {
    const captcha = captchaOf(ALTCHA)
    const payload = await solved(captcha)
    const forged = {
      challenge: { ...payload.challenge, parameters: { ...payload.challenge.parameters, ...parameters } },
      solution: { ...payload.solution, ...solution },
    }
    expect(await refusedField(captcha.require(packed(forged), IP))).toEqual(REFUSED)
  })

  it.each([
    ['null'],
    ['{}'],
    ['[]'],
    ['{"challenge":{"parameters":{"keySignature":1,"expiresAt":1}},"solution":{}}'],
  ])('refuses %s', async (json) => {
    const token = Buffer.from(json).toString('base64')
    expect(await refusedField(captchaOf(ALTCHA).require(token, IP))).toEqual(REFUSED)
  })
})

describe('reCAPTCHA', () => {
  it('shows the browser its public key and Google the secret one, the token and the address', async () => {
    expect(await recaptcha().challenge()).toEqual({ provider: 'recaptcha', site_key: 'site' })
    asked.length = 0
    await recaptcha().require('human', IP)
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([
      { secret: 'secret', response: 'human', remoteip: IP },
    ])
  })

  it('refuses a score below the one that is asked for', async () => {
    expect(await refusedField(recaptcha().require('robot', IP))).toEqual(REFUSED)
    await expect(recaptcha({ minScore: 0.1 }).require('robot', IP)).resolves.toBeUndefined()
    expect(await refusedField(recaptcha({ minScore: 0.95 }).require('human', IP))).toEqual(REFUSED)
  })

  it('that fails or cannot be reached locks nobody out, and is complained about', async () => {
    await expect(recaptcha().require('unknown to the stub', IP)).resolves.toBeUndefined()
    const gone = recaptcha({ verifyUrl: 'http://127.0.0.1:1/' })
    await expect(gone.require('human', IP)).resolves.toBeUndefined()
    expect(warnings).toHaveLength(2)
  })

  it('complains about a wrong secret key', async () => {
    expect(await refusedField(recaptcha().require('misconfigured', IP))).toEqual(REFUSED)
    expect(warnings).toEqual(['reCAPTCHA does not know our secret key'])
  })
})

describe('the doors of a server with a captcha', () => {
  it('each asks for it, and opens with it', async () => {
    const server = await startTestServer({ parts: { captcha: ALTCHA } })
    const { email } = await server.addCustomer()
    const person = { first_name: 'Dana', last_name: 'Whitfield', password: 'a door in the hill' }
    const doors = [
      ['/login', { email, password: 'correct horse battery' }, 200],
      ['/register', { ...person, email: 'new@example.com' }, 201],
      ['/customer/api/auth/login', { email }, 200],
      ['/customer/api/auth/recovery-password-email', { email }, 200],
    ] as const
    for (const [path, body, status] of doors) {
      const shut = await server.call('POST', path, { body })
      expect([path, shut.status, Object.keys(shut.body.errors)]).toEqual([path, ...REFUSED])
      const { challenge } = (await server.call('GET', '/customer/api/auth/captcha')).body.data
      const solution = await solveChallenge({ challenge, deriveKey })
      const recaptcha_token = packed({ challenge, solution })
      expect((await server.call('POST', path, { body: { ...body, recaptcha_token } })).status, path).toBe(
        status,
      )
    }
    await server.close()
  })
})

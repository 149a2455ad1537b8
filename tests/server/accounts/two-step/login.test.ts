/** The second step of a login: codes, passkeys and recovery codes, each once, and what wrong ones cost. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeLink } from '#server/accounts/login/mail-links.ts'
import { personById, setPasswordHash } from '#server/accounts/login/people.ts'
import { secondStepFor } from '#server/accounts/two-step/login-steps.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  addApp,
  addPasskey,
  addSomeone,
  age,
  answerStep,
  bearerFor,
  challengeFor,
  type Kind,
  logIn,
  ORIGIN,
} from '#tests/support/two-step.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000
const KINDS: readonly Kind[] = ['member', 'staff']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicUrl: ORIGIN, limits: { loginFailures: 1000 } })
})
afterAll(() => server.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

async function withApp(kind: Kind = 'member') {
  const someone = await addSomeone(server, kind)
  const app = await addApp(server, someone, await bearerFor(server, someone))
  pass(STEP_MS)
  return { someone, app }
}

async function withPasskey(kind: Kind = 'member') {
  const someone = await addSomeone(server, kind)
  const passkey = await addPasskey(server, someone, await bearerFor(server, someone))
  return { someone, passkey }
}

describe('the second step of a login', () => {
  it.each(KINDS)(
    'of a %s with an app asks for a code, and gives neither a token nor a cookie before it',
    async (kind) => {
      const { someone, app } = await withApp(kind)
      const { status, body, cookies } = await logIn(server, someone)
      expect(status).toBe(200)
      expect(Object.keys(body.data)).toEqual(['second_step'])
      expect(cookies).toEqual([])
      const { challenge } = body.data.second_step
      const done = await answerStep(server, someone, { challenge, code: app.code() })
      expect(done.status).toBe(200)
      const { token, user } = done.body.data
      expect(user.needs_two_step).toBe(false)
      expect((await server.call('GET', `${someone.base}/security`, { token })).status).toBe(200)
      expect(done.cookies.map(({ httpOnly }) => httpOnly)).toContain(true)
    },
  )

  it('looks the same at the first step with any factor', async () => {
    const [{ someone: one }, { someone: other }] = [await withApp(), await withPasskey()]
    const shape = async (someone: typeof one) => {
      const { body } = await logIn(server, someone)
      const { challenge, expires_at, passkey } = body.data.second_step
      const lasts = Math.round((Date.parse(expires_at) - Date.now()) / MINUTE_MS)
      return { lasts, ...passkey, challenge: challenge.length, same: passkey.challenge === challenge }
    }
    expect(await shape(one)).toEqual(await shape(other))
  })

  it('accepts a code once', async () => {
    const { someone, app } = await withApp()
    const code = app.code()
    const first = await challengeFor(server, someone)
    expect((await answerStep(server, someone, { challenge: first, code })).status).toBe(200)
    const second = await challengeFor(server, someone)
    const again = await answerStep(server, someone, { challenge: second, code })
    expect(again.status).toBe(422)
    expect(again.body.errors.code).toBeDefined()
  })

  it('accepts a code once for two parallel logins', async () => {
    const { someone, app } = await withApp()
    const challenges = [await challengeFor(server, someone), await challengeFor(server, someone)]
    const code = app.code()
    const answers = await Promise.all(
      challenges.map((challenge) => answerStep(server, someone, { challenge, code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('accepts a challenge once', async () => {
    const { someone, app } = await withApp()
    const challenge = await challengeFor(server, someone)
    expect((await answerStep(server, someone, { challenge, code: app.code() })).status).toBe(200)
    pass(STEP_MS)
    const again = await answerStep(server, someone, { challenge, code: app.code() })
    expect(again.status).toBe(422)
    expect(again.body.errors.challenge).toBeDefined()
  })

  it.each(KINDS)('of a %s ends with a new password and with "Log out everywhere"', async (kind) => {
    const { someone, app } = await withApp(kind)
    const { id, email, base } = someone
    const finish = (challenge: string) => answerStep(server, someone, { challenge, code: app.code() })
    const outEverywhere = async () => {
      const token = await bearerFor(server, someone, 'two-step')
      return server.call('DELETE', `${base}/auth/sessions`, { token })
    }
    const newPassword = async () => {
      const link = { purpose: 'recovery', person: { kind, id }, email, lifetimeMs: 10 * MINUTE_MS } as const
      const body = { token: await makeLink(server.database.db, link), password: 'another door in the hill' }
      return server.call('POST', `${base}/auth/set-password`, { body })
    }
    for (const end of [outEverywhere, newPassword]) {
      const begun = await challengeFor(server, someone)
      expect((await end()).status).toBe(200)
      const late = await finish(begun)
      expect([late.status, late.body.errors?.challenge !== undefined]).toEqual([422, true])
    }
    expect((await finish(await challengeFor(server, someone))).status).toBe(200)
  })

  it('does not begin with a password that was changed while it was checked', async () => {
    const { someone } = await withApp()
    const { kind, id } = someone
    const deps = { db: server.database.db, site: { origin: ORIGIN } }
    const begin = (password_hash: string | null) => secondStepFor(deps, { kind, id, password_hash })
    const row = await personById(server.database.db, someone)
    expect(await begin(row?.password_hash ?? null)).toHaveProperty('challenge')
    await setPasswordHash(server.database.db, someone, 'another')
    await expect(begin(row?.password_hash ?? null)).rejects.toMatchObject({ status: 422 })
    const open = server.database.db.selectFrom('login_challenges').select('id').where('person_id', '=', id)
    const inTime = open.where('purpose', '=', 'login').where('used_at', 'is', null)
    expect(await inTime.where('expires_at', '>', sql<Date>`now()`).execute()).toEqual([])
  })

  it('keeps its count of wrong answers when a new login begins after "Log out everywhere"', async () => {
    const { someone, app } = await withApp()
    const wrong = app.code() === '000000' ? '000001' : '000000'
    for (let round = 0; round < 2; round += 1) {
      const challenge = await challengeFor(server, someone)
      for (let tries = 0; tries < 5; tries += 1) await answerStep(server, someone, { challenge, code: wrong })
      const token = await bearerFor(server, someone, 'two-step')
      await server.call('DELETE', `${someone.base}/auth/sessions`, { token })
    }
    const challenge = await challengeFor(server, someone)
    expect((await answerStep(server, someone, { challenge, code: app.code() })).status).toBe(429)
  })

  it('must be finished within ten minutes', async () => {
    const { someone, app } = await withApp()
    const challenge = await challengeFor(server, someone)
    await age(server, 10 * MINUTE_MS + 1000)
    expect((await answerStep(server, someone, { challenge, code: app.code() })).status).toBe(422)
  })

  it('must be restarted after five wrong answers', async () => {
    const { someone, app } = await withApp()
    const challenge = await challengeFor(server, someone)
    const wrong = app.code() === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) await answerStep(server, someone, { challenge, code: wrong })
    const right = await answerStep(server, someone, { challenge, code: app.code() })
    expect([right.status, right.body.errors?.challenge !== undefined]).toEqual([422, true])
    const next = await challengeFor(server, someone)
    expect((await answerStep(server, someone, { challenge: next, code: app.code() })).status).toBe(200)
  })

  it('refuses codes after ten wrong ones within an hour, but accepts a recovery code', async () => {
    const { someone, app } = await withApp()
    const wrong = app.code() === '000000' ? '000001' : '000000'
    for (let round = 0; round < 2; round += 1) {
      const challenge = await challengeFor(server, someone)
      for (let tries = 0; tries < 5; tries += 1) await answerStep(server, someone, { challenge, code: wrong })
    }
    const challenge = await challengeFor(server, someone)
    const refused = await answerStep(server, someone, { challenge, code: app.code() })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const [recovery_code] = app.recoveryCodes
    expect((await answerStep(server, someone, { challenge, recovery_code })).status).toBe(200)
    await age(server, 61 * MINUTE_MS)
    const later = await challengeFor(server, someone)
    expect((await answerStep(server, someone, { challenge: later, code: app.code() })).status).toBe(200)
  })

  it('accepts each recovery code once, in any spelling', async () => {
    const { someone, app } = await withApp()
    expect(new Set(app.recoveryCodes).size).toBe(10)
    const typed = ` ${(app.recoveryCodes[3] ?? '').toUpperCase().replaceAll('-', ' ')} `
    const answer = async (recovery_code: string) =>
      (await answerStep(server, someone, { challenge: await challengeFor(server, someone), recovery_code }))
        .status
    expect(await answer(typed)).toBe(200)
    expect(await answer(app.recoveryCodes[3] ?? '')).toBe(422)
    expect(await answer(app.recoveryCodes[4] ?? '')).toBe(200)
  })

  it('rejects the recovery code of another person', async () => {
    const [{ someone }, { app }] = [await withApp(), await withApp()]
    const challenge = await challengeFor(server, someone)
    const { status } = await answerStep(server, someone, { challenge, recovery_code: app.recoveryCodes[0] })
    expect(status).toBe(422)
  })

  it.each(KINDS)('of a %s takes a passkey, and a passkey alone logs in', async (kind) => {
    const { someone, passkey } = await withPasskey(kind)
    const challenge = await challengeFor(server, someone)
    const signed = { passkey: passkey.get({ challenge, origin: ORIGIN, counter: 1 }) }
    expect((await answerStep(server, someone, { challenge, ...signed })).status).toBe(200)
    const { body } = await server.call('POST', `${someone.base}/auth/passkey`)
    const alone = body.data.challenge
    const answer = {
      challenge: alone,
      passkey: passkey.get({ challenge: alone, origin: ORIGIN, counter: 2 }),
    }
    const done = await answerStep(server, someone, answer)
    expect([done.status, done.body.data?.user.id]).toEqual([200, someone.id])
  })

  it.each([
    ['that signed for another site', { origin: 'https://plat.example.evil.test' }],
    ['whose person showed no finger and no PIN', { isVerified: false }],
    ['that signed another challenge', { challenge: 'AAAA' }],
    ['whose counter did not grow, as that of a copy', { counter: 5 }],
  ])('refuses a passkey %s', async (_name, change) => {
    const { someone, passkey } = await withPasskey()
    const first = await challengeFor(server, someone)
    const signed = passkey.get({ challenge: first, origin: ORIGIN, counter: 5 })
    expect((await answerStep(server, someone, { challenge: first, passkey: signed })).status).toBe(200)
    const challenge = await challengeFor(server, someone)
    const wrong = passkey.get({ challenge, origin: ORIGIN, counter: 6, ...change })
    expect((await answerStep(server, someone, { challenge, passkey: wrong })).status).toBe(422)
  })

  it("rejects another person's passkey after the password", async () => {
    const [{ someone }, { passkey }] = [await withPasskey(), await withPasskey()]
    const challenge = await challengeFor(server, someone)
    const signed = passkey.get({ challenge, origin: ORIGIN, counter: 1 })
    expect((await answerStep(server, someone, { challenge, passkey: signed })).status).toBe(422)
  })

  it('with a passkey alone takes no code, since nobody knows whose it would be', async () => {
    const { someone, app } = await withApp()
    const { body } = await server.call('POST', `${someone.base}/auth/passkey`)
    const { challenge } = body.data
    expect((await answerStep(server, someone, { challenge, code: app.code() })).status).toBe(422)
  })

  it.each(KINDS)('of the other app takes no challenge and no passkey of a %s', async (kind) => {
    const { someone, passkey } = await withPasskey(kind)
    const other = await addSomeone(server, kind === 'member' ? 'staff' : 'member')
    const challenge = await challengeFor(server, someone)
    const signed = passkey.get({ challenge, origin: ORIGIN, counter: 1 })
    expect((await answerStep(server, other, { challenge, passkey: signed })).status).toBe(422)
    const { body } = await server.call('POST', `${other.base}/auth/passkey`)
    const alone = body.data.challenge
    const again = passkey.get({ challenge: alone, origin: ORIGIN, counter: 2 })
    expect((await answerStep(server, other, { challenge: alone, passkey: again })).status).toBe(422)
  })
})

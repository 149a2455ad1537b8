/** Setting up, naming and removing second factors, being made to, and "Confirm it's you". */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  addApp,
  addPasskey,
  addSomeone,
  age,
  answerStep,
  bearerFor,
  challengeFor,
  logIn,
  ORIGIN,
  type Someone,
} from '#tests/support/two-step.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicUrl: ORIGIN, limits: { loginFailures: 1000 } })
})
afterAll(() => server.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
const read = ({ base }: Someone, token: string) => server.call('GET', `${base}/security`, { token })
const codes = ({ body }: { body: { code?: string } }) => body.code

describe('staff without a second factor', () => {
  it('may only set one up', async () => {
    const someone = await addSomeone(server, 'staff')
    const { body } = await logIn(server, someone)
    const { token, user } = body.data
    expect(user.needs_two_step).toBe(true)
    const before = await server.call('GET', '/admin/api/settings', { token })
    expect([before.status, before.body.code]).toEqual([403, 'two_step_required'])
    expect((await read(someone, token)).body.data.is_enrolling).toBe(true)
    await addApp(server, someone, token)
    expect((await server.call('GET', '/admin/api/settings', { token })).status).toBe(200)
    expect((await read(someone, token)).body.data.is_enrolling).toBe(false)
  })

  it('may work in a demo', async () => {
    const demo = await startTestServer({ canStaffSkipTwoStep: true })
    const someone = await addSomeone(demo, 'staff')
    const { body } = await logIn(demo, someone)
    const { token, user } = body.data
    expect(user.needs_two_step).toBe(false)
    expect((await demo.call('GET', '/admin/api/settings', { token })).status).toBe(200)
    await demo.close()
  })
})

describe('a first factor', () => {
  it('gives ten recovery codes once, and ends sessions elsewhere that lack it', async () => {
    const someone = await addSomeone(server, 'member')
    const [here, elsewhere] = [await bearerFor(server, someone), await bearerFor(server, someone)]
    const { recoveryCodes } = await addApp(server, someone, here)
    expect(recoveryCodes).toHaveLength(10)
    expect((await read(someone, elsewhere)).status).toBe(401)
    expect((await addPasskey(server, someone, here)).recoveryCodes).toEqual([])
    expect((await read(someone, here)).body.data).toMatchObject({
      recovery_codes_left: 10,
      is_required: false,
    })
  })

  it('that is an app counts only after a code from it was entered', async () => {
    const someone = await addSomeone(server, 'member')
    const token = await bearerFor(server, someone)
    const { body } = await server.call('POST', '/account/api/security/apps', { token })
    const confirm = (code: string) =>
      server.call('PUT', `/account/api/security/apps/${body.data.id}`, {
        token,
        body: { code, name: 'Phone' },
      })
    expect((await confirm('000000')).status).toBe(422)
    expect((await logIn(server, someone)).body.data.second_step).toBeUndefined()
  })

  it('is useless to somebody with the database alone', async () => {
    const someone = await addSomeone(server, 'member')
    const token = await bearerFor(server, someone)
    const { body } = await server.call('POST', '/account/api/security/apps', { token })
    const { recoveryCodes } = await addApp(server, someone, token)
    const { db } = server.database
    const rows = [
      ...(await db.selectFrom('second_factors').selectAll().execute()),
      ...(await db.selectFrom('recovery_codes').selectAll().execute()),
    ]
    const stored = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    for (const secret of [body.data.secret, ...recoveryCodes]) expect(stored.join('\n')).not.toContain(secret)
    expect(JSON.stringify((await read(someone, token)).body)).not.toContain(body.data.secret)
  })

  it('that is an app answers like a wrong code after the server secret was rotated', async () => {
    const someone = await addSomeone(server, 'member')
    const app = await addApp(server, someone, await bearerFor(server, someone))
    pass(STEP_MS)
    const rotated = await startTestServer({
      database: { ...server.database, close: async () => {} },
      publicUrl: ORIGIN,
      secret: 'another secret for tests only',
    })
    const challenge = await challengeFor(rotated, someone)
    expect((await answerStep(rotated, someone, { challenge, code: app.code() })).status).toBe(422)
    expect((await answerStep(server, someone, { challenge, code: app.code() })).status).toBe(200)
    await rotated.close()
  })

  it('is reported by mail', async () => {
    const someone = await addSomeone(server, 'member')
    await addApp(server, someone, await bearerFor(server, someone))
    const subjects = async () =>
      (
        await server.database.db
          .selectFrom('outbox')
          .select('subject')
          .where('recipient', '=', someone.email)
          .execute()
      ).map(({ subject }) => subject)
    await expect.poll(subjects).toContain('Two-step login: something was added')
  })
})

describe('a passkey', () => {
  it('cannot be added twice', async () => {
    const someone = await addSomeone(server, 'member')
    const token = await bearerFor(server, someone)
    const passkey = await addPasskey(server, someone, token)
    const { body } = await server.call('POST', '/account/api/security/passkeys/start', { token })
    const { challenge, passkey: options } = body.data
    expect(options.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([passkey.id])
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    })
    const again = await server.call('POST', '/account/api/security/passkeys', {
      token,
      body: { challenge, name: 'Again', passkey: passkey.create({ challenge, origin: ORIGIN }) },
    })
    expect(again.status).toBe(422)
  })

  it('cannot be added with the challenge of somebody else', async () => {
    const [someone, other] = [await addSomeone(server, 'member'), await addSomeone(server, 'member')]
    const [token, theirs] = [await bearerFor(server, someone), await bearerFor(server, other)]
    const { body } = await server.call('POST', '/account/api/security/passkeys/start', { token: theirs })
    const { challenge } = body.data
    const { softPasskey } = await import('#tests/support/passkey.ts')
    const passkey = softPasskey().create({ challenge, origin: ORIGIN })
    const added = await server.call('POST', '/account/api/security/passkeys', {
      token,
      body: { challenge, name: 'Laptop', passkey },
    })
    expect(added.status).toBe(422)
  })
})

describe('removing', () => {
  const remove = ({ base }: Someone, token: string, id: number) =>
    server.call('DELETE', `${base}/security/factors/${id}`, { token })

  it('the last factor is refused for staff; a member then logs in without one', async () => {
    const staff = await addSomeone(server, 'staff')
    const staffToken = await bearerFor(server, staff)
    const { id } = await addApp(server, staff, staffToken)
    expect((await remove(staff, staffToken, id)).status).toBe(409)

    const member = await addSomeone(server, 'member')
    const token = await bearerFor(server, member)
    const app = await addApp(server, member, token)
    const { status, body } = await remove(member, token, app.id)
    expect([status, body.data.factors, body.data.recovery_codes_left]).toEqual([200, [], 0])
    expect((await logIn(server, member)).body.data.token).toBeDefined()
  })

  it('and renaming cannot touch factors of others', async () => {
    const [someone, other] = [await addSomeone(server, 'member'), await addSomeone(server, 'member')]
    const { id } = await addApp(server, someone, await bearerFor(server, someone))
    const theirs = await bearerFor(server, other)
    const rename = await server.call('PUT', `/account/api/security/factors/${id}`, {
      token: theirs,
      body: { name: 'Mine' },
    })
    expect([rename.status, (await remove(other, theirs, id)).status]).toEqual([404, 404])
  })

  it('the last factor lowers the session, in case the account requires one later', async () => {
    const member = await addSomeone(server, 'member')
    const token = await bearerFor(server, member)
    const app = await addApp(server, member, token)
    await remove(member, token, app.id)
    const required = { requires_two_step: true }
    const { db } = server.database
    await db.updateTable('accounts').set(required).where('id', '=', member.accountId).execute()
    expect(codes(await server.call('GET', '/account/api/chats', { token }))).toBe('two_step_required')
  })
})

describe("confirm it's you", () => {
  async function start({ base }: Someone, token: string) {
    const { body } = await server.call('POST', `${base}/security/confirm/start`, { token })
    return body.data
  }
  const confirm = ({ base }: Someone, token: string, body: object) =>
    server.call('POST', `${base}/security/confirm`, { token, body })

  it('is required of staff for moving money ten minutes after the login, not before', async () => {
    const someone = await addSomeone(server, 'staff')
    const token = await bearerFor(server, someone)
    const app = await addApp(server, someone, token)
    const adjust = () =>
      server.call('POST', '/admin/api/adjustments', {
        token,
        body: { customer_id: 999_999, amount_cents: 100, reason: 'Because support asked for it.' },
      })
    await age(server, 9 * MINUTE_MS)
    expect(codes(await adjust())).not.toBe('confirm_identity')
    await age(server, 2 * MINUTE_MS)
    // A code of the step in which the app was added would be its second use.
    pass(STEP_MS)
    const refused = await adjust()
    expect([refused.status, refused.body.code]).toEqual([403, 'confirm_identity'])
    const { step, asks_password } = await start(someone, token)
    expect(asks_password).toBe(false)
    expect((await confirm(someone, token, { challenge: step.challenge, password: PASSWORD })).status).toBe(
      422,
    )
    expect((await confirm(someone, token, { challenge: step.challenge, code: app.code() })).status).toBe(204)
    expect(codes(await adjust())).not.toBe('confirm_identity')
  })

  it('accepts the password of a person without a second factor, and ends after five wrong ones', async () => {
    const someone = await addSomeone(server, 'member')
    const token = await bearerFor(server, someone)
    await age(server, 11 * MINUTE_MS)
    const offer = () => server.call('POST', '/account/api/security/apps', { token })
    expect(codes(await offer())).toBe('confirm_identity')
    const { step, asks_password } = await start(someone, token)
    expect(asks_password).toBe(true)
    const { challenge } = step
    for (let tries = 0; tries < 5; tries += 1)
      expect((await confirm(someone, token, { challenge, password: `wrong ${tries}` })).status).toBe(422)
    expect((await confirm(someone, token, { challenge, password: PASSWORD })).status).toBe(422)
    const { step: next } = await start(someone, token)
    expect((await confirm(someone, token, { challenge: next.challenge, password: PASSWORD })).status).toBe(
      204,
    )
    expect((await offer()).status).toBe(201)
  })

  it('rejects the challenge of another person or of a login', async () => {
    const [someone, other] = [await addSomeone(server, 'member'), await addSomeone(server, 'member')]
    const [token, theirs] = [await bearerFor(server, someone), await bearerFor(server, other)]
    const [app, theirApp] = [await addApp(server, someone, token), await addApp(server, other, theirs)]
    pass(STEP_MS)
    const { step } = await start(other, theirs)
    const foreign = { challenge: step.challenge, code: theirApp.code() }
    expect((await confirm(someone, token, foreign)).status).toBe(422)
    const challenge = await challengeFor(server, someone)
    expect((await confirm(someone, token, { challenge, code: app.code() })).status).toBe(422)
    const own = await start(someone, token)
    expect(
      (await answerStep(server, someone, { challenge: own.step.challenge, code: app.code() })).status,
    ).toBe(422)
  })

  it('gives a browser a new token, and does not confirm the former one', async () => {
    const someone = await addSomeone(server, 'member')
    const page = { 'sec-fetch-site': 'same-origin', origin: ORIGIN }
    const { cookies, body } = await server.call('POST', '/account/api/auth/login', {
      headers: page,
      body: { email: someone.email, password: PASSWORD },
    })
    expect(body.data.token).toBeUndefined()
    const jar = new Map(cookies.map(({ name, value }) => [name, value]))
    const call = (cookiesSent: Map<string, string>, path: string, sent?: object) =>
      server.call('POST', `/account/api/security/${path}`, {
        headers: {
          ...page,
          cookie: [...cookiesSent].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-xsrf-token': [...cookiesSent].find(([name]) => name.startsWith('XSRF'))?.[1] ?? '',
        },
        ...(sent ? { body: sent } : {}),
      })
    await age(server, 11 * MINUTE_MS)
    const former = new Map(jar)
    const { challenge } = (await call(jar, 'confirm/start')).body.data.step
    const done = await call(jar, 'confirm', { challenge, password: PASSWORD })
    expect(done.status).toBe(204)
    for (const { name, value } of done.cookies) jar.set(name, value)
    expect([...jar]).not.toEqual([...former])
    expect((await call(jar, 'apps')).status).toBe(201)
    expect(codes(await call(former, 'apps'))).toBe('confirm_identity')
  })
})

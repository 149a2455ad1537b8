/** The first member of staff, made with the token of an address that the server prints while there is none. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setupLink } from '#server/admin/first-staff.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const ORIGIN = 'https://plat.example'
const PASSWORD = 'plum orbit lantern 7'
const AVERY = { name: 'Avery Lane', email: 'avery@plat.example', password: PASSWORD }

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ publicUrl: ORIGIN })
})
afterEach(() => server.close())

const link = () => setupLink(server.database.db, ORIGIN)
const newToken = async () => (await link())?.split('#')[1] ?? ''
const setUp = (token: string, given = {}) =>
  server.call('POST', '/admin/api/setup', { body: { token, ...AVERY, ...given } })
const staff = () => server.database.db.selectFrom('staff').select(['name', 'email']).execute()

describe('the address of the first run', () => {
  it('leads to the console, with a secret that only the browser sees', async () => {
    expect(await link()).toMatch(/^https:\/\/plat\.example\/admin\/setup#[\w-]{43}$/)
  })

  it('is another one after a restart, and each works while there is no staff', async () => {
    const [first, second] = [await newToken(), await newToken()]
    expect(first).not.toBe(second)
    expect((await setUp(first)).status).toBe(201)
  })

  it('says whether it still works, without being used by that', async () => {
    const check = async (token: string) =>
      (await server.call('POST', '/admin/api/setup/check', { body: { token } })).status
    const token = await newToken()
    expect([await check(token), await check(token), await check('guessed')]).toEqual([204, 204, 410])
    expect((await setUp(token)).status).toBe(201)
    expect(await check(token)).toBe(410)
  })

  it('is not made once there is staff', async () => {
    await setUp(await newToken())
    expect(await link()).toBeNull()
  })

  it('stores its secret only as a hash', async () => {
    const token = await newToken()
    const { rows } = await sql<{ text: string }>`select t::text as text from setup_tokens t`.execute(
      server.database.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(token)
  })
})

describe('the first member of staff', () => {
  it('logs in with the chosen password, and the audit log has it', async () => {
    const { status, body } = await setUp(await newToken())
    expect([status, body.data]).toEqual([201, { email: AVERY.email }])
    expect(await staff()).toEqual([{ name: 'Avery Lane', email: 'avery@plat.example' }])
    const login = await server.call('POST', '/admin/api/auth/login', {
      body: { email: AVERY.email, password: PASSWORD },
    })
    expect([login.status, login.body.data.user.name]).toEqual([200, 'Avery Lane'])
    const log = await server.database.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'action'])
      .where('action', '=', 'staff.setup')
      .execute()
    expect(log).toEqual([{ actor_kind: 'system', action: 'staff.setup' }])
  })

  it.each([
    [
      'a token that was used',
      async () => {
        const token = await newToken()
        await setUp(token)
        return token
      },
    ],
    [
      'another token once there is staff',
      async () => {
        const [first, second] = [await newToken(), await newToken()]
        await setUp(first)
        return second
      },
    ],
    [
      'a token older than an hour',
      async () => {
        const token = await newToken()
        await sql`update setup_tokens set expires_at = expires_at - interval '60 minutes'`.execute(
          server.database.db,
        )
        return token
      },
    ],
    [
      'a guessed token',
      async () => {
        await newToken()
        return 'guessed'
      },
    ],
  ])('is not made with %s', async (_name, tokenOf) => {
    const token = await tokenOf()
    const before = await staff()
    const { status, body } = await setUp(token, { email: 'mallory@plat.example' })
    expect([status, body.code]).toEqual([410, 'setup_over'])
    expect(await staff()).toEqual(before)
  })

  it('needs a good password, and the token still works after a bad one', async () => {
    const token = await newToken()
    const refused = await setUp(token, { password: 'password1' })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['password']])
    expect((await setUp(token)).status).toBe(201)
  })

  it('is one, when two people use two addresses at once', async () => {
    const tokens = [await newToken(), await newToken()]
    const answers = await Promise.all(
      tokens.map((token, index) => setUp(token, { email: `staff${index}@plat.example` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410])
    expect(await staff()).toHaveLength(1)
  })

  it('is throttled: 20 tries of one network in an hour', async () => {
    const tries = []
    for (let count = 0; count < 21; count++) tries.push((await setUp('guessed')).status)
    expect(tries.slice(0, 20).every((status) => status === 410)).toBe(true)
    expect(tries[20]).toBe(429)
  })

  it('leaves no token in the log of the server', async () => {
    const token = await newToken()
    await setUp(token)
    expect(server.lines.join('')).not.toContain(token)
  })
})

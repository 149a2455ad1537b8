/** The token of a session cookie: replaced during the session, ended by time, by idleness and by the use of a copy. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmSession, endSessions, listSessions, openSession } from '#server/accounts/login/sessions.ts'
import { findToken } from '#server/accounts/login/tokens.ts'
import { DEFAULT_LIMITS } from '#server/core/config/limits.ts'
import { type Answer, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const OWN_PAGE = { origin: 'http://localhost', host: 'localhost' }

const sessionCookie = (answer: Answer) => answer.cookies.find(({ name }) => name === 'plat_session')?.value

async function loggedIn() {
  const dana = await server.addCustomer()
  const body = { email: dana.email, password: PASSWORD }
  const answer = await server.call('POST', '/login', { body, headers: OWN_PAGE })
  const csrf = answer.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  return { dana, answer, token: sessionCookie(answer) ?? '', csrf }
}

const ask = (token: string) =>
  server.call('GET', '/customer/api/auth/sessions', { headers: { cookie: `plat_session=${token}` } })

/** Makes the session of a token look as old as the given interval in one of its columns. */
async function age(
  token: string,
  column: 'rotated_at' | 'previous_until' | 'last_used_at' | 'expires_at',
  interval: string,
) {
  const found = await findToken(server.database.db, token)
  await sql`update access_tokens set ${sql.ref(column)} = now() - ${interval}::interval where id = ${found?.id}`.execute(
    server.database.db,
  )
}

describe('a login', () => {
  it('gives a page of this site a cookie, and does not repeat its value in the answer', async () => {
    const { answer, token } = await loggedIn()
    expect(token).not.toBe('')
    expect(answer.body.data).not.toHaveProperty('token')
    expect(JSON.stringify(answer.body)).not.toContain(token)
  })

  it('gives a program a cookie and a bearer that differ and end together', async () => {
    const { email } = await server.addCustomer()
    const answer = await server.call('POST', '/login', { body: { email, password: PASSWORD } })
    const { token: bearer } = answer.body.data
    const cookie = sessionCookie(answer) ?? ''
    expect(bearer).not.toBe(cookie)
    expect((await ask(cookie)).body.data).toHaveLength(2)
    expect((await server.call('POST', '/logout', { token: bearer })).status).toBe(204)
    expect((await ask(cookie)).status).toBe(401)
  })

  it('gives a foreign page a bearer and no cookie', async () => {
    const { email } = await server.addCustomer()
    const headers = { origin: 'https://elsewhere.example', host: 'localhost' }
    const answer = await server.call('POST', '/login', { body: { email, password: PASSWORD }, headers })
    expect(answer.cookies).toEqual([])
    expect((await server.call('GET', '/auth/user', { token: answer.body.data.token })).status).toBe(200)
  })
})

describe('the token in a cookie', () => {
  it('is replaced after an hour, and the former one stays valid for calls in flight', async () => {
    const { token } = await loggedIn()
    expect(sessionCookie(await ask(token))).toBeUndefined()
    await age(token, 'rotated_at', '61 minutes')
    const [one, two] = await Promise.all([ask(token), ask(token)])
    expect([one.status, two.status]).toEqual([200, 200])
    const next = sessionCookie(one)
    expect(next).toBeDefined()
    expect(next).not.toBe(token)
    // Both answers have the same one, so their order does not matter.
    expect(sessionCookie(two)).toBe(next)
    expect((await ask(next ?? '')).status).toBe(200)
    expect((await ask(token)).status).toBe(200)
  })

  it('is sent again when the answer with the new one was lost', async () => {
    const { token } = await loggedIn()
    await age(token, 'rotated_at', '61 minutes')
    const lost = sessionCookie(await ask(token))
    await age(token, 'rotated_at', '10 minutes')
    expect(sessionCookie(await ask(token))).toBe(lost)
  })

  it('keeps its CSRF token, so that a page need not ask for another', async () => {
    const { token, csrf } = await loggedIn()
    await age(token, 'rotated_at', '61 minutes')
    const next = sessionCookie(await ask(token))
    const headers = { cookie: `plat_session=${next}; XSRF-TOKEN=${csrf}`, 'x-xsrf-token': csrf }
    expect((await server.call('POST', '/customer/api/auth/token', { headers })).status).toBe(201)
  })

  it('ends the session and its sockets when a copy is used too late', async () => {
    const { dana, token } = await loggedIn()
    await age(token, 'rotated_at', '61 minutes')
    const next = sessionCookie(await ask(token)) ?? ''
    await ask(next)
    await age(next, 'previous_until', '1 second')
    server.terminated.length = 0
    expect((await ask(token)).status).toBe(401)
    expect((await ask(next)).status).toBe(401)
    expect(server.terminated).toEqual([expect.stringMatching(`^customer:${dana.id}:`)])
  })

  it('ends the session and its sockets when any earlier token is used, however often it was replaced', async () => {
    const { dana, token } = await loggedIn()
    let newest = token
    for (let times = 1; times <= 3; times++) {
      await age(newest, 'rotated_at', '61 minutes')
      newest = sessionCookie(await ask(newest)) ?? ''
      expect((await ask(newest)).status).toBe(200)
    }
    // A call that was under way during two confirmations ends nothing.
    expect((await ask(token)).status).toBe(401)
    expect((await ask(newest)).status).toBe(200)
    await sql`update replaced_tokens set replaced_at = now() - interval '61 seconds'`.execute(
      server.database.db,
    )
    server.terminated.length = 0
    expect((await ask(token)).status).toBe(401)
    expect((await ask(newest)).status).toBe(401)
    expect(server.terminated).toEqual([expect.stringMatching(`^customer:${dana.id}:`)])
  })

  it('changes after a confirmation, and the former one does not count as confirmed', async () => {
    const { token } = await loggedIn()
    const { db } = server.database
    const before = await findToken(db, token)
    const next = await confirmSession(db, { sessionId: before?.id ?? 0, factor: 'two-step' })
    expect(await findToken(db, next)).toMatchObject({
      id: before?.id,
      factor: 'two-step',
      is_previous: false,
    })
    expect(await findToken(db, token)).toMatchObject({ is_previous: true })
    // It is not exchanged for the confirmed one either.
    expect(sessionCookie(await ask(token))).toBeUndefined()
  })
})

/** The id of a seller's person and, at once, of a staff member. */
async function memberAndStaff(): Promise<number> {
  const { memberId: id, email } = await server.addAccount()
  await server.database.db.insertInto('staff').values({ id, name: 'Avery', email }).execute()
  return id
}

describe.each([
  { kind: 'member', idle: '7 days 1 second', within: '6 days 23 hours', absoluteHours: 30 * 24 },
  { kind: 'staff', idle: '30 minutes 1 second', within: '29 minutes', absoluteHours: 12 },
] as const)('a session of a $kind', ({ kind, idle, within, absoluteHours }) => {
  const open = async () => {
    const deps = { db: server.database.db, limits: DEFAULT_LIMITS }
    return openSession(deps, { kind, id: await memberAndStaff() }, { ip: '192.0.2.1', userAgent: undefined })
  }

  it(`stays valid while it is used, and ends after its idle time`, async () => {
    const { token } = await open()
    await age(token, 'last_used_at', within)
    expect(await findToken(server.database.db, token)).toBeDefined()
    await age(token, 'last_used_at', idle)
    expect(await findToken(server.database.db, token)).toBeUndefined()
  })

  it('ends at its absolute limit, however recently it was used', async () => {
    const { token } = await open()
    const { expires_at, created_at } = await server.database.db
      .selectFrom('access_tokens')
      .select(['expires_at', 'created_at'])
      .where('id', '=', (await findToken(server.database.db, token))?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect((expires_at.getTime() - created_at.getTime()) / 3_600_000).toBeCloseTo(absoluteHours, 2)
    await age(token, 'last_used_at', '0 seconds')
    await age(token, 'expires_at', '1 second')
    expect(await findToken(server.database.db, token)).toBeUndefined()
  })

  it('disappears from the list of sessions when it expires', async () => {
    const { id, token } = await open()
    const found = await findToken(server.database.db, token)
    const person = { kind, id: found?.principal_id ?? 0 }
    const ids = async () => (await listSessions(server.database.db, person).execute()).map((row) => row.id)
    expect(await ids()).toContain(id)
    await age(token, 'last_used_at', idle)
    expect(await ids()).not.toContain(id)
  })
})

it('ending all sessions of a person keeps those of another kind with the same id', async () => {
  const deps = { db: server.database.db, limits: DEFAULT_LIMITS, broadcaster: server.broadcaster }
  const from = { ip: '192.0.2.1', userAgent: undefined }
  const id = await memberAndStaff()
  const member = await openSession(deps, { kind: 'member', id }, from)
  const staff = await openSession(deps, { kind: 'staff', id }, from)
  await endSessions(deps, { kind: 'staff', id })
  expect(await findToken(server.database.db, staff.token)).toBeUndefined()
  expect(await findToken(server.database.db, member.token)).toBeDefined()
})

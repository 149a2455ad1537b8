import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLink } from '#server/accounts/login/mail-links.ts'
import { forgetExpired } from '#server/accounts/login/routes.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const HOUR_MS = 3_600_000
const follow = (auth_token: string, { cookie = '', more = {} } = {}) =>
  server.call('POST', '/login-with-token', {
    body: { auth_token, ...more },
    headers: cookie ? { cookie } : {},
  })

async function linked(lifetimeMs = HOUR_MS) {
  const dana = await server.addCustomer()
  const link = await makeLink(server.database.db, {
    purpose: 'auth',
    person: { kind: 'customer', id: dana.id },
    email: dana.email,
    lifetimeMs,
  })
  return { ...dana, link }
}

const GONE = { auth_token: ['This link has expired or was used before. Ask for a new one.'] }

describe('the link of a mail', () => {
  it('logs in and confirms the address it was sent to', async () => {
    const dana = await linked()
    const answer = await follow(dana.link)
    expect(answer.status).toBe(200)
    expect(answer.body.data.user).toMatchObject({ id: dana.id, email_confirmed: true })
    expect(answer.cookies.map((cookie) => cookie.name)).toEqual(['plat_session', 'XSRF-TOKEN'])
  })

  it('works once, also in the same moment', async () => {
    const dana = await linked()
    const answers = await Promise.all([follow(dana.link), follow(dana.link), follow(dana.link)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  it('is nothing when expired, made up, or of an address that was left', async () => {
    const expired = await linked(-1)
    const left = await linked()
    await server.database.db
      .updateTable('customers')
      .set({ email: 'moved.away@example.com' })
      .where('id', '=', left.id)
      .execute()
    for (const link of [expired.link, 'made-up', left.link]) {
      const answer = await follow(link)
      expect([answer.status, answer.body.errors]).toEqual([422, GONE])
    }
  })

  it('asks before it puts one person in another’s place, and is not used up by asking', async () => {
    const dana = await linked()
    const erin = await server.addCustomer()
    const cookie = `plat_session=${erin.token}`
    const asked = await follow(dana.link, { cookie })
    expect([asked.status, asked.body.code]).toEqual([409, 'other_customer'])
    const answer = await follow(dana.link, { cookie, more: { is_switch: true } })
    expect(answer.body.data.user.id).toBe(dana.id)
    expect((await server.call('GET', '/auth/user', { token: erin.token })).status).toBe(401)
  })

  it('of who is logged in already renews the session without asking', async () => {
    const dana = await linked()
    const answer = await follow(dana.link, { cookie: `plat_session=${dana.token}` })
    expect(answer.status).toBe(200)
    expect((await server.call('GET', '/auth/user', { token: dana.token })).status).toBe(401)
  })
})

describe('who is blocked', () => {
  it('is told so after the right password only, and has no living session', async () => {
    const dana = await server.addCustomer()
    const { db } = server.database
    await db.updateTable('customers').set({ blocked_at: new Date() }).where('id', '=', dana.id).execute()
    const login = (password: string) =>
      server.call('POST', '/login', { body: { email: dana.email, password } })
    const wrong = await login('not it')
    expect([wrong.status, wrong.body.errors]).toEqual([422, { email: ['Email or password is incorrect.'] }])
    const right = await login('correct horse battery')
    expect([right.status, right.body.code]).toEqual([403, 'blocked'])
    expect(right.cookies).toEqual([])
    expect((await server.call('GET', '/auth/user', { token: dana.token })).status).toBe(401)
  })
})

describe('the sweep', () => {
  it('drops what has expired, keeps codes an hour longer for the count, and spares the living', async () => {
    const { db } = server.database
    for (const table of ['verification_codes', 'mail_links', 'used_captchas'] as const)
      await db.deleteFrom(table).execute()
    const dana = await linked()
    await linked(-1)
    const ages = [0, 30, 61]
    for (const minutes of ages) {
      const expires_at = new Date(Date.now() + 1000 - minutes * 60_000)
      const nonce = `n${minutes}`
      await db.insertInto('used_captchas').values({ nonce, expires_at }).execute()
      const code = { purpose: 'phone', subject: nonce, handle: minutes + 1, customer_id: dana.id } as const
      await db
        .insertInto('verification_codes')
        .values({ ...code, expires_at })
        .execute()
    }
    await forgetExpired(db, { nowMs: Date.now(), loginsKeptDays: 90 })
    const links = await db.selectFrom('mail_links').select('customer_id').execute()
    const nonces = await db.selectFrom('used_captchas').select('nonce').execute()
    const codes = await db.selectFrom('verification_codes').select('subject').orderBy('id').execute()
    expect(links.map((row) => row.customer_id)).toEqual([dana.id])
    expect(nonces.map((row) => row.nonce)).toEqual(['n0'])
    expect(codes.map((row) => row.subject)).toEqual(['n0', 'n30'])
  })
})

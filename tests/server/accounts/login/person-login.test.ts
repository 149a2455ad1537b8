/** The logins of sellers and staff: a cookie that survives a reload, the devices, and a forgotten password. The same rules for both. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#server/accounts/login/passwords.ts'
import { addStaff } from '#tests/server/admin/staff.ts'
import { type Answer, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { mailsTo, mailTo } from './outbox.ts'

let server: TestServer
beforeAll(async () => {
  // Without a second factor: this is about sessions.
  const settings = { publicUrl: 'https://plat.example', canStaffSkipTwoStep: true }
  server = await startTestServer({ ...settings, limits: { sendsPerIpPerHour: 1000 } })
})
afterAll(() => server.close())

const PEOPLE = [
  {
    kind: 'seller',
    table: 'account_members',
    api: '/account/api',
    cookie: '__Secure-plat_seller',
    csrf: 'XSRF-TOKEN-SELLER',
    page: 'https://plat.example/seller/',
    absolute: 30 * 24 * 3600,
    add: async () => {
      const { memberId, email } = await server.addAccount()
      return { id: memberId, email }
    },
  },
  {
    kind: 'staff member',
    table: 'staff',
    api: '/admin/api',
    cookie: '__Secure-plat_staff',
    csrf: 'XSRF-TOKEN-STAFF',
    page: 'https://plat.example/admin/',
    absolute: 12 * 3600,
    add: async () => {
      staff += 1
      const { id } = await addStaff(server, `Person${staff}`)
      const password_hash = await hashPassword(PASSWORD)
      await server.database.db.updateTable('staff').set({ password_hash }).where('id', '=', id).execute()
      return { id, email: `person${staff}@plat.example` }
    },
  },
] as const
let staff = 0

const OWN_PAGE = { origin: 'https://plat.example' }
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'

const NEW = 'another door in the hill'
const cookies = (answer: Answer) => answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

describe.each(PEOPLE)('a $kind', ({ api, table, cookie, csrf, page, absolute, ...person }) => {
  /** A person who never logged in: the helpers above come with a bearer. */
  const add = async () => {
    const added = await person.add()
    await server.database.db.deleteFrom('access_tokens').where('principal_id', '=', added.id).execute()
    return added
  }
  const login = (email: string, { password = PASSWORD, headers = {} } = {}) =>
    server.call('POST', `${api}/auth/login`, {
      body: { email, password },
      headers: { ...OWN_PAGE, ...headers },
    })

  /** A browser with the cookies of a login. */
  async function browser(email: string, userAgent = FIREFOX) {
    const answer = await login(email, { headers: { 'user-agent': userAgent } })
    const value = answer.cookies.find(({ name }) => name === csrf)?.value ?? ''
    const jar = cookies(answer)
    return {
      answer,
      jar,
      get: (path: string) => server.call('GET', `${api}${path}`, { headers: { cookie: jar } }),
      send: (method: 'POST' | 'DELETE', path: string) =>
        server.call(method, `${api}${path}`, { headers: { cookie: jar, 'x-xsrf-token': value } }),
    }
  }

  it('gets no token, but a cookie for their own API that no script and no other site can read', async () => {
    const { email } = await add()
    const answer = await login(email)
    expect(answer.status).toBe(200)
    expect(answer.body.data).not.toHaveProperty('token')
    const session = answer.cookies.find(({ name }) => name === cookie)
    expect(session).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: api,
    })
    const { expires } = session as unknown as { expires: Date }
    expect((expires.getTime() - Date.now()) / 1000).toBeCloseTo(absolute, -2)
    expect(JSON.stringify(answer.body)).not.toContain(session?.value)
  })

  it('is still logged in after a reload, and a page that lost its CSRF cookie gets it again', async () => {
    const { email, id } = await add()
    const { jar, get } = await browser(email)
    expect((await get('/auth/user')).body.data).toMatchObject({ id, email })
    const only = jar.split('; ').find((each) => each.startsWith(cookie)) ?? ''
    const again = await server.call('GET', `${api}/auth/user`, { headers: { cookie: only } })
    expect(again.cookies.map(({ name }) => name)).toEqual([csrf])
  })

  it('who was deleted by hand is logged out everywhere, and a bearer of theirs counts for nobody', async () => {
    const { email, id } = await add()
    const { get } = await browser(email)
    const program = await server.call('POST', `${api}/auth/login`, { body: { email, password: PASSWORD } })
    const { token } = program.body.data
    const asBearer = () => server.call('GET', `${api}/auth/sessions`, { token })
    expect([(await get('/auth/sessions')).status, (await asBearer()).status]).toEqual([200, 200])
    await server.database.db.deleteFrom(table).where('id', '=', id).execute()
    expect([(await get('/auth/sessions')).status, (await asBearer()).status]).toEqual([401, 401])
  })

  it('changes nothing without the CSRF header', async () => {
    const { email } = await add()
    const { jar, get } = await browser(email)
    const answer = await server.call('DELETE', `${api}/auth/sessions`, { headers: { cookie: jar } })
    expect(answer.status).toBe(419)
    expect((await get('/auth/user')).status).toBe(200)
  })

  it('is not logged in to the other APIs, even if the browser sends the cookie', async () => {
    const { email } = await add()
    const { jar } = await browser(email)
    const headers = { cookie: jar }
    for (const path of ['/customer/api/auth/user', '/account/api/auth/user', '/admin/api/auth/user'])
      if (!path.startsWith(api)) expect((await server.call('GET', path, { headers })).status).toBe(401)
  })

  it('lists their devices, this one first, and logs out one or all of them', async () => {
    const { email } = await add()
    const [first, second, third] = [await browser(email), await browser(email, SAFARI), await browser(email)]
    const { data } = (await second.get('/auth/sessions')).body
    expect(data[0]).toMatchObject({ is_current: true, device: 'Safari on macOS', ip: '127.0.0.*' })
    expect(data.map((row: { is_current: boolean }) => row.is_current)).toEqual([true, false, false])
    const firsts = (await first.get('/auth/sessions')).body.data[0].id
    expect((await second.send('DELETE', `/auth/sessions/${firsts}`)).status).toBe(200)
    expect((await first.get('/auth/user')).status).toBe(401)
    expect((await third.get('/auth/user')).status).toBe(200)
    const out = await second.send('DELETE', '/auth/sessions')
    expect(out.cookies.filter(({ name }) => name === cookie)).toMatchObject([{ value: '' }])
    expect([(await second.get('/auth/user')).status, (await third.get('/auth/user')).status]).toEqual([
      401, 401,
    ])
  })

  it('cannot end a session of somebody else', async () => {
    const [one, other] = [await add(), await add()]
    const theirs = await browser(other.email)
    const [row] = (await theirs.get('/auth/sessions')).body.data
    const mine = await browser(one.email)
    expect((await mine.send('DELETE', `/auth/sessions/${row.id}`)).status).toBe(404)
    expect((await theirs.get('/auth/user')).status).toBe(200)
  })

  it('gets a mail about a login from a new device, and none about a known one', async () => {
    const { email } = await add()
    for (const device of [FIREFOX, SAFARI, FIREFOX, SAFARI]) await browser(email, device)
    const mail = await mailTo(server, email)
    expect(mail.subject).toBe('New login: Safari on macOS')
    expect(mail.text).toContain('127.0.0.*')
    expect(mail.text).toContain(page)
    expect(await mailsTo(server, email)).toHaveLength(1)
  })

  describe('a person who forgot the password', () => {
    const recover = (email: string) => server.call('POST', `${api}/auth/recover`, { body: { email } })
    const set = (token: string, password = NEW) =>
      server.call('POST', `${api}/auth/set-password`, { body: { token, password } })

    it('sets a new one by the mailed link, which ends every session and sends a notice', async () => {
      const { email } = await add()
      const before = await browser(email)
      await recover(email)
      const { token, text } = await mailTo(server, email)
      // Behind the #, where no server and no log sees it.
      expect(text).toContain(`${page}#reset-password/${token}`)
      expect(text).toContain('60 minutes')
      expect((await set(token)).body.data).toEqual({ email })
      expect((await before.get('/auth/user')).status).toBe(401)
      expect((await login(email)).status).toBe(422)
      const headers = { 'user-agent': FIREFOX }
      expect((await login(email, { password: NEW, headers })).status).toBe(200)
      expect((await mailTo(server, email, 2)).subject).toBe('Your password was changed')
    })

    it('gets the same answer as an unknown email, which gets no mail', async () => {
      const { email } = await add()
      const [known, unknown] = [await recover(email), await recover('nobody@example.com')]
      expect(unknown.status).toBe(known.status)
      expect(unknown.body).toEqual(known.body)
      await mailTo(server, email)
      expect(await mailsTo(server, 'nobody@example.com')).toEqual([])
    })

    it('can use a link once, within 60 minutes, for the right kind of person, and no older link after a change', async () => {
      const { email } = await add()
      await recover(email)
      const first = await mailTo(server, email)
      await recover(email)
      const second = await mailTo(server, email, 2)
      const elsewhere = api === '/admin/api' ? '/account/api' : '/admin/api'
      const body = { token: second.token, password: NEW }
      expect((await server.call('POST', `${elsewhere}/auth/set-password`, { body })).status).toBe(422)
      const both = await Promise.all([set(second.token), set(second.token)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
      expect((await set(first.token)).body.errors).toEqual({
        token: ['This link has expired or was used before. Request a new one.'],
      })
      await recover(email)
      const third = await mailTo(server, email, 4)
      const { db } = server.database
      const links = await db
        .selectFrom('mail_links')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(links.expires_at.getTime() - links.created_at.getTime()).toBeCloseTo(60 * 60_000, -3)
      await db.updateTable('mail_links').set({ expires_at: new Date() }).where('id', '=', links.id).execute()
      expect((await set(third.token)).status).toBe(422)
    })

    it('keeps the link while the password is too weak', async () => {
      const { email } = await add()
      await recover(email)
      const { token } = await mailTo(server, email)
      expect(Object.keys((await set(token, 'password1')).body.errors)).toEqual(['password'])
      expect((await set(token)).status).toBe(200)
    })

    it('may log in at once although the attempts were used up', async () => {
      const { email } = await add()
      for (let n = 0; n < 5; n++) await login(email, { password: 'not it' })
      expect((await login(email)).status).toBe(429)
      await recover(email)
      const { token } = await mailTo(server, email)
      await set(token)
      expect((await login(email, { password: NEW })).status).toBe(200)
    })
  })
})

it('a seller’s sockets are closed with their session', async () => {
  const seller = await server.addAccount()
  server.terminated.length = 0
  await server.call('DELETE', '/account/api/auth/sessions', { token: seller.token })
  expect(server.terminated).toEqual([expect.stringMatching(`^member:${seller.memberId}:`)])
})

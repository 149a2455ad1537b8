/** Staff with a console at a separate origin: their links, cookies and passkeys use it, and a view of a buyer opens in the buyers' app. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createMails } from '#server/accounts/login/mails.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Mail } from '#server/providers/mail/mailer.ts'
import type { Parts } from '#server/providers/providers.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { softPasskey } from '#tests/support/passkey.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addSomeone, bearerFor, ORIGIN, type Someone } from '#tests/support/two-step.ts'

const ADMIN = 'https://admin.plat.example'
const AT_ADMIN = { host: 'admin.plat.example' }
const AT_SITE = { host: 'plat.example' }
const PAGE = { ...AT_ADMIN, origin: ADMIN, 'sec-fetch-site': 'same-origin' }

let server: TestServer
let avery: Someone
beforeAll(async () => {
  server = await startTestServer({ publicUrl: ORIGIN, adminOrigin: ADMIN })
  avery = await addSomeone(server, 'staff')
})
afterAll(() => server.close())

describe('mails', () => {
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} }
  const mails = createMails({
    db: {} as Database,
    parts: { mailer } as unknown as Parts,
    site: { origin: ORIGIN, adminOrigin: ADMIN },
  })

  it.each([
    ['staff', `${ADMIN}/admin/#reset-password/a-token`],
    ['member', `${ORIGIN}/seller/#reset-password/a-token`],
  ] as const)('lead %s to their own login', async (kind, link) => {
    await mails.recoveryOf({ kind, email: 'a@example.com' }, { token: 'a-token', isFirst: false })
    expect(sent.pop()?.text).toContain(link)
  })

  it('about two-step login lead there as well', async () => {
    await addPasskeyAt(ADMIN, await bearerFor(server, avery))
    const texts = async () => (await sentTo(server, 'mail', avery.email)).map(({ body_text }) => body_text)
    await expect.poll(texts).toEqual([expect.stringContaining(`${ADMIN}/admin/`)])
  })
})

/** The answer to a passkey that says it was made on a page of this origin. */
async function addPasskeyAt(origin: string, token: string) {
  const call = (path: string, body: object) =>
    server.call('POST', `/admin/api/security${path}`, { token, body, headers: AT_ADMIN })
  const { body: started } = await call('/passkeys/start', {})
  const { challenge, passkey: options } = started.data
  const passkey = softPasskey()
  const made = passkey.create({ challenge, origin })
  return { options, passkey, answer: await call('/passkeys', { challenge, name: 'Key', passkey: made }) }
}

describe('passkeys', () => {
  it('of staff are made for the console’s host, and one of the marketplace’s pages is refused', async () => {
    const someone = await addSomeone(server, 'staff')
    const token = await bearerFor(server, someone)
    const foreign = await addPasskeyAt(ORIGIN, token)
    expect(foreign.options.rp.id).toBe('admin.plat.example')
    expect(foreign.answer.status).toBe(422)
    const own = await addPasskeyAt(ADMIN, token)
    expect(own.answer.status).toBe(201)
    const login = { body: {}, headers: PAGE }
    const { body } = await server.call('POST', '/admin/api/auth/passkey', login)
    const { challenge, passkey } = body.data
    expect(passkey.rpId).toBe('admin.plat.example')
    const signed = own.passkey.get({ challenge, origin: ADMIN, counter: 1 })
    const done = await server.call('POST', '/admin/api/auth/second-step', {
      body: { challenge, passkey: signed },
      headers: PAGE,
    })
    expect(done.status).toBe(200)
    expect(done.body.data.token).toBeUndefined()
  })

  it('of sellers stay the site’s', async () => {
    const seller = await addSomeone(server, 'member')
    const token = await bearerFor(server, seller)
    const path = '/account/api/security/passkeys/start'
    const { body } = await server.call('POST', path, { token, body: {}, headers: AT_SITE })
    expect(body.data.passkey.rp.id).toBe('plat.example')
  })
})

describe('cookies', () => {
  it('of staff belong to the one host, and a page of the marketplace gets none', async () => {
    const someone = await addSomeone(server, 'staff')
    const login = (headers: Record<string, string>) =>
      server.call('POST', '/admin/api/auth/login', {
        headers,
        body: { email: someone.email, password: 'correct horse battery' },
      })
    const { cookies, body, status } = await login(PAGE)
    expect(status).toBe(200)
    expect(body.data.token).toBeUndefined()
    expect(cookies.map(({ name }) => name)).toEqual(['__Secure-plat_staff', 'XSRF-TOKEN-STAFF'])
    for (const cookie of cookies) expect(cookie).not.toHaveProperty('domain')
    const foreign = await login({ ...AT_ADMIN, origin: ORIGIN })
    expect([foreign.status, foreign.cookies]).toEqual([403, []])
  })

  it('are Secure as the console’s own address is, whatever the marketplace’s', async () => {
    const local = await startTestServer({ publicUrl: ORIGIN, adminOrigin: 'http://localhost:4100' })
    onTestFinished(() => local.close())
    const someone = await addSomeone(local, 'staff')
    const { cookies } = await local.call('POST', '/admin/api/auth/login', {
      body: { email: someone.email, password: 'correct horse battery' },
      headers: { host: 'localhost:4100', 'sec-fetch-site': 'same-origin' },
    })
    expect(cookies.map(({ name, secure }) => [name, secure ?? false])).toEqual([
      ['plat_staff', false],
      ['XSRF-TOKEN-STAFF', false],
    ])
  })
})

describe('a look through a buyer’s eyes', () => {
  it('begins at the site by a link that works once, and lasts no longer', async () => {
    const buyer = await server.addCustomer()
    const token = await bearerFor(server, avery, 'two-step')
    const asked = await server.call('POST', `/admin/api/customers/${buyer.id}/view`, {
      token,
      headers: AT_ADMIN,
      body: { reason: 'She asked us to look.' },
    })
    expect([asked.status, asked.cookies]).toEqual([200, []])
    const link = new URL(asked.body.data.url)
    expect(link.origin).toBe(ORIGIN)
    // The link is no bearer.
    const unopened = { token: link.pathname.split('/').at(-1) ?? '', headers: AT_SITE }
    expect((await server.call('GET', '/customer/api/auth/user', unopened)).status).toBe(401)
    const open = () =>
      server.call('GET', link.pathname, { headers: { ...AT_SITE, 'sec-fetch-site': 'same-site' } })
    expect((await server.call('GET', link.pathname, { headers: AT_ADMIN })).status).toBe(404)
    const opened = await open()
    expect([opened.status, opened.headers.location]).toEqual([303, '/profile'])
    const cookie = opened.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const headers = { ...AT_SITE, cookie }
    const { body } = await server.call('GET', '/customer/api/auth/user', { headers })
    expect(body.data).toMatchObject({ id: buyer.id, is_viewed: true })
    const again = await open()
    expect([again.status, again.body.code, again.cookies]).toEqual([410, 'expired_link', []])
    const bearer = { token: link.pathname.split('/').at(-1) ?? '', headers: AT_SITE }
    expect((await server.call('GET', '/customer/api/auth/user', bearer)).status).toBe(401)
    // The session itself is no link to another one.
    const session = opened.cookies.find(({ httpOnly }) => httpOnly)?.value
    const longer = await server.call('GET', `/customer/api/auth/view/${session}`, { headers: AT_SITE })
    expect(longer.status).toBe(410)
    expect((await server.call('GET', '/customer/api/auth/user', { headers })).status).toBe(200)
  })

  it('is over after a minute for a link that nobody has opened', async () => {
    const buyer = await server.addCustomer()
    const token = await bearerFor(server, avery, 'two-step')
    const asked = await server.call('POST', `/admin/api/customers/${buyer.id}/view`, {
      token,
      headers: AT_ADMIN,
      body: { reason: 'She asked us to look.' },
    })
    const rows = await server.database.db
      .selectFrom('access_tokens')
      .select(['expires_at', 'created_at', 'parent_id'])
      .where('principal_kind', '=', 'customer')
      .where('principal_id', '=', buyer.id)
      .where('purpose', '=', 'view')
      .orderBy('id')
      .execute()
    const minutes = rows.map(({ expires_at, created_at }) => Math.round((+expires_at - +created_at) / 60_000))
    expect([asked.status, minutes]).toEqual([200, [15, 1]])
  })
})

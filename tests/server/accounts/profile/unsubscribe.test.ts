import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscribedTypes } from '#server/notifications/mail-preferences.ts'
import { unsubscribeToken, unsubscribeUrl } from '#server/notifications/unsubscribe-token.ts'
import { MAIL_TYPES } from '#shared/contract/subscriptions.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const SECRET = 'a secret for tests only'
const DAY_MS = 24 * 60 * 60_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ secret: SECRET, publicUrl: 'https://plat.example' })
})
afterAll(() => server.close())

const API = '/customer/api'
const unsubscribe = (body: Record<string, unknown>, token?: string) =>
  server.call('POST', `${API}/auth/unsubscribe`, { body, ...(token ? { token } : {}) })
const show = (token: string) => server.call('POST', `${API}/auth/subscription`, { body: { token } })
const typesOf = (who: { id: number }) => subscribedTypes(server.database.db, who.id)
const ALL_BUT_BLASTS = MAIL_TYPES.filter((type) => type !== 'blast')

describe('the link of a mail', () => {
  it('says what it is about and changes nothing', async () => {
    const dana = await server.addCustomer()
    const token = await unsubscribeToken(SECRET, { customerId: dana.id, type: 'blast' })
    expect((await show(token)).body.data).toEqual({
      email: 'b•••@example.com',
      type: 'blast',
      is_subscribed: true,
      is_subscribed_to_any: true,
    })
    await server.call('GET', `/user/unsubscribe/${token}`)
    expect(await typesOf(dana)).toEqual([...MAIL_TYPES])
  })

  it('stops its kind, and again; then all; and resumes', async () => {
    const dana = await server.addCustomer()
    const token = await unsubscribeToken(SECRET, { customerId: dana.id, type: 'blast' })
    await unsubscribe({ token })
    expect((await unsubscribe({ token, scope: 'type' })).status).toBe(200)
    expect(await typesOf(dana)).toEqual(ALL_BUT_BLASTS)
    expect((await show(token)).body.data).toMatchObject({ is_subscribed: false, is_subscribed_to_any: true })
    await unsubscribe({ token, scope: 'all' })
    expect((await show(token)).body.data).toMatchObject({ is_subscribed_to_any: false })
    await unsubscribe({ token, is_subscribed: true })
    expect(await typesOf(dana)).toEqual(['blast'])
  })

  it('lives longer than 60 days and fits in an address', async () => {
    const url = await unsubscribeUrl(
      { secret: SECRET, site: { origin: 'https://plat.example' } },
      9_999_999_999,
      'buy_box_matches',
    )
    const token = url.split('/').at(-1) ?? ''
    expect(url).toBe(`https://plat.example/user/unsubscribe/${token}`)
    // The longest parameter the router takes.
    expect(token.length).toBeLessThan(200)
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(exp * 1000 - Date.now()).toBeGreaterThan(60 * DAY_MS)
  })

  it('that is forged, changed, of another purpose or too old is refused on its field', async () => {
    const dana = await server.addCustomer()
    const good = await unsubscribeToken(SECRET, { customerId: dana.id, type: 'blast' })
    const key = new Uint8Array(createHmac('sha256', SECRET).update('unsubscribe link').digest())
    const signed = (signKey: Uint8Array, expires: string) =>
      new SignJWT({ t: 'blast' })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(dana.id))
        .setExpirationTime(expires)
        .sign(signKey)
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`
    const bad = [
      'nonsense',
      `${good}x`,
      none,
      await signed(new TextEncoder().encode(SECRET), '1 day'),
      await signed(key, '1 second ago'),
      await unsubscribeToken(SECRET, { customerId: 999_999, type: null }),
    ]
    for (const token of bad) {
      expect((await unsubscribe({ token })).body.errors).toEqual({
        token: ['This link no longer works. Enter your email to get a new one.'],
      })
      expect((await show(token)).status).toBe(422)
    }
    expect(await typesOf(dana)).toEqual([...MAIL_TYPES])
  })
})

describe('the one-click post of mail services', () => {
  const BOUNDARY =
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', BOUNDARY],
  ])('stops the mails as %s', async (type, body) => {
    const dana = await server.addCustomer()
    const token = await unsubscribeToken(SECRET, { customerId: dana.id, type: 'blast' })
    const answer = await server.call('POST', `/user/unsubscribe/${token}`, {
      body,
      headers: { 'content-type': type },
    })
    expect(answer.status).toBe(200)
    expect(await typesOf(dana)).toEqual(ALL_BUT_BLASTS)
  })

  it('without the word, or with a token of nobody, does nothing', async () => {
    const dana = await server.addCustomer()
    const token = await unsubscribeToken(SECRET, { customerId: dana.id, type: 'blast' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await server.call('POST', `/user/unsubscribe/${token}`, { body: 'a=b', headers })).status).toBe(
      422,
    )
    const body = 'List-Unsubscribe=One-Click'
    expect((await server.call('POST', '/user/unsubscribe/x', { body, headers })).status).toBe(422)
    expect(await typesOf(dana)).toEqual([...MAIL_TYPES])
  })
})

describe('without a link', () => {
  it('who is logged in stops all at once', async () => {
    const dana = await server.addCustomer()
    expect((await unsubscribe({}, dana.token)).body.message).toBe('You are unsubscribed.')
    expect(await typesOf(dana)).toEqual([])
    await unsubscribe({ is_subscribed: true }, dana.token)
    expect(await typesOf(dana)).toEqual([...MAIL_TYPES])
  })

  it('who is logged in stops and resumes one kind', async () => {
    const dana = await server.addCustomer()
    await unsubscribe({ scope: 'type', type: 'blast', is_subscribed: false }, dana.token)
    expect(await typesOf(dana)).toEqual(ALL_BUT_BLASTS)
    await unsubscribe({ scope: 'type', type: 'blast', is_subscribed: true }, dana.token)
    expect(await typesOf(dana)).toEqual([...MAIL_TYPES])
  })

  it('an e-mail alone gets a link; the answer is the same for an unknown one, and nothing is stopped', async () => {
    const dana = await server.addCustomer()
    const known = await unsubscribe({ email: dana.email })
    const unknown = await unsubscribe({ email: 'nobody@example.com' })
    expect([known.status, known.body]).toEqual([unknown.status, { ...unknown.body, request_id: undefined }])
    expect(await typesOf(dana)).toEqual([...MAIL_TYPES])
    await expect
      .poll(async () => (await sentTo(server, 'mail', dana.email)).map((mail) => mail.body_text).join())
      .toContain('https://plat.example/user/unsubscribe/')
    const [mail] = await sentTo(server, 'mail', dana.email)
    const token = /unsubscribe\/(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
    expect((await show(token)).body.data).toMatchObject({ type: null, is_subscribed: true })
    await unsubscribe({ token })
    expect(await typesOf(dana)).toEqual([])
    expect(await sentTo(server, 'mail', 'nobody@example.com')).toEqual([])
  })

  it("another's e-mail is not stopped by who is logged in", async () => {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    await unsubscribe({ email: dana.email }, eli.token)
    expect(await typesOf(dana)).toEqual([...MAIL_TYPES])
    expect(await typesOf(eli)).toEqual([...MAIL_TYPES])
  })

  it('nothing at all is asked for an e-mail', async () => {
    expect((await unsubscribe({})).body.errors).toEqual({ email: ['Enter your email.'] })
  })
})

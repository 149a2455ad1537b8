/** A visitor of a seller's site who writes without a login, by the site's publishable key. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { challengeFor, requireProof } from '#server/sellers/guests/proof.ts'
import { GUEST_UNANSWERED_MAX } from '#shared/contract/key-limits.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import {
  type GuestBrowser,
  guestBrowser,
  guestWithEmail,
  keyForGuests,
} from '#tests/support/guest-browser.ts'
import { lastCode, notThis, sentTo } from '#tests/support/outbox.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const SITE = 'https://acme.example'
const WRONG_SIGNATURE = { signature: ['The signature does not fit the public key.'] }
let server: TestServer
let seller: Seller
let key: string
let browser: GuestBrowser
beforeAll(async () => {
  const limits = { guestsPerNetworkPerHour: 1000, sendsPerIpPerHour: 1000 }
  server = await startTestServer({ publicUrl: 'https://plat.example', limits })
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  seller = await server.addAccount()
  key = await openKey()
  browser = await guestBrowser(server)
})

const newKey = async (body: object = {}, { token } = seller) =>
  (await server.call('POST', '/account/api/keys', { token, body: { name: 'Site', ...body } })).body.data
const openKey = (given: object = {}, whose = seller) => keyForGuests(server, whose, given)
const ofKey = (path = '', headers: Record<string, string> = {}, of = key) =>
  server.call('GET', `/customer/api/site-keys/${of}${path}`, { headers })
const me = async (token: string) => (await server.call('GET', '/customer/api/auth/user', { token })).body
const chats = async ({ token } = seller) =>
  (await server.call('GET', '/account/api/chats', { token })).body.data
const write = async (token: string, message: string, accountId = seller.id, headers = {}) => {
  const { data } = await me(token)
  const path = `/customer/api/customers/${data.id}/accounts/${accountId}/text-messages`
  return server.call('POST', path, { token, body: { message }, headers })
}
const asGuest = (token: string, path: string, body: object = {}) =>
  server.call('POST', `/customer/api/guest${path}`, { token, body })

const confirmedGuest = (email: string) => guestWithEmail(server, key, email)

/** What another browser is answered for this e-mail, and for the code that was mailed. */
async function comeBack(email: string, code?: (handle: number) => Promise<string>, of = key) {
  const path = `/customer/api/site-keys/${of}/guest-codes`
  const asked = await server.call('POST', path, { body: { email } })
  if (!code) return asked
  const { handle } = asked.body.data
  const other = await guestBrowser(server)
  const body = { ...(await other.proof(of)), handle, code: await code(handle) }
  return server.call('POST', `${path}/check`, { body })
}

describe('the launcher of a key', () => {
  const put = async (launcher: object) => {
    const { id, publishable_key } = await newKey()
    const path = `/account/api/keys/${id}`
    const { status, body } = await server.call('PUT', path, { token: seller.token, body: { launcher } })
    return { status, body, publishable_key }
  }
  const WANTED = {
    greeting: 'Hello',
    consent: '',
    accent: '#7a2c2c',
    corner: 'top-left',
    hours: null,
    pages: ['/homes/*'],
  }

  it('is as the seller set it for every page that asks', async () => {
    const { status, publishable_key } = await put(WANTED)
    expect(status).toBe(200)
    expect((await ofKey('', {}, publishable_key)).body.data.launcher).toEqual(WANTED)
    // One that nobody has changed is in the corner where launchers are.
    expect((await ofKey()).body.data.launcher).toMatchObject({ corner: 'bottom-right', pages: [] })
  })

  it('counts a question of a page of the seller’s site as a use of the key, of no other page', async () => {
    const usedAt = async () =>
      (await server.call('GET', '/account/api/keys', { token: seller.token })).body.data.at(-1).last_used_at
    await ofKey()
    await ofKey('', { origin: 'https://plat.example' })
    expect(await usedAt()).toBeNull()
    await ofKey('', { origin: SITE })
    expect(Date.now() - Date.parse(await usedAt())).toBeLessThan(60_000)
  })

  it.each([
    ['accent', 'red', 'Enter a color like #0b6477.'],
    ['pages', ['homes'], 'Enter a path that begins with /, like /homes/*.'],
  ])('is refused with %s %o', async (field, value, words) => {
    const { status, body } = await put({ ...WANTED, [field]: value })
    expect(status).toBe(422)
    const [[name, said] = []] = Object.entries(body.errors)
    expect(name).toMatch(`launcher.${field}`)
    expect(said).toEqual([words])
  })
})

describe('a publishable key', () => {
  it('says whose it is and what visitors are asked for', async () => {
    const { body } = await ofKey()
    expect(body.data).toMatchObject({
      account: {
        id: seller.id,
        title: 'Bluebonnet Homes',
        logo: 'https://plat.example/drawings/house-01.svg',
      },
      response_time_hours: null,
      guests: { allowed: true, contact: 'email' },
      terms_version: TERMS_VERSION,
      terms_url: 'https://plat.example/terms-of-service',
      privacy_url: 'https://plat.example/privacy-policy',
    })
  })

  it('lets nobody write before the seller allows it', async () => {
    const { publishable_key, guests } = await newKey()
    expect(guests).toEqual({ allowed: false, contact: 'email' })
    expect((await ofKey('', {}, publishable_key)).body.data.guests).toEqual(guests)
  })

  it('is unknown once it is revoked', async () => {
    const { id, publishable_key } = await newKey()
    await server.call('DELETE', `/account/api/keys/${id}`, { token: seller.token })
    expect((await ofKey('', {}, publishable_key)).status).toBe(404)
  })

  it('answers the pages of its origins alone, the preflight too', async () => {
    const { publishable_key } = await newKey({ origins: [SITE] })
    const allowed = await ofKey('', { origin: SITE }, publishable_key)
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, SITE])
    const refused = await ofKey('', { origin: 'https://evil.example' }, publishable_key)
    expect([refused.status, refused.body.code]).toEqual([403, 'origin_not_allowed'])
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    const preflight = (origin: string) =>
      server.call('OPTIONS', `/customer/api/site-keys/${publishable_key}/guests`, {
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    expect((await preflight(SITE)).headers['access-control-allow-origin']).toBe(SITE)
    expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
    expect((await ofKey('', { origin: 'https://any.example' })).headers['access-control-allow-origin']).toBe(
      '*',
    )
  })
})

describe('a guest', () => {
  it('writes to the account, which sees who it is and that nobody has confirmed it', async () => {
    const property = await server.addProperty(seller.id)
    const context = { title: 'Larkspur 5', url: 'https://acme.example/larkspur' }
    const { status, body } = await browser.start(key, { property_id: property, context })
    expect([status, body.data.email_confirmed, body.data.has_login]).toEqual([201, false, false])
    const [chat] = await chats()
    expect(chat).toMatchObject({
      customer: {
        name: 'Rosa Diaz',
        visitor: { kind: 'guest', email: 'rosa@example.com', phone: null, is_email_confirmed: false },
      },
      last_message: { calculated_body: 'Is it vacant?', context, property: { id: property } },
      account_unread_count: 1,
    })
    expect((await me(body.data.token)).meta).toEqual({ account_id: seller.id, features: ['attachments'] })
  })

  it('sends the same form twice and is one guest with one message', async () => {
    const [first, second] = [await browser.start(key), await browser.start(key)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(
      (await chats()).map((chat: { account_unread_count: number }) => chat.account_unread_count),
    ).toEqual([1])
  })

  it('gets further tokens by signing, and nobody without the key does', async () => {
    const { data } = (await browser.start(key)).body
    const renewed = await browser.renew(key)
    expect((await me(renewed.body.data.token)).data.id).toBe((await me(data.token)).data.id)
    const stranger = await guestBrowser(server)
    expect((await stranger.renew(key)).body.code).toBe('guest_unknown')
    const path = `/customer/api/site-keys/${key}/guest-tokens`
    const stolen = { ...(await browser.proof(key)), signature: (await stranger.proof(key)).signature }
    const refused = await server.call('POST', path, { body: stolen })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['signature']])
  })

  it('signs for one key: another challenge, or an old one, opens nothing', async () => {
    await browser.start(key)
    const rival = await server.addAccount('Rival Homes')
    const publishable_key = await openKey({}, rival)
    const path = `/customer/api/site-keys/${publishable_key}/guest-tokens`
    const elsewhere = await server.call('POST', path, { body: await browser.proof(key) })
    expect([elsewhere.status, Object.keys(elsewhere.body.errors)]).toEqual([422, ['challenge']])
    expect((await browser.renew(publishable_key)).body.code).toBe('guest_unknown')
  })

  it('signs a text of a clock that counts parts of a millisecond, as the database’s does', () => {
    const deps = { secret: 'a secret of some length', nowMs: () => 1_790_000_000_000.25 }
    const forged = { challenge: challengeFor(deps, key), public_key: 'AA', signature: 'AA' }
    const refused = expect.objectContaining({ problem: expect.objectContaining({ errors: WRONG_SIGNATURE }) })
    expect(() => requireProof(deps, key, forged)).toThrow(refused)
  })

  it('knows no other account', async () => {
    const rival = await server.addAccount('Rival Homes')
    const { token } = (await browser.start(key)).body.data
    expect((await write(token, 'Hello', rival.id)).body.code).toBe('other_account')
  })

  it.each([
    ['email', { email: null, phone: '(713) 284-0142' }, ['email']],
    ['phone', { email: 'a@example.com' }, ['phone']],
    ['both', {}, ['phone']],
    ['either', { email: null }, ['email']],
  ])('is asked for what the key wants: %s', async (contact, form, missing) => {
    const wanted = await openKey({ contact })
    const { status, body } = await browser.start(wanted, form)
    expect([status, Object.keys(body.errors)]).toEqual([422, missing])
    const whole = { email: 'a@example.com', phone: '(713) 284-0142' }
    expect((await browser.start(wanted, whole)).status).toBe(201)
  })

  it('is turned away where the key wants no guests, and while blocked', async () => {
    const { publishable_key } = await newKey()
    expect((await browser.start(publishable_key)).body.code).toBe('guests_not_allowed')
    const { token } = (await browser.start(key)).body.data
    const { data } = await me(token)
    const blocked = { blocked_at: new Date() }
    await server.database.db.updateTable('customers').set(blocked).where('id', '=', data.id).execute()
    expect((await browser.renew(key)).body.code).toBe('visitor_blocked')
    expect((await server.call('GET', '/customer/api/auth/user', { token })).status).toBe(401)
  })

  it('waits for an answer after a while', async () => {
    const { token } = (await browser.start(key)).body.data
    for (let count = 2; count < GUEST_UNANSWERED_MAX; count++)
      expect((await write(token, `More ${count}`)).status).toBe(201)
    const last = () => write(token, 'The last', seller.id, { 'idempotency-key': 'the-last-of-them' })
    const first = await last()
    expect(first.status).toBe(201)
    expect((await write(token, 'And more')).body.code).toBe('wait_for_answer')
    // Its answer was lost, so the browser asks again.
    expect((await last()).body.data.id).toBe(first.body.data.id)
    const { data } = await me(token)
    await server.messenger.sendFromAccount({ accountId: seller.id, customerId: data.id, body: 'Yes' })
    expect((await write(token, 'And more')).status).toBe(201)
  })

  it('is limited per network', async () => {
    const strict = await startTestServer({ limits: { guestsPerNetworkPerHour: 1 } })
    const own = await strict.addAccount()
    const keys = '/account/api/keys'
    const made = await strict.call('POST', keys, { token: own.token, body: { name: 'Site' } })
    const { id, publishable_key: of } = made.body.data
    const body = { guests: { allowed: true, contact: 'email' } }
    await strict.call('PUT', `${keys}/${id}`, { token: own.token, body })
    const [first, second] = [await guestBrowser(strict), await guestBrowser(strict)]
    expect((await first.start(of)).status).toBe(201)
    expect((await first.start(of)).status).toBe(201)
    expect((await second.start(of)).status).toBe(429)
    await strict.close({ graceMs: 0 })
  })
})

describe('the e-mail of a guest', () => {
  it('is confirmed by the mailed code, which the seller sees', async () => {
    const email = 'confirm@example.com'
    const { token } = (await browser.start(key, { email })).body.data
    await asGuest(token, '/email-codes')
    const code = await lastCode(server, 'mail', email)
    expect((await asGuest(token, '/email-codes/check', { code: notThis(code) })).status).toBe(422)
    expect((await asGuest(token, '/email-codes/check', { code })).status).toBe(200)
    expect((await chats())[0].customer.visitor.is_email_confirmed).toBe(true)
  })

  it('leads into the conversation in another browser, once it is confirmed', async () => {
    const { token } = await confirmedGuest('other@example.com')
    const { body, status } = await comeBack('other@example.com', async () => {
      // The second mail follows the answer.
      await expect.poll(() => sentTo(server, 'mail', 'other@example.com')).toHaveLength(2)
      return lastCode(server, 'mail', 'other@example.com')
    })
    expect(status).toBe(201)
    expect((await me(body.data.token)).data.id).toBe((await me(token)).data.id)
  })

  it('leads nowhere while nobody has confirmed it, and the answer does not tell', async () => {
    await browser.start(key, { email: 'typed@example.com' })
    const [typed, unknown] = [await comeBack('typed@example.com'), await comeBack('nobody@example.com')]
    expect([typed.status, Object.keys(typed.body.data)]).toEqual([200, ['handle']])
    expect([unknown.status, Object.keys(unknown.body.data)]).toEqual([200, ['handle']])
    expect(await sentTo(server, 'mail', 'typed@example.com')).toEqual([])
    expect((await comeBack('typed@example.com', async () => '123456')).status).toBe(422)
  })

  it('of one site opens nothing on another', async () => {
    await confirmedGuest('two@example.com')
    const rival = await server.addAccount('Rival Homes')
    const publishable_key = await openKey({}, rival)
    await comeBack('two@example.com', undefined, publishable_key)
    expect(await sentTo(server, 'mail', 'two@example.com')).toHaveLength(1)
  })

  it('gets nobody into the login that has this e-mail', async () => {
    const buyer = await server.addCustomer()
    const { token } = await confirmedGuest(buyer.email)
    const { status, body } = await asGuest(token, '/account')
    expect([status, body.code]).toEqual([409, 'email_taken'])
    expect((await me(token)).data.id).not.toBe(buyer.id)
  })

  it('becomes a login when the guest asks for one, with the conversation in it', async () => {
    const unconfirmed = (await browser.start(key, { email: 'buyer@example.com' })).body.data.token
    expect((await asGuest(unconfirmed, '/account')).body.code).toBe('email_not_confirmed')
    const { token } = await confirmedGuest('buyer@example.com')
    expect((await asGuest(token, '/account')).body.data.email).toBe('buyer@example.com')
    const body = { email: 'buyer@example.com' }
    const status = await server.call('POST', '/customer/api/auth/getStatusByEmail', { body })
    expect(status.body.status).toBe('no_password')
    const names = (await chats()).map((chat: { customer: { visitor: unknown } }) => chat.customer.visitor)
    expect(names).toContainEqual(null)
    // Their bearer still opens this conversation and nothing else.
    expect((await server.call('GET', '/customer/api/auth/sessions', { token })).status).toBe(403)
  })
})

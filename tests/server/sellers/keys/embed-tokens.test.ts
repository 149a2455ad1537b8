/** What a site's server gets with its secret key: a bearer for its visitor that knows one account, and nobody's login. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let seller: Seller
let rival: Seller
let secret: string
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example', limits: { embedTokensPerMinute: 10 } })
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  seller = await server.addAccount()
  rival = await server.addAccount('Rival Homes')
  secret = await keyOf(seller)
})

async function keyOf({ token }: Seller, body: object = { name: 'Website' }): Promise<string> {
  return (await server.call('POST', '/account/api/keys', { token, body })).body.data.secret_key
}

const ANN = { id: 'user-7', email: 'ann@example.com', name: 'Ann Lee' }
const ask = (body: unknown, token: string | null = secret) =>
  server.call('POST', '/account/api/embed-tokens', { body, ...(token === null ? {} : { token }) })
const tokenOf = async (user: object = ANN, key = secret): Promise<string> =>
  (await ask({ user }, key)).body.token
const get = (token: string, path: string) => server.call('GET', `/customer/api${path}`, { token })
const whoIs = async (token: string) => (await get(token, '/auth/user')).body
const write = async (token: string, accountId: number, message: string) => {
  const { id } = (await whoIs(token)).data
  const path = `/customer/api/customers/${id}/accounts/${accountId}/text-messages`
  return server.call('POST', path, { token, body: { message } })
}
const customer = (id: number) =>
  server.database.db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a secret key', () => {
  it('gets a token for an hour', async () => {
    const { status, body } = await ask({ user: ANN, account: seller.id })
    expect([status, Object.keys(body).sort()]).toEqual([201, ['expires_at', 'token']])
    const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(60)
  })

  it('gets none for another account than its own', async () => {
    const { status, body } = await ask({ user: ANN, account: rival.id })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['account']])
  })

  it('hears about each field that is wrong', async () => {
    const { status, body } = await ask({ user: { id: '', email: 'ann', name: ' ' } })
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['user.email', 'user.id', 'user.name']])
  })

  it('opens nothing else', async () => {
    for (const path of ['/account/api/keys', '/account/api/chats', '/customer/api/auth/user'])
      expect((await server.call('GET', path, { token: secret })).status).toBe(403)
  })

  it.each([null, 'sk_short', `sk_${'a'.repeat(43)}`])('is what the call needs, not %s', async (token) => {
    const { status, body } = await ask({ user: ANN }, token)
    expect([status, body.code]).toEqual([401, 'server_key_refused'])
  })

  it('is what the call needs, not a login', async () => {
    const buyer = await server.addCustomer()
    expect((await ask({ user: ANN }, seller.token)).status).toBe(403)
    expect((await ask({ user: ANN }, buyer.token)).status).toBe(403)
  })

  it('gets so many tokens a minute, whatever other keys get', async () => {
    for (let count = 0; count < 10; count += 1) expect((await ask({ user: ANN })).status).toBe(201)
    const refused = await ask({ user: ANN })
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await ask({ user: ANN }, await keyOf(seller))).status).toBe(201)
  })
})

describe('a visitor', () => {
  it('is the same person at the next call, by the id of the site', async () => {
    const [first, second] = [
      await whoIs(await tokenOf()),
      await whoIs(await tokenOf({ ...ANN, name: 'Ann Roe' })),
    ]
    expect(second.data.id).toBe(first.data.id)
    expect([first.data.name, second.data.name]).toEqual(['Ann Lee', 'Ann Roe'])
  })

  it('is one person when two pages ask at the same time', async () => {
    const tokens = await Promise.all([tokenOf(), tokenOf(), tokenOf()])
    const people = await Promise.all(tokens.map(whoIs))
    expect(new Set(people.map(({ data }) => data.id)).size).toBe(1)
  })

  it('is another person on another seller’s site, whatever the id and the e-mail', async () => {
    const ours = await whoIs(await tokenOf())
    const theirs = await whoIs(await tokenOf(ANN, await keyOf(rival)))
    expect(theirs.data.id).not.toBe(ours.data.id)
  })

  it('never becomes the buyer who logs in with that e-mail', async () => {
    const buyer = await server.addCustomer('Dana Whitfield')
    const { data } = await whoIs(await tokenOf({ ...ANN, email: buyer.email.toUpperCase() }))
    expect(data.id).not.toBe(buyer.id)
    expect((await customer(buyer.id)).name).toBe('Dana Whitfield')
    expect(await customer(data.id)).toMatchObject({ password_hash: null, email_confirmed_at: null })
    expect((await customer(data.id)).email).toMatch(/^visitor-[\w-]+@visitors\.invalid$/)
    const noted = await server.database.db
      .selectFrom('site_visitors')
      .select(['email', 'external_id', 'account_id'])
      .where('customer_id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(noted).toEqual({ email: buyer.email.toUpperCase(), external_id: 'user-7', account_id: seller.id })
  })

  it('does not keep the owner of the e-mail from registering', async () => {
    await tokenOf({ ...ANN, email: 'owner@example.com' })
    const { body } = await server.call('POST', '/customer/api/auth/getStatusByEmail', {
      body: { email: 'owner@example.com' },
    })
    expect(body).toEqual({ status: 'not_exists' })
  })

  it('gets no token while blocked', async () => {
    const { data } = await whoIs(await tokenOf())
    await server.database.db
      .updateTable('customers')
      .set({ blocked_at: new Date() })
      .where('id', '=', data.id)
      .execute()
    const { status, body } = await ask({ user: ANN })
    expect([status, body.code]).toEqual([403, 'visitor_blocked'])
  })
})

describe('the token', () => {
  it('writes to its account at once, and the seller sees the conversation from the first message on', async () => {
    const token = await tokenOf()
    const chats = async () =>
      (await server.call('GET', '/account/api/chats', { token: seller.token })).body.data
    expect(await chats()).toEqual([])
    expect((await write(token, seller.id, 'Is it still available?')).status).toBe(201)
    expect((await chats()).map((chat: { customer: { name: string } }) => chat.customer.name)).toEqual([
      'Ann Lee',
    ])
  })

  it('knows one account: others are absent from lists, threads and channels', async () => {
    const token = await tokenOf()
    const { data, meta } = await whoIs(token)
    expect(meta).toEqual({ account_id: seller.id, features: ['attachments'] })
    await server.introduce({ id: data.id }, rival)
    await server.messenger.sendFromAccount({ accountId: rival.id, customerId: data.id, body: 'Not here' })
    const list = await get(token, `/customers/${data.id}/chats`)
    expect(list.body.data.map((chat: { account: { id: number } }) => chat.account.id)).toEqual([seller.id])
    const thread = await get(token, `/customers/${data.id}/text-messages?filter[account_id]=${rival.id}`)
    expect([thread.status, thread.body.code]).toEqual([403, 'other_account'])
    expect((await write(token, rival.id, 'Hello')).status).toBe(403)
  })

  it('is no login: sessions, target markets and buy boxes are closed to it', async () => {
    const token = await tokenOf()
    for (const path of ['/auth/sessions', '/auth/geotags', '/buy-boxes'])
      expect((await get(token, path)).status).toBe(403)
  })
})

describe('the origins of a key', () => {
  it('are the only pages that may use its tokens', async () => {
    const key = await keyOf(seller, { name: 'Site', origins: ['https://acme.example'] })
    const token = await tokenOf(ANN, key)
    const from = (origin?: string) =>
      server.call('GET', '/customer/api/auth/user', { token, headers: origin ? { origin } : {} })
    expect((await from('https://acme.example')).status).toBe(200)
    expect((await from('https://plat.example')).status).toBe(200)
    expect((await from()).status).toBe(200)
    const refused = await from('https://evil.example')
    expect([refused.status, refused.body.code]).toEqual([403, 'origin_not_allowed'])
  })
})

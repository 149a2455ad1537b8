import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SELLER_SENDS_PER_MINUTE } from '#shared/contract/limits.ts'
import { PASSWORD, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let homes: Seller
let rival: Seller
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount('Bluebonnet Homes')
  rival = await server.addAccount('Rival Realty')
})
afterAll(() => server.close())

const buyerOf = async (...accounts: Seller[]) => {
  const dana = await server.addCustomer()
  for (const account of accounts) await server.introduce(dana, account)
  return dana
}
const threadOf = async (customerId: number, seller = homes) =>
  server.call('GET', `/account/api/customers/${customerId}/text-messages`, { token: seller.token })

describe('the seller app’s login', () => {
  it('answers with a bearer and who is there for which account', async () => {
    const answer = await server.call('POST', '/account/api/auth/login', {
      body: { email: homes.email, password: PASSWORD },
    })
    expect(answer.status).toBe(200)
    const { token } = answer.body.data
    const me = await server.call('GET', '/account/api/auth/user', { token })
    expect(me.body.data).toMatchObject({
      id: homes.memberId,
      account: { id: homes.id, title: 'Bluebonnet Homes' },
    })
    expect((await server.call('POST', '/account/api/auth/logout', { token })).status).toBe(204)
    expect((await server.call('GET', '/account/api/auth/user', { token })).status).toBe(401)
  })

  it('takes broken texts for what they are: an unknown e-mail', async () => {
    const body = { email: 'a\0@example.com', password: 'b\0' }
    expect((await server.call('POST', '/account/api/auth/login', { body })).status).toBe(422)
  })

  it('is not open to customers, nor theirs to sellers', async () => {
    const dana = await buyerOf(homes)
    const body = { email: dana.email, password: PASSWORD }
    expect((await server.call('POST', '/account/api/auth/login', { body })).status).toBe(422)
    expect((await server.call('GET', '/account/api/chats', { token: dana.token })).status).toBe(403)
    expect((await server.call('GET', '/account/api/chats')).status).toBe(401)
    expect((await server.call('GET', `/customers/${dana.id}/chats`, { token: homes.token })).status).toBe(403)
  })
})

describe('the seller app’s conversations', () => {
  it('show what the buyer wrote, until it is seen', async () => {
    const dana = await buyerOf(homes)
    await server.call('POST', `/customers/${dana.id}/accounts/${homes.id}/text-messages`, {
      token: dana.token,
      body: { message: 'Hello?' },
    })
    const top = async () =>
      (await server.call('GET', '/account/api/chats', { token: homes.token })).body.data[0]
    expect(await top()).toMatchObject({
      customer: { id: dana.id, name: 'Dana Whitfield' },
      last_message: { calculated_body: 'Hello?', type: 'inbound' },
      account_unread_count: 1,
    })
    const seen = () =>
      server.call('PUT', `/account/api/customers/${dana.id}/read-state`, { token: homes.token })
    expect([(await seen()).status, (await seen()).status]).toEqual([204, 204])
    expect(await top()).toMatchObject({ account_unread_count: 0, last_message: { is_read: true } })
  })

  it('a reply reaches the buyer’s thread, unread, and both channels', async () => {
    const dana = await buyerOf(homes)
    const property = await server.addProperty(homes.id)
    server.said.length = 0
    const answer = await server.call('POST', `/account/api/customers/${dana.id}/text-messages`, {
      token: homes.token,
      body: { message: 'Yes, here it is', property_id: property },
      headers: { 'X-Socket-ID': '9.9' },
    })
    expect(answer.status).toBe(201)
    expect(server.said.map(({ channel, event, except }) => [channel, event, except])).toEqual([
      [`App.Models.Customer.${dana.id}`, 'TextMessageOutboundSent', null],
      [`App.Models.Customer.${dana.id}.Account.${homes.id}`, 'TextMessageOutboundSent', null],
      [`App.Models.Account.${homes.id}`, 'TextMessageOutboundSent', '9.9'],
    ])
    const mine = await server.call(
      'GET',
      `/customers/${dana.id}/text-messages?filter[account_id]=${homes.id}`,
      {
        token: dana.token,
      },
    )
    expect(mine.body.data).toEqual([answer.body.data])
    expect(mine.body.data[0]).toMatchObject({ type: 'outbound', is_read: false, property: { id: property } })
  })

  it.each([
    ['nothing in it', () => ({}), 'message'],
    ['blanks', () => ({ message: '   ' }), 'message'],
    ['1001 characters', () => ({ message: 'x'.repeat(1001) }), 'message'],
    [
      'another account’s property',
      async () => ({ property_id: await server.addProperty(rival.id) }),
      'property_id',
    ],
    ['a property that is not', () => ({ property_id: 999_999 }), 'property_id'],
  ])('a reply with %s: 422', async (_, body, field) => {
    const dana = await buyerOf(homes)
    const answer = await server.call('POST', `/account/api/customers/${dana.id}/text-messages`, {
      token: homes.token,
      body: await body(),
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  it('a reply repeated with its Idempotency-Key is one message; with another text or deal it is refused', async () => {
    const dana = await buyerOf(homes)
    const deal = await server.addProperty(homes.id)
    const reply = (body: object, key: string) =>
      server.call('POST', `/account/api/customers/${dana.id}/text-messages`, {
        token: homes.token,
        body,
        headers: { 'Idempotency-Key': key },
      })
    const first = await reply({ message: 'Since March.' }, 'lost-answer')
    const again = await reply({ message: 'Since March.' }, 'lost-answer')
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id])
    expect((await reply({ message: 'Since May.' }, 'lost-answer')).status).toBe(409)
    expect((await reply({ message: 'Since March.', property_id: deal }, 'lost-answer')).status).toBe(409)
    expect((await threadOf(dana.id)).body.data).toHaveLength(1)
    const asBuyer = await server.call('POST', `/customers/${dana.id}/accounts/${homes.id}/text-messages`, {
      token: dana.token,
      body: { message: 'Since March.' },
      headers: { 'Idempotency-Key': 'lost-answer' },
    })
    // The same key of the buyer is a different one.
    expect(asBuyer.status).toBe(201)
  })

  it('a blocked buyer is refused in words, a repeat of what was stored is not, and the seller still writes', async () => {
    const dana = await buyerOf(homes)
    const send = (message: string, key: string) =>
      server.call('POST', `/customers/${dana.id}/accounts/${homes.id}/text-messages`, {
        token: dana.token,
        body: { message },
        headers: { 'Idempotency-Key': key },
      })
    const block = (is_blocked: boolean) =>
      server.call('PUT', `/account/api/customers/${dana.id}/block`, {
        token: homes.token,
        body: { is_blocked },
      })
    const top = async () =>
      (await server.call('GET', '/account/api/chats', { token: homes.token })).body.data[0]
    const first = await send('Hello', 'one')
    expect(await top()).toMatchObject({ customer: { id: dana.id }, is_blocked: false })

    expect((await block(true)).status).toBe(204)
    expect(await top()).toMatchObject({ is_blocked: true })
    expect(await send('Hello again', 'two')).toMatchObject({
      status: 403,
      body: { code: 'conversation_blocked', message: 'This company no longer takes messages from you.' },
    })
    expect((await send('Hello', 'one')).body.data.id).toBe(first.body.data.id)
    const reply = await server.call('POST', `/account/api/customers/${dana.id}/text-messages`, {
      token: homes.token,
      body: { message: 'Please stop.' },
    })
    expect(reply.status).toBe(201)
    expect((await threadOf(dana.id)).body.data).toHaveLength(2)

    expect((await block(false)).status).toBe(204)
    expect((await send('Hello again', 'two')).status).toBe(201)
  })

  it('a person in the seller app who sends too fast gets 429, the others go on', async () => {
    const [fast, calm] = [await server.addAccount('Fast Homes'), await server.addAccount('Calm Homes')]
    const dana = await buyerOf(fast, calm)
    const reply = (seller: Seller) =>
      server.call('POST', `/account/api/customers/${dana.id}/text-messages`, {
        token: seller.token,
        body: { message: 'Hi' },
      })
    for (let n = 0; n < SELLER_SENDS_PER_MINUTE; n++) expect((await reply(fast)).status).toBe(201)
    const refused = await reply(fast)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await reply(calm)).status).toBe(201)
  })

  it('a seller without a conversation with a buyer learns nothing of them: the same 404 as for nobody', async () => {
    const dana = await buyerOf(rival)
    for (const customer of [dana.id, 999_999]) {
      const base = `/account/api/customers/${customer}`
      const calls = [
        await threadOf(customer),
        await server.call('POST', `${base}/text-messages`, { token: homes.token, body: { message: 'Hi' } }),
        await server.call('PUT', `${base}/read-state`, { token: homes.token }),
      ]
      for (const { status, body } of calls) expect([status, body.message]).toEqual([404, 'Not found.'])
    }
  })

  it('two sellers of one buyer see their own thread only', async () => {
    const dana = await buyerOf(homes, rival)
    for (const seller of [homes, rival])
      await server.call('POST', `/account/api/customers/${dana.id}/text-messages`, {
        token: seller.token,
        body: { message: `from ${seller.id}` },
      })
    expect((await threadOf(dana.id)).body.data.map((row: { account_id: number }) => row.account_id)).toEqual([
      homes.id,
    ])
    expect((await threadOf(dana.id, rival)).body.data).toHaveLength(1)
  })
})

describe('campaigns', () => {
  it('a digest of a foreign deal goes to nobody and names the place', async () => {
    const dana = await buyerOf(homes)
    const mine = await server.addProperty(homes.id)
    const answer = await server.call('POST', '/account/api/deals-digests', {
      token: homes.token,
      body: { property_ids: [mine, await server.addProperty(rival.id)] },
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['property_ids.1'])
    expect((await threadOf(dana.id)).body.data).toEqual([])
  })

  it('the account’s deals are listed, newest first, and nobody else’s', async () => {
    const seller = await server.addAccount('Listing Homes')
    const ids = [await server.addProperty(seller.id), await server.addProperty(seller.id)]
    const answer = await server.call('GET', '/account/api/properties', { token: seller.token })
    expect(answer.body.data.map((row: { id: number }) => row.id)).toEqual(ids.reverse())
  })

  it('a property’s page names the account that sells it, and one that is not answers 404', async () => {
    const id = await server.addProperty(homes.id)
    const answer = await server.call('GET', `/customer/api/properties/${id}`)
    expect(answer.body.data).toMatchObject({ id, account: { id: homes.id, title: 'Bluebonnet Homes' } })
    expect((await server.call('GET', '/customer/api/properties/999999')).status).toBe(404)
  })
})

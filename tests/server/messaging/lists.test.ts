import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAGE_SIZE } from '#shared/contract/limits.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let dana: Person
beforeAll(async () => {
  server = await startTestServer({ limits: { sendsPerMinute: 1000 }, publicUrl: 'https://plat.example' })
  dana = await server.addCustomer()
})
afterAll(() => server.close())

const get = (url: string, from = dana) => server.call('GET', url, { token: from.token })

describe('the chat list', () => {
  it('has the latest message first, with account, preview and unread count', async () => {
    const [older, newer] = [await server.addAccount('Older Homes'), await server.addAccount('Newer Homes')]
    await server.messenger.sendFromAccount({ accountId: older.id, customerId: dana.id, body: 'first' })
    await server.messenger.sendFromAccount({ accountId: newer.id, customerId: dana.id, body: 'second' })
    const before = (await get(`/customers/${dana.id}/chats`)).body.data
    expect(before.map((chat: { account: { title: string } }) => chat.account.title)).toEqual([
      'Newer Homes',
      'Older Homes',
    ])
    await server.messenger.sendFromAccount({ accountId: older.id, customerId: dana.id, body: 'third' })
    const [top] = (await get(`/customer/api/customers/${dana.id}/chats`)).body.data
    expect(top).toMatchObject({
      account: {
        id: older.id,
        deals_site_settings: { deals_emails_logo: 'https://plat.example/drawings/house-01.svg' },
      },
      last_message: { type: 'outbound', calculated_body: 'third' },
      customer_unread_count: 2,
    })
  })

  it('previews a message that is only a property by its address, a hidden street left out', async () => {
    const erin = await server.addCustomer('Erin Vale')
    const account = await server.addAccount()
    const propertyId = await server.addProperty(account.id)
    const sent = await server.messenger.sendFromAccount({
      accountId: account.id,
      customerId: erin.id,
      propertyId,
    })
    expect(sent.property).toMatchObject({
      id: propertyId,
      url: `https://plat.example/property/${propertyId}`,
      full_address: '412 Live Oak St, Waco, TX 76701',
      arv_estimate: 260_000,
      bathrooms: 2.5,
      main_image: { thumbnail: 'https://plat.example/drawings/house-02.svg' },
    })
    const preview = async () =>
      (await get(`/customers/${erin.id}/chats`, erin)).body.data[0].last_message.calculated_body
    expect(await preview()).toBe('412 Live Oak St, Waco, TX 76701')
    await server.database.db
      .updateTable('properties')
      .set({ is_street_shown: false })
      .where('id', '=', propertyId)
      .execute()
    expect(await preview()).toBe('Waco, TX 76701')
  })

  it('a conversation without a message is there too', async () => {
    const erin = await server.addCustomer('Erin Vale')
    await server.introduce(erin, await server.addAccount())
    const [chat] = (await get(`/customers/${erin.id}/chats`, erin)).body.data
    expect(chat).toMatchObject({ last_message: null, customer_unread_count: 0 })
  })

  it.each([
    [
      'the relations of the spec',
      'account.deals_site_settings;last_message.text_message_body;last_message.inquiry',
      200,
    ],
    ['a parent alone', 'account', 200],
    ['commas', 'account,last_message', 200],
    ['an unknown relation', 'account;customer.password', 422],
  ])('with: %s', async (_, relations, status) => {
    expect((await get(`/customers/${dana.id}/chats?with=${encodeURIComponent(relations)}`)).status).toBe(
      status,
    )
  })

  it('of another customer answers like that of nobody', async () => {
    const erin = await server.addCustomer('Erin Vale')
    const [other, nobody] = [await get(`/customers/${erin.id}/chats`), await get('/customers/999999/chats')]
    for (const answer of [other, nobody]) {
      expect(answer.status).toBe(404)
      expect({ ...answer.body, request_id: '' }).toEqual({
        message: 'Not found.',
        code: 'not_found',
        request_id: '',
      })
    }
  })
})

describe('pages', () => {
  it('have the shape of Laravel’s simplePaginate, with absolute links that keep the query', async () => {
    const erin = await server.addCustomer('Erin Vale')
    const account = await server.addAccount()
    for (let i = 0; i < PAGE_SIZE + 3; i++)
      await server.messenger.sendFromAccount({ accountId: account.id, customerId: erin.id, body: `m${i}` })
    const path = `/customers/${erin.id}/text-messages`
    const url = (page: number) =>
      `http://localhost:80${path}?filter%5Baccount_id%5D=${account.id}&page=${page}`
    const call = (page: number) =>
      server.call('GET', `${path}?filter%5Baccount_id%5D=${account.id}&page=${page}`, {
        token: erin.token,
        headers: { host: 'localhost:80' },
      })
    const withoutPort = (text: string) => text.replaceAll('localhost:80', 'localhost')
    const [first, second, third] = [await call(1), await call(2), await call(3)]
    expect(first.body.data).toHaveLength(PAGE_SIZE)
    expect(first.body.data[0].calculated_body).toBe(`m${PAGE_SIZE + 2}`)
    expect(JSON.parse(withoutPort(JSON.stringify(first.body.links)))).toEqual(
      JSON.parse(withoutPort(JSON.stringify({ first: url(1), last: null, prev: null, next: url(2) }))),
    )
    expect(first.body.meta).toMatchObject({ current_page: 1, from: 1, per_page: PAGE_SIZE, to: PAGE_SIZE })
    expect(Object.keys(first.body.meta).sort()).toEqual(['current_page', 'from', 'path', 'per_page', 'to'])
    expect(second.body.data).toHaveLength(3)
    expect(second.body.links.next).toBeNull()
    expect(second.body.meta).toMatchObject({ from: PAGE_SIZE + 1, to: PAGE_SIZE + 3 })
    expect(third.body).toMatchObject({ data: [], meta: { from: null, to: null } })
  })

  it.each([
    ['no account', '', 'filter[account_id]'],
    ['a filter nobody reads', 'filter[account_id]=1&filter[type]=inbound', 'filter.type'],
    ['page 0', 'filter[account_id]=1&page=0', 'page'],
    ['an unknown relation', 'filter[account_id]=1&with=customer', 'with'],
  ])('a thread with %s: 422', async (_, query, field) => {
    const answer = await get(`/customers/${dana.id}/text-messages?${query}`)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  it('the thread with an account one does not talk with is empty', async () => {
    const answer = await get(`/customers/${dana.id}/text-messages?filter[account_id]=999999`)
    expect(answer.body.data).toEqual([])
  })
})

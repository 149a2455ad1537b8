/** A buyer who writes to a company without having been introduced. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const LIMIT = 3
let server: TestServer
let seller: Seller
let buyer: Person
beforeAll(async () => {
  server = await startTestServer({ limits: { firstContactsPerDay: LIMIT } })
  seller = await server.addAccount()
  buyer = await server.addCustomer()
})
afterAll(() => server.close({ graceMs: 0 }))

const write = (from: Person, accountId: number, body: object = {}) =>
  server.call('POST', `/customer/api/customers/${from.id}/accounts/${accountId}/text-messages`, {
    token: from.token,
    body: { message: 'Is it still available?', first_contact: true, ...body },
  })
const chats = async ({ token }: Seller) =>
  (await server.call('GET', '/account/api/chats', { token })).body.data

describe('the first message to a company', () => {
  it('opens the conversation, with the deal and the page it is about', async () => {
    const property_id = await server.addProperty(seller.id)
    const context = { title: 'Live Oak St', url: 'https://acme.example/live-oak' }
    expect((await write(buyer, seller.id, { property_id, context })).status).toBe(201)
    const [chat] = await chats(seller)
    expect(chat).toMatchObject({
      customer: { name: 'Dana Whitfield', visitor: null },
      last_message: { property: { id: property_id }, context, calculated_body: 'Is it still available?' },
    })
  })

  it('is refused as before for a client that does not ask to open a conversation', async () => {
    const own = await server.addAccount()
    const { status, body } = await write(buyer, own.id, { first_contact: undefined })
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(await chats(own)).toEqual([])
  })

  it('loses a deal that is another company’s, and is sent', async () => {
    const [own, rival, other] = [
      await server.addAccount(),
      await server.addAccount('Rival Homes'),
      await server.addCustomer(),
    ]
    const property_id = await server.addProperty(rival.id)
    const { status, body } = await write(other, own.id, { property_id })
    expect([status, body.data.property]).toEqual([201, null])
  })

  it.each(['javascript:alert(1)', 'ftp://acme.example'])('is refused with the page %s', async (url) => {
    const { status, body } = await write(buyer, seller.id, { context: { url } })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['context.url']])
  })

  it('needs a confirmed e-mail', async () => {
    const fresh = await server.addCustomer('Ann Lee', { isConfirmed: false })
    const own = await server.addAccount()
    expect((await write(fresh, own.id)).body.code).toBe('unconfirmed')
    expect(await chats(own)).toEqual([])
  })

  it('is for accounts that take it', async () => {
    const own = await server.addAccount()
    const { status } = await server.call('PUT', '/account/api/company', {
      token: own.token,
      body: { accepts_first_contact: false },
    })
    expect(status).toBe(200)
    expect((await write(buyer, own.id)).body.code).toBe('first_contact_off')
    expect((await write(buyer, 999_999)).status).toBe(404)
    // An introduction is what the setting asks for.
    await server.introduce(buyer, own)
    expect((await write(buyer, own.id)).status).toBe(201)
  })

  it('is limited per day', async () => {
    const keen = await server.addCustomer()
    const statuses: number[] = []
    for (let count = 0; count <= LIMIT; count++) {
      const { id } = await server.addAccount()
      statuses.push((await write(keen, id)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 429])
  })
})

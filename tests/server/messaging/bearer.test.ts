/** What the bearer of a messenger hears of: the messages of its customer, and of one account alone when it was made for one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addBuyer,
  addSeller,
  type Buyer,
  type SellerSide,
  sendOffer,
} from '#tests/server/offers/offers/scene.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let buyer: Buyer
let ours: SellerSide
let theirs: SellerSide
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
  buyer = await addBuyer(server)
  ours = await addSeller(server, 'Bluebonnet Homes')
  theirs = await addSeller(server, 'Rival Homes')
  for (const seller of [ours, theirs]) await server.introduce(buyer, seller)
})
afterAll(() => server.close())

const tokenFor = async (body?: object) => {
  const answer = await server.call('POST', '/customer/api/auth/token', { token: buyer.token, body })
  return { status: answer.status, body: answer.body, token: answer.body.data?.token as string }
}

const asking = (token: string) => ({
  get: (path: string) => server.call('GET', `/customer/api${path}`, { token }),
  put: (path: string, body: object) => server.call('PUT', `/customer/api${path}`, { token, body }),
  post: (path: string, body: object) => server.call('POST', `/customer/api${path}`, { token, body }),
})

const write = ({ id: accountId }: { id: number }, body: string) =>
  server.messenger.sendFromAccount({ accountId, customerId: buyer.id, body })

describe("a messenger's bearer", () => {
  it('gets id, name, photo and unread count of its customer, while a session gets the whole profile', async () => {
    const { token } = await tokenFor()
    expect((await asking(token).get('/auth/user')).body).toEqual({
      data: { id: buyer.id, name: 'Dana Whitfield', photo: null, unread_total: 0 },
      meta: { first_contact: true, features: ['attachments'] },
    })
    expect((await asking(buyer.token).get('/auth/user')).body.data).toMatchObject({
      id: buyer.id,
      email: buyer.email,
      balance: 0,
      idv_status: null,
      proof_of_funds: [{ id: buyer.proofId }],
    })
  })

  it('gets live messages of every account unless it was made for one', async () => {
    const { get } = asking((await tokenFor({})).token)
    const { body } = await get(`/customers/${buyer.id}/chats`)
    expect(body.data.map((chat: { account: { id: number } }) => chat.account.id).sort()).toEqual(
      [ours.id, theirs.id].sort(),
    )
  })

  it('is not made for an account that does not exist', async () => {
    const { status, body } = await tokenFor({ account_id: 999_999 })
    expect([status, body.errors]).toEqual([422, { account_id: ['This account does not exist.'] }])
  })
})

describe('a bearer for one account', () => {
  const bound = async () => {
    const { body, token } = await tokenFor({ account_id: ours.id })
    expect(body.data.account_id).toBe(ours.id)
    return asking(token)
  }
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

  it('says in meta which account it is for', async () => {
    const { body } = await (await bound()).get('/auth/user')
    expect(body).toEqual({
      data: { id: buyer.id, name: 'Dana Whitfield', photo: null, unread_total: 0 },
      meta: { account_id: ours.id, first_contact: true, features: ['attachments'] },
    })
  })

  it('counts what is unread of this account, one for all accounts of all', async () => {
    const count = async ({ get }: ReturnType<typeof asking>) =>
      (await get('/auth/user')).body.data.unread_total
    const [one, all] = [await bound(), asking((await tokenFor()).token)]
    const before = [await count(one), await count(all)]
    await write(ours, 'Hello')
    await write(theirs, 'Hello')
    expect([await count(one), await count(all)]).toEqual([Number(before[0]) + 1, Number(before[1]) + 2])
  })

  it('lists the conversation with this account and no other', async () => {
    const { body } = await (await bound()).get(`/customers/${buyer.id}/chats`)
    expect(body.data.map((chat: { account: { id: number } }) => chat.account.id)).toEqual([ours.id])
  })

  it('reads the thread of this account, and no other', async () => {
    const { get } = await bound()
    const [mine, other] = [await write(ours, 'Ours'), await write(theirs, 'Theirs')]
    const thread = (accountId: number) =>
      get(`/customers/${buyer.id}/text-messages?filter[account_id]=${accountId}`)
    expect(ids((await thread(ours.id)).body.data)).toContain(mine.id)
    const refused = await thread(theirs.id)
    expect([refused.status, refused.body.code]).toEqual([403, 'other_account'])
    expect(JSON.stringify(refused.body)).not.toContain(String(other.calculated_body))
  })

  it('writes to this account, and to no other', async () => {
    const { post } = await bound()
    const send = (accountId: number) =>
      post(`/customers/${buyer.id}/accounts/${accountId}/text-messages`, { message: 'From the element' })
    expect((await send(ours.id)).status).toBe(201)
    const refused = await send(theirs.id)
    expect([refused.status, refused.body.code]).toEqual([403, 'other_account'])
    const { rows } = await sent(theirs)
    expect(rows).not.toContain('From the element')
  })

  const sent = async ({ id }: { id: number }) => ({
    rows: (
      await server.database.db
        .selectFrom('messages')
        .select('body')
        .where('account_id', '=', id)
        .where('customer_id', '=', buyer.id)
        .execute()
    ).map(({ body }) => body),
  })

  it('marks messages of this account as read, and leaves the rest unread', async () => {
    const { put } = await bound()
    const [mine, other] = [await write(ours, 'Read this'), await write(theirs, 'Not this')]
    const path = `/customers/${buyer.id}/text-message-service/read-state`
    expect((await put(path, { is_read: true, text_messages_ids: [mine.id, other.id] })).status).toBe(200)
    const marks = await server.database.db
      .selectFrom('messages')
      .select(['id', 'is_read'])
      .where('id', 'in', [mine.id, other.id])
      .orderBy('id')
      .execute()
    expect(marks).toEqual([
      { id: mine.id, is_read: true },
      { id: other.id, is_read: false },
    ])
  })

  it('reads and answers an offer to this account; one to another account does not exist', async () => {
    const { get, put } = await bound()
    const offerTo = async (seller: SellerSide) => {
      const { id, version } = await sendOffer(buyer, await server.addProperty(seller.id))
      await seller.put(`/offers/${id}`, { action: 'counter', version, terms: { price_cents: 17_000_000 } })
      return { id, version: version + 1 }
    }
    const [mine, other] = [await offerTo(ours), await offerTo(theirs)]
    expect((await get(`/offer/${other.id}`)).status).toBe(404)
    expect((await put(`/offer/${other.id}`, { action: 'accept', version: other.version })).status).toBe(404)
    expect((await get(`/offer/${mine.id}`)).status).toBe(200)
    expect((await put(`/offer/${mine.id}`, { action: 'accept', version: mine.version })).status).toBe(200)
    expect((await buyer.get(`/offer/${other.id}`)).body.data.state).toBe('countered')
  })

  it('gets live messages of this account on its own channel, and none of another', async () => {
    const before = server.said.length
    await write(ours, 'Heard')
    await write(theirs, 'Not heard')
    const said = server.said.slice(before)
    const words = (channel: string) =>
      said
        .filter((one) => one.channel === channel)
        .map(({ payload }) => (payload as { message: { calculated_body: string } }).message.calculated_body)
    const customer = `App.Models.Customer.${buyer.id}`
    expect(words(`${customer}.Account.${ours.id}`)).toEqual(['Heard'])
    expect(words(customer)).toEqual(['Heard', 'Not heard'])
  })
})

/** A guest of sellers' sites who registers with the email that they have confirmed there. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { guestBrowser, guestWithEmail, keyForGuests } from '#tests/support/guest-browser.ts'
import { lastCode } from '#tests/support/outbox.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { handIn, PDF } from '#tests/support/uploads.ts'

let server: TestServer
let seller: Seller
let key: string
beforeAll(async () => {
  server = await startTestServer({ limits: { guestsPerNetworkPerHour: 1000, sendsPerIpPerHour: 1000 } })
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  seller = await server.addAccount()
  key = await keyForGuests(server, seller)
})

const me = async (token: string) => (await server.call('GET', '/customer/api/auth/user', { token })).body.data
const threadOf = async (token: string, account = seller) => {
  const { id } = await me(token)
  const path = `/customer/api/customers/${id}/text-messages?filter[account_id]=${account.id}`
  const { status, body } = await server.call('GET', path, { token })
  return status === 200 ? body.data.map((one: { calculated_body: string }) => one.calculated_body) : status
}
const inbox = async ({ token } = seller) =>
  (await server.call('GET', '/account/api/chats', { token })).body.data
const register = async (email: string) => {
  const body = { first_name: 'Rosa', last_name: 'Diaz', email, password: 'three lamps and a ladder' }
  return server.call('POST', '/register', { body })
}

it('has the conversation in their messages once the email is confirmed here too, and the browser of the site has to log in', async () => {
  const email = 'registers@example.com'
  const { own, token: guestToken } = await guestWithEmail(server, key, email)
  const guestId = (await me(guestToken)).id
  const note = { text: 'Called twice.' }
  await server.call('POST', `/account/api/customers/${guestId}/notes`, { token: seller.token, body: note })

  const registered = await register(email)
  expect(registered.status).toBe(201)
  const { token } = registered.body.data
  // Nobody has shown yet that the address is theirs.
  expect(await threadOf(token)).toEqual([])
  expect((await inbox())[0].customer.visitor).not.toBeNull()

  const code = await lastCode(server, 'mail', email)
  await server.call('POST', '/customer/api/auth/confirm-email', { token, body: { code } })
  const { id } = await me(token)
  expect(await threadOf(token)).toEqual(['Is it vacant?'])
  const [chat, ...others] = await inbox()
  expect(others).toEqual([])
  expect(chat.customer).toMatchObject({ id, name: 'Rosa Diaz', visitor: null })
  const notes = await server.call('GET', `/account/api/customers/${id}/notes`, { token: seller.token })
  expect(notes.body.data).toMatchObject([note])
  expect(server.said).toContainEqual(
    expect.objectContaining({
      channel: `App.Models.Account.${seller.id}`,
      event: 'ConversationUpdated',
      payload: expect.objectContaining({ customer_id: id, guest_id: guestId }),
    }),
  )

  expect((await server.call('GET', '/customer/api/auth/user', { token: guestToken })).status).toBe(401)
  expect((await own.renew(key)).status).toBe(404)
})

it('is reached by what still names the guest: a link of the seller, a reply and a file that wait, and by nobody else', async () => {
  const buyer = await server.addCustomer()
  const { token } = await guestWithEmail(server, key, buyer.email)
  const guestId = (await me(token)).id
  await me(buyer.token)
  const path = `/account/api/customers/${guestId}`
  const thread = await server.call('GET', `${path}/text-messages`, { token: seller.token })
  expect(thread.body.data).toMatchObject([{ customer_id: buyer.id, calculated_body: 'Is it vacant?' }])

  const reply = { token: seller.token, body: { message: 'It is.' } }
  const sent = await server.call('POST', `${path}/text-messages`, reply)
  expect(sent).toMatchObject({ status: 201, body: { data: { customer_id: buyer.id } } })
  const file = { field: 'file', bytes: PDF, fields: { ref: 'waited' } }
  const uploaded = await handIn(server, { path: `${path}/attachments`, token: seller.token, ...file })
  expect(uploaded.status).toBe(201)
  expect((await threadOf(buyer.token)).toSorted()).toEqual(['Is it vacant?', 'It is.'])

  const rival = await server.addAccount('Rival Homes')
  await server.introduce(buyer, rival)
  const asked = await server.call('GET', `${path}/text-messages`, { token: rival.token })
  expect(asked.status).toBe(404)
})

it('of two sites has both conversations', async () => {
  const buyer = await server.addCustomer()
  const other = await server.addAccount('Rival Homes')
  const otherKey = await keyForGuests(server, other)
  await guestWithEmail(server, key, buyer.email)
  await guestWithEmail(server, otherKey, buyer.email.toUpperCase())
  await me(buyer.token)
  expect(await threadOf(buyer.token)).toEqual(['Is it vacant?'])
  expect(await threadOf(buyer.token, other)).toEqual(['Is it vacant?'])
})

it('who has written to the seller as a buyer too has one conversation with all of it, and the browser of the site has to log in', async () => {
  const buyer = await server.addCustomer('Rosa Diaz')
  await server.introduce(buyer, seller)
  const path = `/customer/api/customers/${buyer.id}/accounts/${seller.id}/text-messages`
  const sent = { token: buyer.token, body: { message: 'From the marketplace.' } }
  expect((await server.call('POST', path, sent)).status).toBe(201)
  const { own, token: guestToken } = await guestWithEmail(server, key, buyer.email)
  const unread = { account_unread_count: 1, last_message: { calculated_body: 'Is it vacant?' } }
  expect(await inbox()).toMatchObject([unread, { account_unread_count: 1 }])

  await me(buyer.token)
  expect((await threadOf(buyer.token)).toSorted()).toEqual(['From the marketplace.', 'Is it vacant?'])
  const chats = await inbox()
  expect(chats).toHaveLength(1)
  expect(chats).toMatchObject([{ ...unread, account_unread_count: 2, customer: { id: buyer.id } }])
  expect((await server.call('GET', '/customer/api/auth/user', { token: guestToken })).status).toBe(401)
  expect((await own.renew(key)).status).toBe(404)
})

it('who has not confirmed the email on the site stays apart', async () => {
  const buyer = await server.addCustomer()
  await (await guestBrowser(server)).start(key, { email: buyer.email })
  await me(buyer.token)
  expect((await inbox())[0].customer.id).not.toBe(buyer.id)
})

it('whom the operator has blocked stays apart', async () => {
  const buyer = await server.addCustomer()
  const { token } = await guestWithEmail(server, key, buyer.email)
  const { id } = await me(token)
  const blocked = { blocked_at: new Date() }
  await server.database.db.updateTable('customers').set(blocked).where('id', '=', id).execute()
  await me(buyer.token)
  expect((await inbox())[0].customer.id).toBe(id)
})

it('is joined once, however many pages ask at the same time', async () => {
  const buyer = await server.addCustomer()
  await guestWithEmail(server, key, buyer.email)
  const answers = await Promise.all(Array.from({ length: 8 }, () => me(buyer.token)))
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([buyer.id]))
  expect(await threadOf(buyer.token)).toEqual(['Is it vacant?'])
  expect(await inbox()).toMatchObject([{ account_unread_count: 1, customer: { id: buyer.id } }])
  expect(server.lines.filter((line) => line.includes('could not be joined'))).toEqual([])
})

it('is joined again after the same browser has written once more', async () => {
  const buyer = await server.addCustomer()
  const { own } = await guestWithEmail(server, key, buyer.email)
  await me(buyer.token)
  await guestWithEmail(server, key, buyer.email, own)
  await me(buyer.token)
  expect(await threadOf(buyer.token)).toEqual(['Is it vacant?', 'Is it vacant?'])
  expect(await inbox()).toMatchObject([{ account_unread_count: 2, customer: { id: buyer.id } }])
})

it('keeps the tags and the number that the seller has of the guest', async () => {
  const buyer = await server.addCustomer()
  await guestWithEmail(server, key, buyer.email)
  const { db } = server.database
  await db
    .updateTable('site_visitors')
    .set({ phone: '+18325550142' })
    .where('email', '=', buyer.email)
    .execute()
  const of = () =>
    db
      .selectFrom('account_buyers')
      .select(['tags', 'phone', 'customer_id'])
      .where('account_id', '=', seller.id)
      .execute()
  await db
    .updateTable('account_buyers')
    .set({ tags: JSON.stringify(['cash']) })
    .where('account_id', '=', seller.id)
    .execute()
  await me(buyer.token)
  expect(await of()).toEqual([{ tags: ['cash'], phone: '+18325550142', customer_id: buyer.id }])
})

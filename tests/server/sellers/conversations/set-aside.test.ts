/** Done, archived and snoozed conversations: for the whole team, live, reopened by the buyer, and never told to the buyer. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MEMBER_ROLES, roleMay } from '#shared/contract/member-roles.ts'
import { addBuyer, sendOffer } from '#tests/server/offers/offers/scene.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const HOUR_MS = 3_600_000
let server: TestServer
let homes: Seller
let dana: Person
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount('Bluebonnet Homes')
})
afterAll(() => server.close())
beforeEach(async () => {
  dana = await server.addCustomer()
  await server.introduce(dana, homes)
})

const within = (ms: number) => new Date(Date.now() + ms).toISOString()
const put = (state: string, until?: string, { token } = homes) =>
  server.call('PUT', `/account/api/customers/${dana.id}/set-aside`, { token, body: { state, until } })
const stateOf = async (customerId = dana.id) => {
  const { body } = await server.call('GET', '/account/api/chats', { token: homes.token })
  const chat = body.data.find(({ customer }: { customer: { id: number } }) => customer.id === customerId)
  return [chat.put_away, chat.snoozed_until]
}
const write = () =>
  server.call('POST', `/customers/${dana.id}/accounts/${homes.id}/text-messages`, {
    token: dana.token,
    body: { message: 'One more thing.' },
  })

it('is one of open, done, archived and snoozed, and each takes the place of the one before', async () => {
  const until = within(HOUR_MS)
  expect(await stateOf()).toEqual([null, null])
  const done = await put('done')
  expect([done.status, done.body.data.put_away, done.body.data.snoozed_until]).toEqual([200, 'done', null])
  expect(await stateOf()).toEqual(['done', null])
  await put('snoozed', until)
  expect(await stateOf()).toEqual([null, until])
  await put('archived')
  expect(await stateOf()).toEqual(['archived', null])
  await put('open')
  expect(await stateOf()).toEqual([null, null])
})

it('goes to the team on the account’s channel, and to nobody else', async () => {
  const from = server.said.length
  const until = within(HOUR_MS)
  await put('snoozed', until)
  const told = {
    customer_id: dana.id,
    put_away: null,
    snoozed_until: until,
    assigned_to: null,
    is_blocked: false,
  }
  expect(server.said.slice(from)).toEqual([
    { channel: `App.Models.Account.${homes.id}`, event: 'ConversationUpdated', payload: told, except: null },
  ])
  await server.call('PUT', `/account/api/customers/${dana.id}/assignee`, {
    token: homes.token,
    body: { member_id: homes.memberId },
  })
  await server.call('PUT', `/account/api/customers/${dana.id}/block`, {
    token: homes.token,
    body: { is_blocked: true },
  })
  expect(server.said.slice(from + 1).map(({ channel, payload }) => [channel, payload])).toEqual([
    [`App.Models.Account.${homes.id}`, { ...told, assigned_to: { id: homes.memberId, name: 'Sam Ortega' } }],
    [
      `App.Models.Account.${homes.id}`,
      { ...told, assigned_to: { id: homes.memberId, name: 'Sam Ortega' }, is_blocked: true },
    ],
  ])
})

it.each([
  ['no time', undefined],
  ['no such time', 'tomorrow'],
  ['the past', new Date(0).toISOString()],
  ['ten years from now', within(10 * 366 * 24 * HOUR_MS)],
])('cannot be snoozed until %s', async (_name, until) => {
  const { status, body } = await put('snoozed', until)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['until']])
  expect(await stateOf()).toEqual([null, null])
})

it.each(['done', 'archived', 'snoozed'])(
  'is open again when the buyer of one that is %s writes',
  async (state) => {
    await put(state, within(HOUR_MS))
    await server.call('POST', `/account/api/customers/${dana.id}/text-messages`, {
      token: homes.token,
      body: { message: 'For the record.' },
    })
    expect(await stateOf()).not.toEqual([null, null])
    expect((await write()).status).toBe(201)
    expect(await stateOf()).toEqual([null, null])
  },
)

it('is open again when the buyer asks about a deal, or makes an offer', async () => {
  const property_id = await server.addProperty(homes.id)
  await put('done')
  const asked = await server.call('POST', '/customer/api/inquiry', {
    token: dana.token,
    body: { property_id, type: 'inquiry', message: 'Is the roof new?' },
  })
  expect(asked.status).toBe(200)
  expect(await stateOf()).toEqual([null, null])

  const buyer = await addBuyer(server)
  await server.introduce(buyer, homes)
  const archive = { token: homes.token, body: { state: 'archived' } }
  await server.call('PUT', `/account/api/customers/${buyer.id}/set-aside`, archive)
  expect(await stateOf(buyer.id)).toEqual(['archived', null])
  await sendOffer(buyer, await server.addProperty(homes.id, '906 Caplin Street'), {})
  expect(await stateOf(buyer.id)).toEqual([null, null])
})

it('is set aside by the roles that may reply, and by no other', async () => {
  const { db } = server.database
  for (const role of MEMBER_ROLES) {
    await db.updateTable('account_members').set({ role }).where('id', '=', homes.memberId).execute()
    expect((await put('done')).status, role).toBe(roleMay(role, 'reply') ? 200 : 403)
  }
  await db
    .updateTable('account_members')
    .set({ role: 'administrator' })
    .where('id', '=', homes.memberId)
    .execute()
})

it('stays the team’s own: no answer, event or export for the buyer has it', async () => {
  await server.call('PUT', `/account/api/customers/${dana.id}/assignee`, {
    token: homes.token,
    body: { member_id: homes.memberId },
  })
  await put('archived')
  await put('snoozed', within(HOUR_MS))
  const { token } = dana
  const from = `/customers/${dana.id}`
  const answers = await Promise.all(
    [
      `${from}/chats`,
      `${from}/text-messages?filter[account_id]=${homes.id}`,
      '/customer/api/auth/export',
    ].map((path) => server.call('GET', path, { token })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[2]?.body.data.chats).toHaveLength(1)
  const heard = server.said.filter(({ channel }) => channel.includes(`Customer.${dana.id}`))
  const all = JSON.stringify([heard, answers.map(({ body }) => body)])
  for (const word of ['put_away', 'snoozed', 'archived', 'assigned_to']) expect(all).not.toContain(word)
})

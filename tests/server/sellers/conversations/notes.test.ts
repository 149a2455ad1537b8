/** Internal notes: for all of the team, live, and for no buyer; they end with the buyer's account and with the company. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import { MEMBER_ROLES, type MemberRole, roleMay } from '#shared/contract/member-roles.ts'
import {
  PASSWORD,
  type Person,
  type Seller,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'
import { tablesWith } from '#tests/support/tables-with.ts'

const WORDS = 'Closed Rosalie in eleven days'
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

const path = () => `/account/api/customers/${dana.id}/notes`
const write = (text: string, { token }: { token: string } = homes, headers: Record<string, string> = {}) =>
  server.call('POST', path(), { token, body: { text }, headers })
const notes = async () => (await server.call('GET', path(), { token: homes.token })).body.data
async function addAgent() {
  const { db } = server.database
  const email = `agent${Math.random()}@example.com`
  const { id } = await db
    .insertInto('account_members')
    .values({ account_id: homes.id, name: 'Nora Vance', email, role: 'agent' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wanted = { kind: 'member', purpose: 'desk', lifetimeMs: 3_600_000 } as const
  return { id, token: (await issue(db, { ...wanted, principalId: id })).token }
}
const setRole = (role: MemberRole) =>
  server.database.db.updateTable('account_members').set({ role }).where('id', '=', homes.memberId).execute()

it('is listed with its author, oldest first, and said on the account’s channel alone, without its words', async () => {
  const from = server.said.length
  const { status, body } = await write(`  ${WORDS}.  `)
  expect(status).toBe(201)
  expect(body.data).toEqual({
    id: expect.any(Number),
    text: `${WORDS}.`,
    author: { id: homes.memberId, name: 'Sam Ortega' },
    created_at: expect.any(String),
  })
  await write('Second.')
  expect((await notes()).map(({ text }: { text: string }) => text)).toEqual([`${WORDS}.`, 'Second.'])
  const told = {
    channel: `App.Models.Account.${homes.id}`,
    event: 'NotesUpdated',
    payload: { customer_id: dana.id },
    except: null,
  }
  expect(server.said.slice(from)).toEqual([told, told])
  await server.call('DELETE', `${path()}/${body.data.id}`, { token: homes.token })
  expect(server.said.slice(from)).toEqual([told, told, told])
  expect((await notes()).map(({ text }: { text: string }) => text)).toEqual(['Second.'])
})

it('is written once, however often the call is repeated', async () => {
  const again = () => write(WORDS, homes, { 'Idempotency-Key': 'first' })
  const [first, second] = [await again(), await again()]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await notes()).toHaveLength(1)
  const other = await write('Other words.', homes, { 'Idempotency-Key': 'first' })
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
})

it.each(['', '   ', 'x'.repeat(4001)])('needs words, and not too many', async (text) => {
  const { status, body } = await write(text)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['text']])
  expect(await notes()).toEqual([])
})

it('is read by every role, written by those that may reply, and deleted by its author, an owner or a manager', async () => {
  const author = await addAgent()
  const { body } = await write(WORDS, author)
  const remove = (id: number) => server.call('DELETE', `${path()}/${id}`, { token: homes.token })
  for (const role of MEMBER_ROLES) {
    await setRole(role)
    expect((await server.call('GET', path(), { token: homes.token })).status, role).toBe(200)
    const written = await write('Mine.')
    expect(written.status, role).toBe(roleMay(role, 'reply') ? 201 : 403)
    if (written.status === 201) expect((await remove(written.body.data.id)).status, role).toBe(204)
  }
  await setRole('agent')
  expect((await remove(body.data.id)).status).toBe(403)
  await setRole('manager')
  expect((await remove(body.data.id)).status).toBe(204)
  await setRole('administrator')
})

it('is of its conversation: under another buyer it does not exist', async () => {
  const { body } = await write(WORDS)
  const other = await server.addCustomer()
  await server.introduce(other, homes)
  const wrong = `/account/api/customers/${other.id}/notes`
  expect((await server.call('GET', wrong, { token: homes.token })).body.data).toEqual([])
  expect((await server.call('DELETE', `${wrong}/${body.data.id}`, { token: homes.token })).status).toBe(404)
  expect(await notes()).toHaveLength(1)
})

it('is in no answer, event, notification or export of the buyer', async () => {
  await write(WORDS)
  const { token } = dana
  const from = `/customers/${dana.id}`
  const answers = await Promise.all(
    [
      `${from}/chats`,
      `${from}/text-messages?filter[account_id]=${homes.id}`,
      '/customer/api/auth/export',
      `${from}/notifications`,
    ].map((each) => server.call('GET', each, { token })),
  )
  expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200])
  const heard = server.said.filter(
    ({ channel }) => !channel.includes('Account.') || channel.includes('Customer'),
  )
  expect(JSON.stringify([heard, answers.map(({ body }) => body)])).not.toMatch(/Rosalie|conversation_notes/)
  expect((await server.call('GET', path(), { token })).status).toBe(403)
  expect(await tablesWith(server.database.db, /Rosalie/)).toEqual(['conversation_notes'])
})

it('moves nothing in the inbox: no preview, no unread count, no reopening', async () => {
  const chatOf = async () => {
    const { body } = await server.call('GET', '/account/api/chats', { token: homes.token })
    return body.data.find(({ customer }: { customer: { id: number } }) => customer.id === dana.id)
  }
  await server.call('PUT', `/account/api/customers/${dana.id}/set-aside`, {
    token: homes.token,
    body: { state: 'done' },
  })
  const before = await chatOf()
  await write(WORDS)
  expect(await chatOf()).toEqual(before)
})

it('stays, without a name, when its author leaves, and is deleted with the account of the buyer', async () => {
  const author = await addAgent()
  await write('Closed Hamilton in nine days', author)
  await server.call('POST', `/account/api/customers/${dana.id}/text-messages`, {
    token: homes.token,
    body: { message: 'Good morning.' },
  })
  const { db } = server.database
  await db.deleteFrom('account_members').where('id', '=', author.id).execute()
  expect((await notes())[0]).toMatchObject({ text: 'Closed Hamilton in nine days', author: null })
  const body = { confirmation: dana.email, password: PASSWORD }
  const gone = await server.call('POST', '/customer/api/auth/delete-account', { token: dana.token, body })
  expect(gone.status).toBe(200)
  // What the company said stays, what it noted about the person does not.
  expect(await tablesWith(db, /Good morning/)).toEqual(['messages'])
  expect(await tablesWith(db, /Hamilton/)).toEqual([])
})

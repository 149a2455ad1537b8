/** An adjustment of a wallet needs two members of staff: nothing is booked until another than the proposer approves it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import { faultsOfBooks } from '#server/payments/books.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from './staff.ts'

const DAY_MS = 24 * 60 * 60_000
const WHY = 'The customer was charged twice in June.'
let server: TestServer
let avery: Staff
let blake: Staff
let dana: Person
let lastKey = 0
type Staff = Awaited<ReturnType<typeof addStaff>>

beforeAll(async () => {
  server = await startTestServer()
  avery = await addStaff(server, 'Avery')
  blake = await addStaff(server, 'Blake')
})
beforeEach(async () => {
  dana = await server.addCustomer()
  await server.database.db.deleteFrom('adjustments').execute()
})
afterAll(() => server.close())

const propose = (cents: number, { by = avery, key = `key-${++lastKey}`, reason = WHY } = {}) =>
  server.call('POST', '/admin/api/adjustments', {
    token: by.token,
    headers: { 'idempotency-key': key },
    body: { customer_id: dana.id, amount_cents: cents, reason },
  })
const decide = (id: number, by: { token: string }, body: object = { decision: 'approve' }) =>
  server.call('PUT', `/admin/api/adjustments/${id}`, { token: by.token, body })
const list = async (by = avery) =>
  (await server.call('GET', '/admin/api/adjustments', { token: by.token })).body
const balance = async () =>
  (await server.call('GET', '/customer/api/wallet', { token: dana.token })).body.data.balance_cents
const log = async () => {
  const path = `/admin/api/audit?subject_kind=customer&subject_id=${dana.id}`
  return (await server.call('GET', path, { token: avery.token })).body.data
}
const proposed = async (cents: number): Promise<number> => (await propose(cents)).body.data.id

it('is booked when another staff member approves it, and log and ledger name both', async () => {
  const first = await propose(2500)
  expect([first.status, first.body.data]).toMatchObject([
    201,
    { state: 'proposed', proposed_by: 'Avery', is_own: true, customer: { name: 'Dana Whitfield' } },
  ])
  expect(await balance()).toBe(0)
  const { body } = await decide(first.body.data.id, blake)
  expect(body.data).toMatchObject({ state: 'approved', decided_by: 'Blake', is_own: false })
  expect(await balance()).toBe(2500)
  const [row] = (await server.call('GET', `/admin/api/ledger?customer_id=${dana.id}`, { token: avery.token }))
    .body.data
  expect(row).toMatchObject({
    kind: 'adjustment',
    proposed_by: 'Avery',
    approved_by: 'Blake',
    entries: [{ amount_cents: expect.any(Number) }, { amount_cents: expect.any(Number) }],
  })
  expect((await log()).map(({ action, actor }: Record<string, string>) => [action, actor])).toEqual([
    ['wallet.adjust', 'Blake'],
    ['wallet.propose_adjustment', 'Avery'],
  ])
  // The log names people, also those of an entry's values.
  expect((await log())[0]).toMatchObject({
    subject_kind: 'customer',
    subject_id: dana.id,
    subject_name: 'Dana Whitfield',
    after: { proposed_by: 'Avery' },
  })
  expect(await faultsOfBooks(server.database.db)).toEqual([])
  const exported = await server.call('GET', '/customer/api/auth/export', { token: dana.token })
  expect(exported.body.data.ledger_transactions).toHaveLength(1)
  expect(JSON.stringify(exported.body)).not.toMatch(/Avery|Blake/)
})

it('cannot be decided by its proposer, in any session or under another email', async () => {
  const id = await proposed(2500)
  const { db } = server.database
  const again = await issue(db, {
    kind: 'staff',
    purpose: 'console',
    factor: 'two-step',
    lifetimeMs: DAY_MS,
    principalId: avery.id,
  })
  const { id: aliasId } = await db
    .insertInto('staff')
    .values({ name: 'Avery 2', email: 'Avery+second@plat.example' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const alias = await issue(db, {
    kind: 'staff',
    purpose: 'console',
    factor: 'two-step',
    lifetimeMs: DAY_MS,
    principalId: aliasId,
  })
  for (const by of [avery, again, alias])
    for (const decision of ['approve', 'decline']) {
      const { status, body } = await decide(id, by, { decision, note: 'It was a mistake.' })
      expect([status, body.code]).toEqual([409, 'same_person'])
    }
  expect(await balance()).toBe(0)
})

it('is declined with a reason, and moves nothing', async () => {
  const id = await proposed(2500)
  expect((await decide(id, blake, { decision: 'decline' })).status).toBe(422)
  const note = 'The second charge was refunded already.'
  const { body } = await decide(id, blake, { decision: 'decline', note })
  expect(body.data).toMatchObject({ state: 'declined', note, decided_by: 'Blake' })
  expect([await balance(), (await log())[0]]).toMatchObject([0, { action: 'wallet.decline_adjustment' }])
})

it('is decided once, by the first decision', async () => {
  const casey = await addStaff(server, 'Casey')
  const id = await proposed(2500)
  const both = await Promise.all([decide(id, blake), decide(id, casey)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('decided')
  expect(await balance()).toBe(2500)
})

it('cannot be approved after a week, and is listed after waiting ones', async () => {
  await proposed(100)
  const id = await proposed(2500)
  const past = new Date(Date.now() - 1000)
  await server.database.db.updateTable('adjustments').set({ expires_at: past }).where('id', '=', id).execute()
  expect((await list()).data).toMatchObject([{ state: 'proposed' }, { id, state: 'expired' }])
  const { status, body } = await decide(id, blake)
  expect([status, body.code, await balance()]).toEqual([409, 'expired', 0])
})

it('never takes a wallet below zero, when it is proposed or approved', async () => {
  expect((await propose(-1)).body.code).toBe('insufficient')
  await decide(await proposed(2500), blake)
  const [one, two] = [await proposed(-2000), await proposed(-2000)]
  expect((await decide(one, blake)).status).toBe(200)
  expect((await decide(two, blake)).body.code).toBe('insufficient')
  expect(await balance()).toBe(500)
})

it('waits if there is only one member of staff, and says so', async () => {
  const alone = await startTestServer()
  const { token } = await addStaff(alone, 'Avery')
  const deciders = async () => (await alone.call('GET', '/admin/api/adjustments', { token })).body.deciders
  expect(await deciders()).toBe(0)
  // A second login of the same person decides nothing either.
  await alone.database.db
    .insertInto('staff')
    .values({ name: 'Avery 2', email: 'avery+second@plat.example' })
    .execute()
  expect(await deciders()).toBe(0)
  expect((await list()).deciders).toBeGreaterThan(0)
  await alone.close()
})

it('for a deleted customer can be declined, but not booked', async () => {
  const id = await proposed(2500)
  await server.database.db.deleteFrom('customers').where('id', '=', dana.id).execute()
  expect((await decide(id, blake)).body.code).toBe('gone')
  expect((await decide(id, blake, { decision: 'decline', note: 'They have left us.' })).status).toBe(200)
})

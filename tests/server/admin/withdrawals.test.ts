/** A withdrawal to a bank account is paid by hand: one member of staff notes the transfer, another confirms it, and then it is booked. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { faultsOfBooks } from '#server/payments/books.ts'
import { PASSWORD, type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { topUp as fill } from '../offers/offers/scene.ts'
import { balanceOf, nextKey } from '../payments/money-world.ts'
import { addStaff } from './staff.ts'

const BANK = { holder: 'Dana Whitfield', routing_number: '021000021', account_number: '000123456789' }
type Staff = Awaited<ReturnType<typeof addStaff>>
let server: TestServer
let avery: Staff
let blake: Staff
let dana: Person
let id: number

beforeAll(async () => {
  server = await startTestServer()
  avery = await addStaff(server, 'Avery')
  blake = await addStaff(server, 'Blake')
})
beforeEach(async () => {
  dana = await server.addCustomer()
  await fill(server, dana.id, 50_000)
  const { body } = await server.call('POST', `/customer/api/customers/${dana.id}/withdrawals`, {
    token: dana.token,
    headers: { 'Idempotency-Key': nextKey() },
    body: { amount_cents: 50_000, bank: BANK, password: PASSWORD },
  })
  id = body.data[0].id
})
afterAll(async () => {
  expect(await faultsOfBooks(server.database.db)).toEqual([])
  await server.close()
})

const put = (path: string, { token }: Staff, body: object) =>
  server.call('PUT', `/admin/api/withdrawals/${id}${path}`, { token, body })
const take = (by: Staff) => put('/hand', by, {})
const note = (by: Staff, reference = 'Wire 8812') => put('/payment', by, { reference })
const decide = (by: Staff, decision: 'confirm' | 'decline', more: object = {}) =>
  put('', by, { decision, ...more })
const WHY = { note: 'The bank does not know this account.' }
const queued = async (by = avery) => {
  const { body } = await server.call('GET', '/admin/api/withdrawals', { token: by.token })
  return body.data.find((row: { id: number }) => row.id === id)
}
const own = async () => {
  const path = `/customer/api/customers/${dana.id}/withdrawals`
  return (await server.call('GET', path, { token: dana.token })).body.data[0]
}
const places = async () =>
  (await server.call('GET', '/admin/api/ledger-totals', { token: avery.token })).body.data.places
const delta = (after: Record<string, number>, before: Record<string, number>, place: string) =>
  (after[place] ?? 0) - (before[place] ?? 0)

it('is booked when another member confirms the transfer, and the log names both steps', async () => {
  const before = await places()
  expect(await queued()).toMatchObject({
    bank: null,
    bank_last_four: '6789',
    state: 'requested',
    taken_by: null,
    customer: { name: 'Dana Whitfield' },
  })
  // Staff see the account once one of them has taken it on, because its owner may cancel until then.
  expect((await note(avery)).body.code).toBe('not_taken')
  expect((await take(avery)).body.data).toMatchObject({ bank: BANK, taken_by: 'Avery', paid_by: null })
  expect((await take(blake)).body.code).toBe('in_hand')
  expect((await decide(blake, 'confirm')).body.code).toBe('unpaid')
  const noted = await note(avery)
  expect(noted.body.data).toMatchObject({ state: 'requested', paid_by: 'Avery', is_own: true })
  expect(await own()).toMatchObject({ state: 'requested', reference: null })
  expect((await decide(avery, 'confirm')).body.code).toBe('same_person')
  expect((await decide(avery, 'decline', WHY)).body.code).toBe('same_person')
  const { body } = await decide(blake, 'confirm')
  expect(body.data).toMatchObject({ state: 'paid', decided_by: 'Blake', bank: null })
  expect(await own()).toMatchObject({ state: 'paid', reference: 'Wire 8812', bank_last_four: '6789' })
  const after = await places()
  expect([delta(after, before, 'payouts'), delta(after, before, 'bank')]).toEqual([-50_000, 50_000])
  const audit = `/admin/api/audit?subject_kind=customer&subject_id=${dana.id}`
  const log = (await server.call('GET', audit, { token: avery.token })).body.data
  expect(log.map(({ action, actor }: Record<string, string>) => [action, actor])).toEqual([
    ['withdrawal.confirm', 'Blake'],
    ['withdrawal.pay', 'Avery'],
    ['withdrawal.take', 'Avery'],
  ])
  expect((await note(avery)).body.code).toBe('decided')
})

it('is confirmed once, by the first of two', async () => {
  const casey = await addStaff(server, 'Casey')
  await take(avery)
  await note(avery)
  const both = await Promise.all([decide(blake, 'confirm'), decide(casey, 'confirm')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

it('is paid or declined only by whom it is handled by, unless another takes it over from them, which the log says', async () => {
  await take(avery)
  const refusal =
    'Avery handles this withdrawal and may have sent the money. Ask them, or take it over first.'
  expect((await note(blake)).body).toMatchObject({ code: 'in_hand', message: refusal })
  expect((await decide(blake, 'decline', WHY)).body).toMatchObject({ code: 'in_hand', message: refusal })
  const [mine, theirs] = [await queued(avery), await queued(blake)]
  expect([mine.is_handler, theirs.is_handler]).toEqual([true, false])
  const over = (by: Staff, from: string) => put('/hand', by, { taken_at: from })
  expect((await over(blake, theirs.taken_at)).body.data).toMatchObject({
    taken_by: 'Blake',
    is_handler: true,
  })
  // A third who still sees the first one's name takes nothing from the second.
  const casey = await addStaff(server, 'Carol')
  expect((await over(casey, theirs.taken_at)).body).toMatchObject({
    code: 'in_hand',
    message: 'Blake already handles this withdrawal.',
  })
  expect((await note(avery)).body.code).toBe('in_hand')
  expect((await note(blake)).body.data).toMatchObject({ paid_by: 'Blake' })
  expect((await over(casey, (await queued()).taken_at)).body.code).toBe('in_hand')
  const audit = `/admin/api/audit?subject_kind=customer&subject_id=${dana.id}`
  const log = (await server.call('GET', audit, { token: avery.token })).body.data
  expect(log.map((row: Record<string, unknown>) => [row.action, row.actor])).toEqual([
    ['withdrawal.pay', 'Blake'],
    ['withdrawal.take_over', 'Blake'],
    ['withdrawal.take', 'Avery'],
  ])
  expect(log[1].before).toEqual({ handled_by: 'Avery' })
})

it('of a member of staff who has left is taken over and paid by another', async () => {
  const leaver = await addStaff(server, 'Lee')
  await take(leaver)
  await server.database.db.deleteFrom('staff').where('id', '=', leaver.id).execute()
  expect((await note(blake)).body.code).toBe('in_hand')
  const { taken_at, taken_by } = await queued()
  expect(taken_by).toBe(null)
  expect((await put('/hand', blake, { taken_at })).body.data.taken_by).toBe('Blake')
  expect((await note(blake)).status).toBe(200)
})

it('is declined with a reason, which returns the money to the wallet', async () => {
  expect((await decide(avery, 'decline')).status).toBe(422)
  expect((await decide(avery, 'decline', WHY)).body.data).toMatchObject({ state: 'returned', bank: null })
  expect([await balanceOf(server, dana), await own()]).toMatchObject([
    50_000,
    { state: 'returned', note: WHY.note },
  ])
})

it('of a deleted account can be paid, but not declined, and the payee gets a mail', async () => {
  const leave = { confirmation: dana.email, password: PASSWORD }
  const gone = await server.call('POST', '/customer/api/auth/delete-account', {
    token: dana.token,
    body: leave,
  })
  expect(gone.status).toBe(200)
  expect(await queued()).toMatchObject({
    customer: { name: 'Dana Whitfield', email: dana.email, is_deleted: true },
  })
  expect((await decide(avery, 'decline', WHY)).body.code).toBe('gone')
  expect((await take(avery)).body.data.bank).toEqual(BANK)
  await note(avery)
  expect((await decide(blake, 'confirm')).status).toBe(200)
  const mails = await server.database.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', dana.email)
    .execute()
  expect(JSON.stringify(mails)).toContain('Paid out: $500')
  expect((await queued()).customer).toMatchObject({ name: null, email: null })
})

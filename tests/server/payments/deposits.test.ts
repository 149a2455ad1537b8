/** The deposit over the wire: paid from the wallet or a card, asked back, objected to; and the statement of it all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfBooks } from '#server/payments/books.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  balanceOf,
  chargeOf,
  nextKey,
  notify,
  type Payer,
  payDeposit,
  payerWith,
  topUp,
} from './money-world.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(await faultsOfBooks(server.database.db)).toEqual([])
  await server.close()
})

const current = async ({ id, token }: Payer) =>
  (await server.call('GET', `/customer/api/customers/${id}/current-deposit`, { token })).body

const refund = ({ id, token }: Payer, deposit: number) =>
  server.call('POST', `/customer/api/customers/${id}/deposits/${deposit}/refund`, { token })

const statement = async ({ id, token }: Payer, query = '') =>
  (await server.call('GET', `/customer/api/customers/${id}/transactions${query}`, { token })).body.data

describe('from the wallet', () => {
  it('is held at once, binds the account, and comes back when asked for', async () => {
    const payer = await payerWith(server, 'approved')
    expect((await current(payer)).data).toBeNull()
    await topUp(server, payer)
    const paid = await payDeposit(server, payer)
    expect(paid.status).toBe(201)
    expect(paid.body.data).toMatchObject({
      state: 'current',
      amount_cents: 50_000,
      active_offers_count: 0,
      offers_per_deposit_limit: 4,
      refundable_at: expect.any(String),
    })
    const leave = () =>
      server.call('POST', '/customer/api/auth/delete-account', {
        token: payer.token,
        body: { confirmation: payer.email, password: PASSWORD },
      })
    expect((await leave()).status).toBe(409)
    const stranger = await payerWith(server, 'approved')
    expect((await refund(stranger, paid.body.data.id)).status).toBe(404)
    expect((await refund(payer, paid.body.data.id)).body.data.state).toBe('refunded')
    expect(await current(payer)).toMatchObject({ data: null, earlier: [{ state: 'refunded' }] })
    expect(await balanceOf(server, payer)).toBe(60_000)
    // What is in the wallet is paid out with the deletion.
    expect((await leave()).status).toBe(200)
  })

  it('is one however often the same call is made, and says no to a second', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer, { cents: 200_000 })
    const key = nextKey()
    const answers = await Promise.all([1, 2, 3].map(() => payDeposit(server, payer, { key })))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await payDeposit(server, payer)).body.code).toBe('exists')
    expect(await balanceOf(server, payer)).toBe(150_000)
  })

  it('says what is missing, and that its amount has changed since it was read', async () => {
    const payer = await payerWith(server, 'approved')
    const short = await payDeposit(server, payer)
    expect(short).toMatchObject({ status: 409, body: { code: 'insufficient' } })
    const changed = await payDeposit(server, payer, { cents: 40_000 })
    expect(changed).toMatchObject({ status: 409, body: { code: 'changed' } })
    expect(changed.body.message).toContain('$500')
  })
})

describe('from a card', () => {
  it('is held when the card is good', async () => {
    const payer = await payerWith(server, 'approved')
    const { body } = await payDeposit(server, payer, { source: 'card' })
    expect(body).toMatchObject({
      data: { state: 'current' },
      payment: { state: 'succeeded', purpose: 'deposit' },
    })
    expect(await balanceOf(server, payer)).toBe(0)
    expect((await statement(payer)).map(({ kind }: { kind: string }) => kind)).toEqual([
      'deposit_hold',
      'top_up',
    ])
  })

  it('is not there when the card is declined, and another try is free', async () => {
    const payer = await payerWith(server, 'insufficient_funds')
    const key = nextKey()
    const { status, body } = await payDeposit(server, payer, { source: 'card', key })
    expect(status).toBe(201)
    expect(body).toMatchObject({ data: { state: null }, payment: { decline_code: 'insufficient_funds' } })
    expect((await payDeposit(server, payer, { source: 'card', key })).body.payment.id).toBe(body.payment.id)
    expect((await current(payer)).data).toBeNull()
    expect(await statement(payer)).toMatchObject([{ id: `p${body.payment.id}`, status: 'failed' }])
  })

  it('waits for the bank; a second deposit is not begun meanwhile, a stopped one makes way', async () => {
    const payer = await payerWith(server, 'pending')
    const { body } = await payDeposit(server, payer, { source: 'card' })
    expect(body).toMatchObject({ data: { state: 'pending' }, payment: { state: 'pending' } })
    expect((await payDeposit(server, payer, { source: 'card' })).body.code).toBe('exists')
    const charge = await chargeOf(server, body.payment.id)
    await notify(server, { event_id: `d-${charge}`, charge, state: 'succeeded' })
    expect((await current(payer)).data.state).toBe('current')

    const stopped = await payerWith(server, 'action')
    const first = (await payDeposit(server, stopped, { source: 'card' })).body
    const second = (await payDeposit(server, stopped, { source: 'card' })).body
    expect(second.data.id).not.toBe(first.data.id)
    // The first is confirmed at the bank after all: its money is in the wallet, not lost and not held.
    const late = await chargeOf(server, first.payment.id)
    await notify(server, { event_id: `d-${late}`, charge: late, state: 'succeeded' })
    expect((await current(stopped)).data).toMatchObject({ id: second.data.id, state: 'pending' })
    expect(await balanceOf(server, stopped)).toBe(50_000)
  })
})

describe('a forfeit', () => {
  it('that was proposed keeps the deposit from being refunded and can be objected to', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    const { id } = (await payDeposit(server, payer)).body.data
    const appeal = () =>
      server.call('POST', `/customer/api/customers/${payer.id}/deposits/${id}/appeal`, {
        token: payer.token,
        body: { text: 'I withdrew in time.' },
      })
    expect((await appeal()).status).toBe(409)
    await server.database.db
      .updateTable('deposits')
      .set({ forfeit_reason: 'Did not close', forfeit_proposed_at: new Date() })
      .where('id', '=', id)
      .execute()
    expect((await refund(payer, id)).body.code).toBe('disputed')
    expect((await appeal()).body.data.forfeit).toMatchObject({ appeal: 'I withdrew in time.' })
  })
})

describe('the statement', () => {
  it('is filtered without changing what its balances say, paged, and a file for spreadsheets', async () => {
    const payer = await payerWith(server, 'approved')
    await topUp(server, payer)
    await payDeposit(server, payer)
    const holds = await statement(payer, '?kind=deposit_hold')
    expect(holds).toMatchObject([{ amount_cents: -50_000, balance_cents: 10_000, status: 'held' }])
    const today = new Date().toISOString().slice(0, 10)
    expect(await statement(payer, `?from=${today}&to=${today}`)).toHaveLength(2)
    expect(await statement(payer, '?to=2020-01-01')).toEqual([])
    expect(await statement(payer, '?from=0000-01-01')).toHaveLength(2)
    const file = await server.call('GET', `/customer/api/customers/${payer.id}/transactions.csv`, {
      token: payer.token,
    })
    expect(file.headers['content-type']).toContain('text/csv')
    const lines = String(file.body).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/,deposit hold,Refundable deposit,held,-500\.00,100\.00$/)
    expect(lines[2]).toMatch(/,top up,Visa ending 4417,completed,600\.00,600\.00$/)
  })
})

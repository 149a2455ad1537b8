/** What must not make money out of nothing or leave it stuck: charges that go back, and a repeat that comes too late. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsOfBooks } from '#server/payments/books.ts'
import type { MoneyDeps } from '#server/payments/money-deps.ts'
import { depositFromCard } from '#server/payments/pay.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
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

it('a deposit whose money went back is held no more, and there is nothing to hand out', async () => {
  const payer = await payerWith(server, 'approved')
  const { body } = await payDeposit(server, payer, { source: 'card' })
  const charge = await chargeOf(server, body.payment.id)
  await notify(server, { event_id: `back-${charge}`, charge, state: 'reversed' })
  expect(await current(payer)).toMatchObject({ data: null, earlier: [{ state: 'refunded' }] })
  expect(await balanceOf(server, payer)).toBe(0)
})

it('a charge that is voided before it was paid opens no gate', async () => {
  const payer = await payerWith(server, 'pending')
  const { body } = await payDeposit(server, payer, { source: 'card' })
  const charge = await chargeOf(server, body.payment.id)
  await notify(server, { event_id: `void-${charge}`, charge, state: 'reversed' })
  expect((await current(payer)).data).toBeNull()
  expect(await balanceOf(server, payer)).toBe(0)
})

it('a deposit stays as long as the wallet has what went back', async () => {
  const payer = await payerWith(server, 'approved')
  const { body } = await topUp(server, payer)
  await payDeposit(server, payer, { source: 'card' })
  const charge = await chargeOf(server, body.data.id)
  await notify(server, { event_id: `back-${charge}`, charge, state: 'reversed' })
  expect((await current(payer)).data).toMatchObject({ state: 'current' })
  expect(await balanceOf(server, payer)).toBe(0)
})

it('a repeat that has its turn after the first was declined leaves no deposit waiting for ever', async () => {
  const payer = await payerWith(server, 'declined')
  const { db } = server.database
  const deps = {
    db,
    parts: server.parts,
    site: server.site,
    settings: { read: async () => ({}) },
    log: server.app.log,
    nowMs: Date.now,
    broadcaster: { broadcast: async () => {} },
    prefix: '',
    background: { run: () => {} },
  } as unknown as MoneyDeps
  const wanted = {
    customerId: payer.id,
    amountCents: 50_000,
    expectedCents: 50_000,
    idempotencyKey: nextKey(),
  }
  // Between its look and its transaction the whole first call happens.
  const late = {
    selectFrom: db.selectFrom.bind(db),
    transaction: () => ({
      execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
        await depositFromCard(deps, wanted, payer.cardId)
        return db.transaction().execute(work)
      },
    }),
  } as unknown as MoneyDeps['db']
  const second = await depositFromCard({ ...deps, db: late }, wanted, payer.cardId)
  expect(second).toMatchObject({ deposit: null, payment: { state: 'declined' } })
  expect((await current(payer)).data).toBeNull()
})

/** A payment whose charge was not answered: the card service is asked for it by its number until it is known, and it is taken once. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfBooks } from '#server/payments/books.ts'
import type { MoneyDeps } from '#server/payments/money-deps.ts'
import { topUp as repeatTopUp } from '#server/payments/pay.ts'
import type { BillingProvider } from '#server/providers/billing/billing-provider.ts'
import { PAYMENTS_PER_HOUR } from '#shared/contract/limits.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { balanceOf, nextKey, type Payer, payDeposit, payerWith, topUp } from './money-world.ts'

let server: TestServer
let charge: BillingProvider['charge']
beforeAll(async () => {
  server = await startTestServer()
  charge = server.parts.billing.charge
})
afterEach(() => {
  server.parts.billing.charge = charge
})
afterAll(async () => {
  expect(await faultsOfBooks(server.database.db)).toEqual([])
  await server.close()
})

/** What becomes of the next charges. */
const charging = (next: BillingProvider['charge']) => {
  server.parts.billing.charge = next
}
const lost = () => Promise.reject(new Error('The line was cut.'))
const ask = async ({ token }: Payer, id: number) =>
  (await server.call('POST', `/customer/api/payments/${id}/complete`, { token, body: {} })).body.data

describe('a top-up', () => {
  it('whose answer was lost after the charge is found by a query and booked once', async () => {
    const payer = await payerWith(server, 'approved')
    charging((wanted) => charge(wanted).then(lost))
    const key = nextKey()
    const { data } = (await topUp(server, payer, { key })).body
    expect(data.state).toBe('started')
    const wallet = await server.call('GET', '/customer/api/wallet', { token: payer.token })
    expect(wallet.body.data).toMatchObject({ balance_cents: 0, pending_cents: 60_000 })
    expect((await topUp(server, payer, { key })).body.data).toMatchObject({ id: data.id, state: 'started' })
    const states = await Promise.all([ask(payer, data.id), ask(payer, data.id)])
    expect(states.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
    expect((await topUp(server, payer, { key })).body.data.state).toBe('succeeded')
    expect(await balanceOf(server, payer)).toBe(60_000)
  })

  it('whose charge never reached the card service stays open when queried, and charges nothing', async () => {
    const payer = await payerWith(server, 'approved')
    charging(lost)
    const { data } = (await topUp(server, payer)).body
    expect([data.state, (await ask(payer, data.id)).state]).toEqual(['started', 'started'])
    expect(await balanceOf(server, payer)).toBe(0)
  })

  it('of a slow card service stays started, and is charged once however often it is repeated', async () => {
    const payer = await payerWith(server, 'approved')
    let charges = 0
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    charging(async (wanted) => {
      charges += 1
      await isAnswered
      return charge(wanted)
    })
    const key = nextKey()
    const first = topUp(server, payer, { key })
    await expect.poll(() => charges).toBe(1)
    const { data } = (await topUp(server, payer, { key })).body
    expect([data.state, (await ask(payer, data.id)).state]).toEqual(['started', 'started'])
    answer()
    expect((await first).body.data).toMatchObject({ id: data.id, state: 'succeeded' })
    expect([charges, await balanceOf(server, payer)]).toEqual([1, 60_000])
  })

  it('that was lost and waits for the bank’s step continues there', async () => {
    const payer = await payerWith(server, 'action')
    charging((wanted) => charge(wanted).then(lost))
    const { data } = (await topUp(server, payer)).body
    expect(await ask(payer, data.id)).toMatchObject({
      state: 'requires_action',
      action: { url: expect.stringContaining('/billing/challenge/') },
    })
  })

  it('is answered by its key although top-ups were switched off since', async () => {
    const payer = await payerWith(server, 'approved')
    const key = nextKey()
    const { data } = (await topUp(server, payer, { key })).body
    const { db } = server.database
    const settings = { read: async () => ({ takesTopUps: false }) }
    const deps = { db, parts: server.parts, settings, log: server.app.log } as unknown as MoneyDeps
    const again = (idempotencyKey: string) =>
      repeatTopUp(deps, {
        customerId: payer.id,
        amountCents: 60_000,
        billingInfoId: payer.cardId,
        idempotencyKey,
      })
    expect(await again(key)).toMatchObject({ id: data.id, state: 'succeeded' })
    await expect(again(nextKey())).rejects.toThrow('switched off')
  })

  it('with the key of another amount is refused with its own code', async () => {
    const payer = await payerWith(server, 'approved')
    const key = nextKey()
    await topUp(server, payer, { key })
    const other = await topUp(server, payer, { key, cents: 70_000 })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
    expect((await payDeposit(server, payer, { source: 'card', key })).body.code).toBe(
      'idempotency_key_reused',
    )
    expect(await balanceOf(server, payer)).toBe(60_000)
  })
})

describe('a deposit by card', () => {
  it('whose answer was lost is held after a query to the card service', async () => {
    const payer = await payerWith(server, 'approved')
    charging((wanted) => charge(wanted).then(lost))
    const key = nextKey()
    const first = (await payDeposit(server, payer, { source: 'card', key })).body
    expect([first.data.state, first.payment.state]).toEqual(['pending', 'started'])
    await ask(payer, first.payment.id)
    const again = (await payDeposit(server, payer, { source: 'card', key })).body
    expect([again.data.state, again.payment]).toMatchObject(['current', { state: 'succeeded' }])
  })

  it('is answered by its key beyond the limit of payments per hour', async () => {
    const payer = await payerWith(server, 'approved')
    const key = nextKey()
    await payDeposit(server, payer, { source: 'card', key })
    const statuses = new Set<number>()
    for (let n = 0; n < PAYMENTS_PER_HOUR; n++)
      statuses.add((await payDeposit(server, payer, { source: 'card' })).status)
    expect(statuses).toEqual(new Set([409, 429]))
    expect((await payDeposit(server, payer, { source: 'card', key })).status).toBe(201)
  })
})

/** Putting money in: what each kind of card comes to, and that nothing is taken or booked twice however often it is said. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfBooks } from '#server/payments/books.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addCard, balanceOf, chargeOf, nextKey, notify, payerWith, topUp } from './money-world.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(await faultsOfBooks(server.database.db)).toEqual([])
  await server.close()
})

const paymentOf = async (token: string, id: number) =>
  (await server.call('GET', `/customer/api/payments/${id}`, { token })).body.data

describe('topping up', () => {
  it('with a good card is in the wallet at once, is said live and receipted by mail', async () => {
    const payer = await payerWith(server, 'approved')
    const { status, body } = await topUp(server, payer, { cents: 123_456 })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      state: 'succeeded',
      amount_cents: 123_456,
      purpose: 'top_up',
      card: { brand: 'Visa', last_four: '4417' },
    })
    expect(await balanceOf(server, payer)).toBe(123_456)
    expect(server.said).toContainEqual(
      expect.objectContaining({
        channel: `App.Models.Customer.${payer.id}.Session`,
        event: 'WalletUpdated',
        payload: { payment_id: body.data.id },
      }),
    )
    await expect
      .poll(() =>
        server.database.db
          .selectFrom('outbox')
          .select(['subject', 'body_text'])
          .where('recipient', '=', payer.email)
          .execute(),
      )
      .toEqual([
        {
          subject: 'Receipt: $1,234.56',
          body_text: expect.stringContaining(`Payment number: ${body.data.id}`),
        },
      ])
  })

  it.each([
    ['declined', 'declined'],
    ['insufficient_funds', 'insufficient_funds'],
    ['expired_card', 'expired_card'],
    ['incorrect_cvc', 'incorrect_cvc'],
    ['fraud', 'fraud'],
    ['provider_down', 'provider_down'],
  ] as const)('with a card made for %s takes nothing and says why', async (outcome, code) => {
    const payer = await payerWith(server, outcome)
    const { status, body } = await topUp(server, payer)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ state: 'declined', decline_code: code })
    expect(await balanceOf(server, payer)).toBe(0)
  })

  it('repeated with the same key is one payment, also at the same moment', async () => {
    const payer = await payerWith(server, 'approved')
    const key = nextKey()
    const answers = await Promise.all([1, 2, 3, 4].map(() => topUp(server, payer, { key })))
    const again = await topUp(server, payer, { key })
    expect(new Set([...answers, again].map(({ body }) => body.data.id)).size).toBe(1)
    expect(again.body.data.state).toBe('succeeded')
    expect(await balanceOf(server, payer)).toBe(60_000)
    const other = await topUp(server, payer, { key, cents: 70_000 })
    expect(other.status).toBe(409)
  })

  it('is refused without a key, outside of the limits, and with somebody else’s card', async () => {
    const payer = await payerWith(server, 'approved')
    const stranger = await payerWith(server, 'approved')
    const keyless = await server.call('POST', '/customer/api/auth/top-up-balance', {
      token: payer.token,
      body: { amount_cents: 5000, billing_info_id: payer.cardId },
    })
    expect(keyless.status).toBe(422)
    expect((await topUp(server, payer, { cents: 999 })).body.errors).toHaveProperty('amount_cents')
    expect((await topUp(server, payer, { cents: 2_500_001 })).status).toBe(422)
    expect((await topUp(server, { ...payer, cardId: stranger.cardId })).status).toBe(404)
    expect(await balanceOf(server, payer)).toBe(0)
  })
})

describe('the bank’s step', () => {
  it('is waited for; the payment is what the bank says afterwards', async () => {
    const payer = await payerWith(server, 'action')
    const { body } = await topUp(server, payer)
    const ref = await chargeOf(server, body.data.id)
    expect(body.data).toMatchObject({
      state: 'requires_action',
      action: { url: expect.stringContaining(`/billing/challenge/${ref}`) },
    })
    const complete = () =>
      server.call('POST', `/customer/api/payments/${body.data.id}/complete`, { token: payer.token, body: {} })
    expect((await complete()).body.data.state).toBe('requires_action')
    await notify(server, { event_id: `e-${ref}`, charge: ref, state: 'succeeded' })
    expect((await complete()).body.data.state).toBe('succeeded')
    expect(await balanceOf(server, payer)).toBe(60_000)
  })
})

describe('the bank’s word', () => {
  it('settles a pending payment, and said twice or replayed late books it once', async () => {
    const payer = await payerWith(server, 'pending')
    const { body } = await topUp(server, payer)
    expect(body.data.state).toBe('pending')
    const pending = await server.call('GET', '/customer/api/wallet', { token: payer.token })
    expect(pending.body.data).toMatchObject({ balance_cents: 0, pending_cents: 60_000 })
    const charge = await chargeOf(server, body.data.id)
    const notice = { event_id: `paid-${charge}`, charge, state: 'succeeded' }
    const answers = await Promise.all([notify(server, notice), notify(server, notice)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    await notify(server, { ...notice, event_id: `again-${charge}` })
    expect(await balanceOf(server, payer)).toBe(60_000)
    expect((await paymentOf(payer.token, body.data.id)).settled_at).not.toBeNull()
  })

  it('that a payment failed does not undo one that has succeeded; that money came late is believed', async () => {
    const payer = await payerWith(server, 'pending')
    const { body } = await topUp(server, payer)
    const charge = await chargeOf(server, body.data.id)
    await notify(server, { event_id: `no-${charge}`, charge, state: 'declined', decline_code: 'fraud' })
    expect(await paymentOf(payer.token, body.data.id)).toMatchObject({
      state: 'declined',
      decline_code: 'fraud',
    })
    await notify(server, { event_id: `yes-${charge}`, charge, state: 'succeeded' })
    await notify(server, { event_id: `no2-${charge}`, charge, state: 'declined' })
    expect((await paymentOf(payer.token, body.data.id)).state).toBe('succeeded')
    expect(await balanceOf(server, payer)).toBe(60_000)
  })

  it('that money went back takes it out of the wallet once, and never below nothing', async () => {
    const payer = await payerWith(server, 'approved')
    const { body } = await topUp(server, payer)
    await server.call('POST', `/customer/api/customers/${payer.id}/deposits`, {
      token: payer.token,
      headers: { 'Idempotency-Key': nextKey() },
      body: { source: 'wallet', expected_amount_cents: 50_000 },
    })
    const charge = await chargeOf(server, body.data.id)
    await notify(server, { event_id: `back-${charge}`, charge, state: 'reversed' })
    await notify(server, { event_id: `back2-${charge}`, charge, state: 'reversed' })
    expect(await balanceOf(server, payer)).toBe(0)
  })

  it('is not believed when it is not signed, signed by others, old, or about nothing', async () => {
    const notice = { event_id: 'x', charge: 'plat-1-x', state: 'succeeded' }
    expect((await notify(server, notice, { secret: 'another secret altogether' })).status).toBe(401)
    expect((await notify(server, notice, { nowMs: Date.now() - 3_600_000 })).status).toBe(401)
    const bare = await server.call('POST', '/webhooks/billing/embedded', { body: notice })
    expect(bare.status).toBe(401)
    expect((await notify(server, notice)).status).toBe(204)
    expect((await server.call('POST', '/webhooks/billing/recurly', { body: notice })).status).toBe(404)
  })
})

describe('cards', () => {
  it('are listed with the default first, which passes on when it is removed', async () => {
    const payer = await payerWith(server, 'approved')
    const second = await addCard(server, payer, 'declined')
    const list = async () =>
      (await server.call('GET', '/api/recurly-accounts/billing-infos/all', { token: payer.token })).body.data
    expect((await list()).map((card: { id: number }) => card.id)).toEqual([payer.cardId, second])
    const removed = await server.call('DELETE', `/api/recurly-accounts/billing-infos/${payer.cardId}`, {
      token: payer.token,
    })
    expect(removed.status).toBe(204)
    expect(await list()).toMatchObject([{ id: second, is_default: true }])
  })

  it('stay while a payment with them is open', async () => {
    const payer = await payerWith(server, 'pending')
    await topUp(server, payer)
    const removed = await server.call('DELETE', `/api/recurly-accounts/billing-infos/${payer.cardId}`, {
      token: payer.token,
    })
    expect(removed.status).toBe(409)
  })

  it('are not made of a token nobody gave out', async () => {
    const payer = await server.addCustomer()
    const answer = await server.call('POST', '/api/recurly-accounts/billing-info', {
      token: payer.token,
      body: { token: 'W10.AAAA' },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveProperty('token')
  })
})

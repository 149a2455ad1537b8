/** Cards by Recurly: through its own library, against its API on a local port. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faultsOfBooks } from '#server/payments/books.ts'
import { balanceOf, nextKey, type Payer, topUp } from '#tests/server/payments/money-world.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { type RecurlyStub, startRecurlyStub, WEBHOOK_KEY } from './recurly-stub.ts'

let recurly: RecurlyStub
let server: TestServer
beforeAll(async () => {
  recurly = await startRecurlyStub()
  const keys = { apiKey: 'private', publicKey: 'public', webhookKey: WEBHOOK_KEY, region: 'us' as const }
  server = await startTestServer({
    parts: { billing: { driver: 'recurly', ...keys, origin: recurly.origin } },
  })
})
beforeEach(() => recurly.next('paid'))
afterAll(async () => {
  expect(await faultsOfBooks(server.database.db)).toEqual([])
  await server.close()
  await recurly.close()
})

const add = (person: Person, token: string) =>
  server.call('POST', '/api/recurly-accounts/billing-info', { token: person.token, body: { token } })

async function payer(): Promise<Payer> {
  const person = await server.addCustomer('Dana Whitfield')
  const { body } = await add(person, 'token')
  return { ...person, cardId: body.data.id }
}

const complete = ({ token }: Payer, id: number, resultToken: string) =>
  server.call('POST', `/customer/api/payments/${id}/complete`, { token, body: { result_token: resultToken } })

const tell = ({ body, headers }: ReturnType<RecurlyStub['webhook']>) =>
  server.call('POST', '/webhooks/billing/recurly', { body, headers })

describe('Recurly', () => {
  it('is told to the browser with its public key and nothing else', async () => {
    const { body } = await server.call('GET', '/customer/api/configs')
    expect(body.billing).toEqual({ driver: 'recurly', fields_url: null, public_key: 'public' })
    expect(JSON.stringify(body)).not.toContain('private')
  })

  it('makes a card of a token, opening the account when there is none', async () => {
    const person = await server.addCustomer()
    const { status, body } = await add(person, 'token')
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ brand: 'Visa', last_four: '1111', exp_month: 8, exp_year: 2032 })
    expect(recurly.asked.slice(-3)).toEqual([
      `GET /accounts/code-plat-${person.id}`,
      'POST /accounts',
      `POST /accounts/code-plat-${person.id}/billing_infos`,
    ])
    expect((await add(person, 'bad-token')).body.errors).toHaveProperty('token')
  })

  it('charges exactly the cents, once per key', async () => {
    const person = await payer()
    const key = nextKey()
    const { body } = await topUp(server, person, { cents: 123_457, key })
    await topUp(server, person, { cents: 123_457, key })
    expect(body.data.state).toBe('succeeded')
    const own = [...recurly.invoices.values()].filter(({ po_number }) => po_number === `plat-${body.data.id}`)
    expect(own.map(({ amount }) => amount)).toEqual([1234.57])
    expect(await balanceOf(server, person)).toBe(123_457)
  })

  it('says why a card was declined', async () => {
    const person = await payer()
    recurly.next('insufficient_funds')
    expect((await topUp(server, person)).body.data).toMatchObject({
      state: 'declined',
      decline_code: 'insufficient_funds',
    })
  })

  it('asks for 3-D Secure by a token and charges with what comes back', async () => {
    const person = await payer()
    recurly.next('three_d_secure')
    const { data } = (await topUp(server, person)).body
    expect(data).toMatchObject({ state: 'requires_action', action: { token: 'action-token' } })
    const refused = await payer()
    const other = (await topUp(server, refused)).body.data
    expect((await complete(person, data.id, 'result-ok')).body.data.state).toBe('succeeded')
    expect((await complete(person, data.id, 'result-ok')).body.data.state).toBe('succeeded')
    expect(await balanceOf(server, person)).toBe(60_000)
    // Who asks for the step again has another token to answer with.
    expect((await complete(refused, other.id, 'result-bad')).body.data.state).toBe('requires_action')
    expect(await balanceOf(server, refused)).toBe(0)
  })

  it('believes a webhook only as far as to ask: paid is what the invoice says', async () => {
    const person = await payer()
    recurly.next('processing')
    const { data } = (await topUp(server, person)).body
    expect(data.state).toBe('pending')
    const invoice = [...recurly.invoices.values()].find(({ po_number }) => po_number === `plat-${data.id}`)
    if (!invoice) throw new Error('No invoice was made.')
    expect((await tell(recurly.webhook(invoice.id))).status).toBe(204)
    expect(await balanceOf(server, person)).toBe(0)
    invoice.state = 'paid'
    await Promise.all([tell(recurly.webhook(invoice.id)), tell(recurly.webhook(invoice.id))])
    expect(await balanceOf(server, person)).toBe(60_000)
    invoice.refunded = true
    await tell(recurly.webhook(invoice.id))
    expect(await balanceOf(server, person)).toBe(0)
  })

  it('of a part that a withdrawal sent back takes nothing else out of the wallet, and a lost answer is found', async () => {
    const person = await payer()
    recurly.next('paid')
    const { data } = (await topUp(server, person)).body
    const invoice = [...recurly.invoices.values()].find(({ po_number }) => po_number === `plat-${data.id}`)
    if (!invoice) throw new Error('No invoice was made.')
    const withdraw = (amount_cents: number, key: string) =>
      server.call('POST', `/customer/api/customers/${person.id}/withdrawals`, {
        token: person.token,
        headers: { 'Idempotency-Key': key },
        body: { amount_cents },
      })
    const paid = (await withdraw(15_000, 'first')).body.data[0]
    expect(paid.state).toBe('paid')
    expect([...invoice.parts]).toEqual([[`Plat withdrawal ${paid.id}`, 150]])
    await tell(recurly.webhook(invoice.id))
    expect(await balanceOf(server, person)).toBe(45_000)
    recurly.loseNextAnswer()
    const lost = (await withdraw(10_000, 'second')).body.data[0]
    expect(lost.state).toBe('sending')
    const { provider_ref: ref } = await server.database.db
      .selectFrom('payments')
      .select('provider_ref')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    const part = { paymentId: data.id, customerId: person.id, ref: ref ?? '', amountCents: 10_000 }
    const { billing } = server.parts
    expect(await billing.findRefund({ ...part, withdrawalId: lost.id })).toBe('paid')
    expect(await billing.findRefund({ ...part, withdrawalId: lost.id + 1 })).toBeNull()
    expect(await billing.refundPart({ ...part, withdrawalId: lost.id + 1, amountCents: 99_000 })).toBe(
      'refused',
    )
    // The bank takes the rest.
    invoice.refunded = true
    await tell(recurly.webhook(invoice.id))
    expect(await balanceOf(server, person)).toBe(0)
  })

  it('is not believed unsigned, signed by others, late, or about other things', async () => {
    expect((await tell(recurly.webhook('i-1', { key: 'another' }))).status).toBe(401)
    expect((await tell(recurly.webhook('i-1', { ageS: 3600 }))).status).toBe(401)
    expect(
      (await tell({ ...recurly.webhook('i-1'), headers: { 'Content-Type': 'application/json' } })).status,
    ).toBe(401)
    expect((await tell(recurly.webhook('a-1', { type: 'account' }))).status).toBe(204)
    expect((await tell(recurly.webhook('i-unknown'))).status).toBe(204)
  })

  it('that loses its answer stays open and is then found by the payment number', async () => {
    const person = await payer()
    recurly.loseNextAnswer()
    const { data } = (await topUp(server, person)).body
    expect(data.state).toBe('started')
    const { paymentId, customerId } = { paymentId: data.id, customerId: person.id }
    const found = await server.parts.billing.find({ paymentId, customerId, ref: null })
    expect(found).toMatchObject({ state: 'succeeded' })
    const invoice = [...recurly.invoices.values()].find(({ po_number }) => po_number === `plat-${data.id}`)
    await tell(recurly.webhook(invoice?.id ?? ''))
    expect(await balanceOf(server, person)).toBe(60_000)
  })
})

/** The embedded card provider of a demo world, from a card's fields to money in the wallet. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerBilling } from '#demo/fake-providers/billing-routes.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

const SECRET = 'a secret for tests only'
let server: TestServer
beforeAll(async () => {
  const database = await openTestDatabase()
  const pages: Parameters<typeof startTestServer>[0] = {
    database,
    secret: SECRET,
    extend: (app) => registerBilling(app, { db: database.db, secret: SECRET }),
  }
  server = await startTestServer(pages)
})
afterAll(() => server.close())

const typed = { brand: 'Visa', last_four: '4242', exp_month: 12, exp_year: 2031 }

async function cardOf(person: Person, outcome: string): Promise<number> {
  const token = await server.call('POST', '/billing/fields/token', { body: { outcome, ...typed } })
  const card = await server.call('POST', '/api/recurly-accounts/billing-info', {
    token: person.token,
    body: { token: token.body.token },
  })
  expect(card.body.data).toMatchObject({ brand: 'Visa', last_four: '4242', exp_year: 2031 })
  return card.body.data.id
}

const topUp = async (person: Person, cardId: number) =>
  (
    await server.call('POST', '/customer/api/auth/top-up-balance', {
      token: person.token,
      headers: { 'Idempotency-Key': `top-up-${cardId}` },
      body: { amount_cents: 5000, billing_info_id: cardId },
    })
  ).body.data

const stateOf = async ({ token }: Person, id: number) =>
  (await server.call('GET', `/customer/api/payments/${id}`, { token })).body.data.state

const decide = (url: string, decision: string) =>
  server.call('POST', url, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `decision=${decision}`,
  })

test('the page of the fields may be framed by this site and sends no number to the server', async () => {
  const page = await server.call('GET', '/billing/fields?theme=dark')
  expect(page.status).toBe(200)
  expect(page.body).toContain('data-theme="dark"')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  const withNumber = await server.call('POST', '/billing/fields/token', {
    body: { outcome: 'approved', ...typed, last_four: '4242424242424242' },
  })
  expect(withNumber.status).toBe(422)
})

test.each([
  ['confirm', 'succeeded'],
  ['refuse', 'declined'],
])('at the bank’s step, %s makes the payment %s; a second press changes nothing', async (decision, state) => {
  const person = await server.addCustomer()
  const payment = await topUp(person, await cardOf(person, 'action'))
  const { url } = payment.action
  expect((await server.call('GET', url)).body).toContain('Confirm payment')
  expect((await decide(url, decision)).body).toContain('id="done"')
  await decide(url, decision === 'confirm' ? 'refuse' : 'confirm')
  expect(await stateOf(person, payment.id)).toBe(state)
  expect((await server.call('GET', url)).body).toContain('id="done"')
})

test('a step that belongs to no payment says so', async () => {
  expect((await server.call('GET', '/billing/challenge/plat-1-nothing')).status).toBe(404)
  expect((await decide('/billing/challenge/plat-1-nothing', 'confirm')).status).toBe(404)
})

test('what is pending is settled by the bank in its own time, also when its first answer was lost', async () => {
  await server.listen({ port: 0 })
  const person = await server.addCustomer()
  const payments = [
    await topUp(person, await cardOf(person, 'pending_twice')),
    await topUp(person, await cardOf(person, 'no_answer')),
  ]
  expect(payments.map(({ state }) => state)).toEqual(['pending', 'started'])
  // Three seconds have passed for the bank.
  await server.database.db
    .updateTable('embedded_charges')
    .set({ due_at: new Date() })
    .where('due_at', 'is not', null)
    .execute()
  for (const { id } of payments) await expect.poll(() => stateOf(person, id)).toBe('succeeded')
  const { body } = await server.call('GET', '/customer/api/wallet', { token: person.token })
  expect(body.data.balance_cents).toBe(10_000)
})

/** What an administrator sets is told to everybody and holds from the next call on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSetting } from '#server/site/settings/settings.ts'
import { createSettingsReader } from '#server/site/settings/settings-reader.ts'
import { payDeposit, payerWith } from '#tests/server/payments/money-world.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.database
  await writeSetting(db, 'deposit_amount_cents', 75_000, null)
  await writeSetting(db, 'platform_fee_cents', 99_750, null)
  await writeSetting(db, 'address_request_daily_limit', 3, null)
})
afterAll(() => server.close())

test('settings are told to everybody', async () => {
  const { body } = await server.call('GET', '/customer/api/configs')
  expect(body).toMatchObject({
    platform_fee: 997.5,
    deposit_amount_cents: 75_000,
    offers_per_deposit_limit: 4,
    billing: { driver: 'embedded', fields_url: '/billing/fields' },
    top_up: { min_cents: 1000, max_cents: 2_500_000 },
  })
})

test('a deposit is what is set now, not what was read before', async () => {
  const payer = await payerWith(server, 'approved')
  expect((await payDeposit(server, payer, { source: 'card' })).body.code).toBe('changed')
  const paid = await payDeposit(server, payer, { source: 'card', cents: 75_000 })
  expect(paid.body.data.amount_cents).toBe(75_000)
})

test('the daily limit of address requests is the one that is set', async () => {
  const { token } = await server.addCustomer()
  const { body } = await server.call('GET', '/customer/api/address-requests', { token })
  expect(body.quota).toMatchObject({ limit: 3, left: 3 })
})

test('a value that makes no sense is refused', async () => {
  const { db } = server.database
  for (const value of [-1, 0.5, Number.NaN, 1e12])
    await expect(writeSetting(db, 'deposit_amount_cents', value, null)).rejects.toMatchObject({ status: 422 })
})

test('who asks often is told a moment later', async () => {
  const { db } = server.database
  let nowMs = 0
  const reader = createSettingsReader(db, () => nowMs)
  expect((await reader.read()).offersPerDepositLimit).toBe(4)
  await writeSetting(db, 'offers_per_deposit_limit', 6, null)
  expect((await reader.read()).offersPerDepositLimit).toBe(4)
  nowMs += 5000
  expect((await reader.read()).offersPerDepositLimit).toBe(6)
})

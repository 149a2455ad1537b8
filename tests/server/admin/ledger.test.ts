/** The ledger as the console lists it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { book, lockBalances } from '#server/payments/ledger.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from './staff.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('lists the latest transaction first, also when an older one was booked after it', async () => {
  const { db } = server.database
  const avery = await addStaff(server, 'Avery')
  const dana = await server.addCustomer()
  await lockBalances(db, dana.id)
  for (const [index, day] of ['2026-03-02', '2026-03-04', '2026-03-03'].entries())
    await book(db, {
      kind: 'top_up',
      from: 'provider',
      to: 'wallet',
      at: new Date(`${day}T10:00:00Z`),
      customerId: dana.id,
      amountCents: 100,
      cause: `test:${index}`,
      description: 'Visa ending 4417',
    })
  for (const path of ['/admin/api/ledger', `/admin/api/ledger?customer_id=${dana.id}`]) {
    const { body } = await server.call('GET', path, { token: avery.token })
    expect(body.data.map(({ created_at }: { created_at: string }) => created_at.slice(0, 10))).toEqual([
      '2026-03-04',
      '2026-03-03',
      '2026-03-02',
    ])
  }
})

/** The money a demo world begins with. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerId } from '#demo/seed/ids.ts'
import { CUSTOMERS } from '#demo/seed/people.ts'
import { seedMoney } from '#demo/seed/seeded-money/seed-money.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { faultsOfBooks } from '#server/payments/books.ts'
import { walletOf } from '#server/payments/routes.ts'
import { statementOf } from '#server/payments/statement.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const people = CUSTOMERS.map(({ key, name, email }) => ({ id: customerId(key), name, email }))
  await database.db.insertInto('customers').values(people).execute()
  await database.db.transaction().execute((trx) => seedMoney(trx, Date.now()))
})
afterAll(() => database.close())

test('adds up, cent by cent', async () => {
  expect(await faultsOfBooks(database.db)).toEqual([])
})

test('leaves Dana with $2,480.00 in the wallet and $500.00 held, and says how it came to that', async () => {
  const dana = customerId('buyer1')
  expect(await walletOf(database.db, dana)).toEqual({
    balanceCents: 248_000,
    depositCents: 50_000,
    pendingCents: 0,
  })
  const lines = await statementOf(database.db, dana, {}, { limit: null, offset: 0 })
  expect(lines.map(({ kind, amount_cents, status }) => [kind, amount_cents, status])).toEqual([
    ['deposit_hold', -50_000, 'held'],
    ['top_up', 150_000, 'completed'],
    ['deposit_refund', 50_000, 'completed'],
    ['platform_fee', -99_700, 'completed'],
    ['deposit_hold', -50_000, 'released'],
    ['top_up', 100_000, 'failed'],
    ['top_up', 247_700, 'completed'],
  ])
  expect(lines[0]?.balance_cents).toBe(248_000)
})

/** Ten thousand operations at once, broken, repeated and out of order: not a cent is made or lost (checklist MON-07). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOfBooks } from '#server/payments/books.ts'
import { walletOf } from '#server/payments/routes.ts'
import { TRANSACTION_KINDS } from '#shared/contract/money.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { runStorm, type Storm } from './money-storm.ts'

const CUSTOMERS = 12
const OFFERS_EACH = 12

let server: TestServer
let people: Pick<Storm, 'customers' | 'offers' | 'cards'>
beforeAll(async () => {
  server = await startTestServer()
  people = await peopleWithOffers()
})
afterAll(() => server.close())

async function peopleWithOffers(): Promise<typeof people> {
  const { db } = server.database
  const seller = await server.addAccount()
  const property = await server.addProperty(seller.id)
  const customers: number[] = []
  const offers = new Map<number, readonly number[]>()
  const cards = new Map<number, number>()
  for (let count = 0; count < CUSTOMERS; count += 1) {
    const { id } = await server.addCustomer()
    customers.push(id)
    const offer = { property_id: property, customer_id: id, account_id: seller.id }
    const rows = await db
      .insertInto('offers')
      .values(
        Array.from({ length: OFFERS_EACH }, () => ({
          ...offer,
          state: 'fell_through' as const,
          terms: '{}',
          snapshot: 'null',
        })),
      )
      .returning('id')
      .execute()
    offers.set(
      id,
      rows.map((row) => row.id),
    )
    const card = await db
      .insertInto('billing_infos')
      .values({
        customer_id: id,
        provider: 'embedded',
        provider_ref: `storm ${id}`,
        brand: 'Visa',
        last_four: '4417',
        exp_month: 12,
        exp_year: 2031,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    cards.set(id, card.id)
  }
  return { customers, offers, cards }
}

test('10,000 random operations leave books that add up, with nothing below zero', async () => {
  const { db } = server.database
  const tally = await runStorm({ ...people, db, operations: 10_000, width: 20, seed: 20_250_610 })
  // Every kind of end was met: a storm in which nothing succeeds or nothing breaks would prove nothing.
  expect(tally.done + tally.refused + tally.broken).toBe(10_000)
  expect(Math.min(tally.done, tally.refused, tally.broken)).toBeGreaterThan(100)

  expect(await faultsOfBooks(db)).toEqual([])
  const { rows } = await sql<{ total: number; kinds: number }>`
    select sum(amount_cents)::bigint as total,
      (select count(distinct kind)::int from ledger_transactions) as kinds
    from ledger_entries`.execute(db)
  expect(rows).toEqual([{ total: 0, kinds: TRANSACTION_KINDS.length }])
  for (const id of people.customers) {
    const { balanceCents, depositCents } = await walletOf(db, id)
    expect(balanceCents).toBeGreaterThanOrEqual(0)
    expect([0, 50_000]).toContain(depositCents)
  }
}, 120_000)

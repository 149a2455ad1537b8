/** The seeded offers: every state, sound histories, deals and slots that agree with them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedOnce } from '#demo/seed/seed.ts'
import { countActiveOffers } from '#server/accounts/profile/active-offers.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { OFFER_STATES, type OfferState } from '#shared/contract/offers.ts'
import { isOverdue } from '#shared/rules/offers/offer-clock.ts'
import { TAKEN_STATES } from '#shared/rules/offers/offer-graph.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const NOW = Date.now()
let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await seedOnce(database.db, { messages: 5, companies: 0, deals: 0, nowMs: NOW })
})
afterAll(() => database.close())

const offers = () =>
  database.db
    .selectFrom('offers')
    .innerJoin('properties', 'properties.id', 'offers.property_id')
    .selectAll('offers')
    .select(['properties.address', 'properties.status'])
    .execute()

describe('the offers of the demo world', () => {
  test('are in every state but a draft', async () => {
    const found = new Set((await offers()).map(({ state }) => state))
    expect(OFFER_STATES.filter((state) => !found.has(state))).toEqual(['draft'])
  })

  test('are Dana’s four of the guide, two of them active', async () => {
    const dana = (await offers()).filter(({ customer_id }) => customer_id === 1)
    const words = dana.map(
      ({ address, price_cents, state }) => `${address} ${(price_cents ?? 0) / 100} ${state}`,
    )
    expect(words).toEqual(
      expect.arrayContaining([
        '7734 Kashmere Street 112000 submitted',
        '2217 Bluebonnet Trail 176000 countered',
        '917 Enid Street 251000 rejected',
        '5510 Rosalie Street 168500 closed',
      ]),
    )
    expect(await countActiveOffers(database.db, 1)).toBe(2)
  })

  test('have run out of no time yet, and leave a deal as its offers say', async () => {
    for (const { state, expires_at, status, is_backup } of await offers()) {
      expect(isOverdue(state, expires_at?.getTime() ?? null, NOW)).toBe(false)
      const taken = (TAKEN_STATES as readonly OfferState[]).includes(state)
      if (taken || is_backup) expect(status).toBe(1)
      if (state === 'closed') expect(status).toBe(2)
    }
  })

  test('stand in their threads, one message a move, in order', async () => {
    const rows = await database.db
      .selectFrom('messages')
      .innerJoin('offer_moves', 'offer_moves.id', 'messages.offer_move_id')
      .select([
        'messages.offer_id',
        'offer_moves.offer_id as moved',
        'messages.sort_at',
        'offer_moves.created_at',
      ])
      .execute()
    const moves = await database.db.selectFrom('offer_moves').select('id').execute()
    expect(rows).toHaveLength(moves.length)
    for (const row of rows) {
      expect(row.moved).toBe(row.offer_id)
      expect(row.sort_at).toEqual(row.created_at)
    }
  })

  test('are held by a deposit where they are active', async () => {
    const held = await database.db
      .selectFrom('deposits')
      .select('customer_id')
      .where('state', '=', 'current')
      .execute()
    const holders = held.map(({ customer_id }) => customer_id)
    for (const { customer_id, state } of await offers())
      if ((TAKEN_STATES as readonly OfferState[]).includes(state)) expect(holders).toContain(customer_id)
  })
})

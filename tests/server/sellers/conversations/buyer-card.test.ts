import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let homes: Seller
let rival: Seller
let dana: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[homes, rival] = [await server.addAccount(), await server.addAccount('Rival Realty')]
  dana = await server.addCustomer('Dana Whitfield', { isConfirmed: false })
  await server.introduce(dana, homes)
})
afterAll(() => server.close())

const cardOf = (seller: Seller, buyer = dana) =>
  server.call('GET', `/account/api/customers/${buyer.id}`, { token: seller.token })
const HOUR = 3_600_000

/** What a message at an hour was, told from the seller's side. */
async function talk(...hours: ['inbound' | 'outbound', number][]) {
  const base = Date.now() - 100 * HOUR
  for (const [type, hour] of hours)
    await server.database.db
      .insertInto('messages')
      .values({
        customer_id: dana.id,
        account_id: homes.id,
        type,
        body: 'x',
        sort_at: new Date(base + hour * HOUR),
      })
      .execute()
}

describe('the card of a buyer', () => {
  it('of somebody new says what is not there yet, and nothing that reaches them', async () => {
    const { status, body } = await cardOf(homes)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: dana.id,
      name: 'Dana Whitfield',
      is_email_confirmed: false,
      is_phone_confirmed: false,
      is_id_verified: false,
      has_proof_of_funds: false,
      has_deposit: false,
      closings: 0,
      rating: null,
      reviews_count: 0,
      response_time_hours: null,
    })
    expect(JSON.stringify(body)).not.toContain(dana.email)
  })

  it('is nobody’s but of an account they talk with', async () => {
    expect((await cardOf(rival)).status).toBe(404)
  })

  it('counts what is true now: no rejected or expired proof, no refunded deposit, no review that waits', async () => {
    const { db } = server.database
    const of = { customer_id: dana.id }
    const proof = (ref: string, more: object) => ({
      ...of,
      ref,
      file_name: 'p.pdf',
      content_type: 'application/pdf',
      size_bytes: 1,
      storage_key: ref,
      ...more,
    })
    const review = (more: { account_id: number; rating?: number; published_at?: Date }) => ({
      ...of,
      about: 'customer' as const,
      rating: 4,
      content: 'Did what was said, on the day.',
      scores: '{}',
      published_at: new Date(Date.now() - HOUR),
      ...more,
    })
    await db
      .insertInto('proofs_of_funds')
      .values([proof('a', { review: 'rejected' }), proof('b', { valid_until: '2020-01-01' })])
      .execute()
    await db
      .insertInto('deposits')
      .values({ ...of, amount_cents: 1, state: 'refunded' })
      .execute()
    const later = new Date(Date.now() + HOUR)
    const [second, third] = [await server.addAccount(), await server.addAccount()]
    await db
      .insertInto('reviews')
      .values([
        review({ account_id: homes.id }),
        review({ account_id: second.id, rating: 5 }),
        review({ account_id: third.id, rating: 1, published_at: later }),
      ])
      .execute()
    const before = (await cardOf(homes)).body.data
    expect(before).toMatchObject({ has_proof_of_funds: false, has_deposit: false })
    expect(before).toMatchObject({ rating: 4.5, reviews_count: 2 })
    await db
      .insertInto('proofs_of_funds')
      .values(proof('c', { review: 'approved' }))
      .execute()
    await db
      .insertInto('deposits')
      .values({ ...of, amount_cents: 1, state: 'current' })
      .execute()
    expect((await cardOf(homes)).body.data).toMatchObject({ has_proof_of_funds: true, has_deposit: true })
  })

  it('says how fast they answer: the middle one of the times it took', async () => {
    await talk(['outbound', 0], ['inbound', 2], ['inbound', 50], ['outbound', 60], ['inbound', 66])
    await talk(['outbound', 70], ['outbound', 71], ['inbound', 74])
    expect((await cardOf(homes)).body.data.response_time_hours).toBe(3)
  })
})

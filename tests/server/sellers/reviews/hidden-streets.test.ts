/** A review names no hidden street to a reader who does not know it, and cannot be searched for it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everythingAbout } from '#server/accounts/profile/export-data.ts'
import { reviewRedactor } from '#server/sellers/reviews/redact.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const WORDS = 'Bought 1418 Sumpter St, then 77 Bringhurst Street; fair people.'
const RESPONSE = 'Enjoy the Sumpter house, and ask about 77 Bringhurst.'
const SEEN = ['Bought (address on request), then (address on request); fair people.']
const SEEN_RESPONSE = 'Enjoy the (address on request) house, and ask about (address on request).'

let server: TestServer
let homes: Seller
let [dana, erin]: Person[] = []
let [deal, other]: number[] = []
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount()
  dana = await server.addCustomer('Dana Whitfield')
  erin = await server.addCustomer('Erin Vale')
  deal = await server.addProperty(homes.id, '1418 Sumpter Street')
  other = await server.addProperty(homes.id, '77 Bringhurst Street')
  const { db } = server.database
  await db.updateTable('properties').set({ is_street_shown: false }).execute()
  for (const about of ['account', 'customer'] as const) {
    const of = { about, account_id: homes.id, customer_id: dana.id, property_id: deal }
    const { id } = await db
      .insertInto('reviews')
      .values({ ...of, rating: 4, scores: '{}', content: WORDS, published_at: new Date(0) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('review_responses').values({ review_id: id, content: RESPONSE }).execute()
  }
})
afterAll(() => server.close())

const read = async (token?: string, query = '') => {
  const url = `/customer/api/accounts/${homes.id}/received-reviews${query}`
  const { body } = await server.call('GET', url, token ? { token } : {})
  return body.data.map((row: ReviewSeen) => [row.content, row.response?.content])
}
interface ReviewSeen {
  content: string
  response: { content: string } | null
}
const grant = (customer: Person | undefined, propertyId: number | undefined) =>
  server.database.db
    .insertInto('inquiries')
    .values({
      customer_id: customer?.id ?? 0,
      account_id: homes.id,
      property_id: propertyId ?? 0,
      type: 'address_request',
      state: 'granted',
    })
    .execute()

it('shows strangers neither the street of its deal nor another hidden street of the seller, in reviews and responses', async () => {
  const rival = await server.addAccount('Rival Homes')
  for (const token of [undefined, erin?.token, rival.token])
    expect(await read(token)).toEqual([[...SEEN, SEEN_RESPONSE]])
})

it('is not found by the words that are taken out', async () => {
  expect(await read(undefined, '?q=fair')).toHaveLength(1)
  for (const words of ['sumpter', 'SUMP', '1418', 'bringhurst'])
    expect(await read(undefined, `?q=${words}`)).toEqual([])
  expect(await read(homes.token, '?q=sumpter')).toHaveLength(1)
})

it('shows its writer their own words and the seller all of it', async () => {
  expect(await read(dana?.token)).toEqual([[WORDS, SEEN_RESPONSE]])
  expect(await read(dana?.token, '?q=sumpter')).toHaveLength(1)
  expect(await read(homes.token)).toEqual([[WORDS, RESPONSE]])
})

it('about a buyer hides from them what the seller wrote, also in their copy of everything', async () => {
  const url = `/customer/api/customers/${dana?.id}/received-reviews?with=response`
  const { body } = await server.call('GET', url, { token: dana?.token ?? '' })
  expect(body.data).toMatchObject([{ content: SEEN[0], response: { content: RESPONSE } }])
  const { reviews } = await everythingAbout(server.database.db, dana?.id ?? 0, reviewRedactor)
  expect(reviews).toMatchObject([
    { about: 'account', content: WORDS },
    { about: 'customer', content: SEEN[0] },
  ])
})

it('tells who was granted one address that one', async () => {
  await grant(erin, deal)
  expect(await read(erin?.token)).toEqual([
    ['Bought 1418 Sumpter St, then (address on request); fair people.', expect.any(String)],
  ])
  await grant(erin, other)
  expect(await read(erin?.token)).toEqual([[WORDS, RESPONSE]])
})

it('of a deal that was taken down still hides its street', async () => {
  const { db } = server.database
  const taken = { listing: 'removed', is_street_shown: true } as const
  await db
    .updateTable('properties')
    .set(taken)
    .where('id', '=', deal ?? 0)
    .execute()
  expect(await read()).toEqual([[...SEEN, SEEN_RESPONSE]])
})

/** The conversations about a deal: those with an offer, a request, a question or a card of it, and no others. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let homes: Seller
let rival: Seller
let deal: number
let other: number
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount('Bluebonnet Homes')
  rival = await server.addAccount('Rival Realty')
  deal = await server.addProperty(homes.id)
  other = await server.addProperty(homes.id, '9 Elm St')
})
afterAll(() => server.close())

async function buyer(account = homes) {
  const person = await server.addCustomer()
  await server.introduce(person, account)
  return person
}
const card = (to: { id: number }, property_id: number) =>
  server.call('POST', `/account/api/customers/${to.id}/text-messages`, {
    token: homes.token,
    body: { property_id },
  })
const about = async (property: number, { token }: Seller = homes) =>
  (await server.call('GET', `/account/api/chats?filter[property_id]=${property}`, { token })).body.data
    .map(({ customer }: { customer: { id: number } }) => customer.id)
    .toSorted((a: number, b: number) => a - b)

it('are those of who asked, who made an offer and who got the card', async () => {
  const [asked, offered, drafted, carded, elsewhere] = [
    await buyer(),
    await buyer(),
    await buyer(),
    await buyer(),
    await buyer(),
  ]
  await server.addPhone(asked)
  await server.call('POST', '/customer/api/inquiry', {
    token: asked.token,
    body: { property_id: deal, type: 'address_request', message: 'For a flip.' },
  })
  const { db } = server.database
  for (const [person, isSent] of [
    [offered, true],
    [drafted, false],
  ] as const) {
    const { id } = await db
      .insertInto('offers')
      .values({
        property_id: deal,
        customer_id: person.id,
        account_id: homes.id,
        state: isSent ? 'submitted' : 'draft',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isSent)
      await db
        .insertInto('messages')
        .values({
          customer_id: person.id,
          account_id: homes.id,
          type: 'inbound',
          offer_id: id,
          sort_at: new Date(),
        })
        .execute()
  }
  await card(carded, deal)
  await card(elsewhere, other)
  expect(await about(deal)).toEqual([asked.id, offered.id, carded.id])
  expect(await about(other)).toEqual([elsewhere.id])
})

it('tells a company nothing about who asks about the deal of another', async () => {
  const both = await buyer(rival)
  await server.introduce(both, homes)
  await card(both, deal)
  expect(await about(deal)).toContain(both.id)
  expect(await about(deal, rival)).toEqual([])
})

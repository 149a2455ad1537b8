import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/core/database/open.ts'
import { openedAddresses } from '#server/messaging/opened-addresses.ts'
import { threadPage } from '#server/messaging/queries.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let homes: Seller
let dana: Person
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount()
  dana = await server.addCustomer()
  await server.introduce(dana, homes)
})
afterAll(() => server.close())

/** The database with its questions counted. */
function counted(): { db: Database; questions: () => number } {
  let count = 0
  const db = server.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count++
      return result
    },
  })
  return { db, questions: () => count }
}

async function readThread(db: Database) {
  const { rows } = await threadPage(db, { customerId: dana.id, accountId: homes.id }, 1)
  return openedAddresses(db, { kind: 'customer', id: dana.id }, rows)
}

const sendCard = (propertyId: number) =>
  server.messenger.sendFromAccount({ accountId: homes.id, customerId: dana.id, propertyId })

it('a page of cards with hidden streets asks one question more, however many there are', async () => {
  await sendCard(await server.addProperty(homes.id))
  const open = counted()
  await readThread(open.db)
  expect(open.questions()).toBe(1)

  const hidden: number[] = []
  for (let n = 0; n < 20; n++) hidden.push(await server.addProperty(homes.id))
  const { db } = server.database
  await db.updateTable('properties').set({ is_street_shown: false }).where('id', 'in', hidden).execute()
  for (const id of hidden) await sendCard(id)
  const [granted = 0, declined = 0] = hidden
  const of = { customer_id: dana.id, account_id: homes.id, type: 'address_request' }
  await db
    .insertInto('inquiries')
    .values([
      { ...of, property_id: granted, state: 'granted' },
      { ...of, property_id: declined, state: 'declined' },
    ])
    .execute()

  const many = counted()
  expect([...(await readThread(many.db))]).toEqual([granted])
  expect(many.questions()).toBe(2)
})

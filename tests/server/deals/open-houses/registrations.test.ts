/** The page of a customer's registrations: asked for in one go, in order, with what overlaps. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/core/database/open.ts'
import { registrationPage } from '#server/deals/open-houses/registrations.ts'
import { INQUIRIES_PER_HOUR } from '#shared/contract/limits.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const HOUR_MS = 3_600_000
let server: TestServer
let homes: Seller
let dana: Person
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount()
  dana = await server.addCustomer('Dana Whitfield')
})
afterAll(() => server.close())

/** An open house of a deal of its own that Dana goes to. */
async function visit(inHours: number): Promise<number> {
  const starts = Date.now() + inHours * HOUR_MS
  const { id } = await server.database.db
    .insertInto('open_houses')
    .values({
      property_id: await server.addProperty(homes.id),
      time_zone: 'America/Chicago',
      starts_at: new Date(starts),
      ends_at: new Date(starts + HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const came = await server.call('PUT', `/customer/api/open-houses/${id}`, { token: dana.token, body: {} })
  expect(came.status).toBe(200)
  return id
}

async function readPage() {
  let questions = 0
  const db: Database = server.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      questions++
      return result
    },
  })
  const me = { kind: 'customer', id: dana.id, scope: 'session' } as Parameters<typeof registrationPage>[1]
  const { rows } = await registrationPage({ db, site: { origin: '' } }, me, 1)
  return { rows, questions }
}

test('is as many questions for twenty as for one, the latest first, each with what it overlaps', async () => {
  const first = await visit(24)
  const one = await readPage()
  expect(one.rows).toHaveLength(1)
  const second = await visit(24.5)
  const others: number[] = []
  for (let n = 0; n < 8; n++) others.push(await visit(100 + 2 * n))
  const many = await readPage()
  expect(many.questions).toBe(one.questions)
  expect(many.rows.map((row) => row.open_house?.id)).toEqual([...others.toReversed(), second, first])
  expect(many.rows.map((row) => row.overlaps)).toEqual([...others.map(() => []), [first], [second]])
  expect(new Set(many.rows.map((row) => row.property?.id)).size).toBe(10)
})

test('a visit can be spoken of again, but not without end', async () => {
  const id = await visit(1)
  const began = { starts_at: new Date(Date.now() - HOUR_MS), ends_at: new Date() }
  await server.database.db.updateTable('open_houses').set(began).where('id', '=', id).execute()
  const say = async () =>
    (
      await server.call('POST', `/customer/api/open-houses/${id}/feedback`, {
        token: dana.token,
        body: { rating: 4 },
      })
    ).status
  const answers: number[] = []
  while (answers.length <= INQUIRIES_PER_HOUR) answers.push(await say())
  expect(answers).toEqual([...Array.from({ length: INQUIRIES_PER_HOUR }, () => 200), 429])
})

/** “New since your last visit”: the visit before this one is the person's, on whatever device. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteVisit } from '#server/matching/matches/routes.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close({ graceMs: 0 }))

const MINUTE = 60_000
const NOON = Date.parse('2026-07-01T12:00:00Z')

it('is known after half an hour away, and stays the same while the visit goes on', async () => {
  const { id } = await server.addCustomer()
  const visitAt = async (minutes: number) => {
    const before = await noteVisit(server.database.db, id, NOON + minutes * MINUTE)
    return before && (before.getTime() - NOON) / MINUTE
  }
  expect([await visitAt(0), await visitAt(29)]).toEqual([null, null])
  expect([await visitAt(59), await visitAt(70), await visitAt(98)]).toEqual([29, 29, 29])
  expect(await visitAt(500)).toBe(98)
})

it('one device knows of the visit on another, and nobody of somebody else’s', async () => {
  const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
  const visit = async ({ token }: { token: string }) =>
    (await server.call('PUT', '/customer/api/auth/deals-visit', { token })).body
  expect(await visit(dana)).toEqual({ before_at: null })
  const { db } = server.database
  const long = new Date(NOON)
  await db.updateTable('deal_visits').set({ last_at: long }).where('customer_id', '=', dana.id).execute()
  expect(await visit(dana)).toEqual({ before_at: long.toISOString() })
  expect(await visit(eli)).toEqual({ before_at: null })
})

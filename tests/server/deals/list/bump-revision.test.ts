/** The order of changes: every touched deal gets a higher number than all before, also when many change at once. */
import { afterEach, expect, test } from 'vitest'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
afterEach(() => server.close({ graceMs: 0 }))

async function threeDeals() {
  server = await startTestServer()
  const { id: accountId } = await server.addAccount()
  const ids = [
    await server.addProperty(accountId),
    await server.addProperty(accountId),
    await server.addProperty(accountId),
  ]
  const revisions = async () => {
    const query = server.database.db.selectFrom('properties').select(['id', 'revision', 'updated_at'])
    const rows = await query.orderBy('id').execute()
    return rows
  }
  return { ids, revisions, db: server.database.db }
}

test('a touched deal gets a number above all others and says when it was changed', async () => {
  const { ids, revisions, db } = await threeDeals()
  const highest = Math.max(...(await revisions()).map((row) => row.revision))
  await db.transaction().execute((trx) => bumpDealRevision(trx, ids[0] ?? 0))
  const [first, second] = await revisions()
  expect(first?.revision).toBeGreaterThan(highest)
  expect(first?.updated_at).toBeInstanceOf(Date)
  expect(second?.updated_at).toBeNull()
})

test('deals that change at the same time get different numbers', async () => {
  const { ids, revisions, db } = await threeDeals()
  await Promise.all(
    [...ids, ...ids, ...ids].map((id) => db.transaction().execute((trx) => bumpDealRevision(trx, id))),
  )
  const all = (await revisions()).map((row) => row.revision)
  expect(new Set(all).size).toBe(3)
})

test('a change that fails leaves the deal where it was', async () => {
  const { ids, revisions, db } = await threeDeals()
  const before = await revisions()
  const failing = db.transaction().execute(async (trx) => {
    await bumpDealRevision(trx, ids[0] ?? 0)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await revisions()).toEqual(before)
})

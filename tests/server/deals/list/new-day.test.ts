/** The list over midnight: nobody waits for all deals to be read again, and nothing that changes meanwhile is missed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDealsIndex } from '#server/deals/list/deals-index.ts'
import type { ListVersion } from '#server/deals/list/list-version.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type DealScene, dealScene } from './scene.ts'

const DAY_MS = 86_400_000
let server: TestServer
let deals: DealScene
let id: number
beforeAll(async () => {
  server = await startTestServer()
  deals = dealScene(server)
  id = await deals.add((await server.addAccount()).id)
})
afterAll(() => server.close({ graceMs: 0 }))

const dayOf = ({ cursor }: ListVersion) => Number(cursor.split('.')[1])

test('the list of the day before is sent, with every change, until that of the day is read', async () => {
  const clock = { ms: 20_000 * DAY_MS + 1000 }
  const index = createDealsIndex({ db: server.database.db, secret: 'secret', nowMs: () => clock.ms })
  const before = await index.current()
  expect(dayOf(before)).toBe(20_000)
  clock.ms += DAY_MS
  expect(await index.current()).toBe(before)
  await deals.change(id, { price: 111_000 })
  expect((await index.current()).whole()).toContain('111000')
  await expect.poll(async () => dayOf(await index.current())).toBe(20_001)
  const after = await index.current()
  expect(after.whole()).toContain('111000')
  expect(index.delta(after, before.cursor)).toBeNull()
  await deals.change(id, { price: 112_000 })
  expect((await index.current()).whole()).toContain('112000')
  expect(dayOf(await index.current())).toBe(20_001)
})

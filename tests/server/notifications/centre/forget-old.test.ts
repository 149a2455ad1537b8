/** What a node died with is found again: news that nobody heard live, a mail that was on its way. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notificationsDueSince, notifyUntold } from '#server/notifications/centre/broadcast-notifications.ts'
import { writeNotification } from '#server/notifications/centre/notify.ts'
import { deliveriesDueSince } from '#server/notifications/deliveries/claim.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { MINUTE_MS, notificationScene } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof notificationScene>
let dana: Person
beforeAll(async () => {
  server = await startTestServer()
  scene = notificationScene(server)
  dana = await server.addCustomer()
})
afterAll(() => server.close())

it('news whose teller died is said live within a look, once', async () => {
  await server.database.db.deleteFrom('notifications').execute()
  const news = scene.news(dana, { title: 'Written, and not said' })
  await server.database.db.transaction().execute((trx) => writeNotification(trx, [news]))
  expect(await notificationsDueSince(scene.db, Date.now())).not.toBeNull()
  server.said.length = 0
  await Promise.all([notifyUntold(scene.deps, Date.now()), notifyUntold(scene.deps, Date.now())])
  expect(server.said).toMatchObject([{ payload: { latest: { title: 'Written, and not said' } } }])
  expect(await notificationsDueSince(scene.db, Date.now())).toBeNull()
})

it('a mail that a node died with is looked for again two minutes later, and not before', async () => {
  await server.database.db.deleteFrom('deliveries').execute()
  const now = Date.now()
  scene.clock.nowMs = now
  await scene.tell(scene.news(dana))
  const isDue = async (atMs: number) => (await deliveriesDueSince(scene.db, atMs)) !== null
  expect(await isDue(now)).toBe(true)
  const dying = { ...server.parts.mailer, send: () => new Promise<never>(() => {}) }
  // Given up long after this test, over a database that is closed by then.
  scene.deliver({ parts: { ...server.parts, mailer: dying } }).catch(() => {})
  await expect.poll(() => isDue(now)).toBe(false)
  expect(await isDue(now + 1.9 * MINUTE_MS)).toBe(false)
  expect(await isDue(now + 2.1 * MINUTE_MS)).toBe(true)
})

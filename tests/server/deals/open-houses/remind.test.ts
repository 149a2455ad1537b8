import { afterAll, beforeAll, expect, it } from 'vitest'
import { remindersDueSince, remindOfVisits } from '#server/deals/open-houses/remind.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notificationScene } from '../../notifications/centre/scene.ts'

const HOUR_MS = 3_600_000
const START = Date.parse('2026-06-12T15:00:00.000Z')

let server: TestServer
let scene: ReturnType<typeof notificationScene>
let homes: Seller
let propertyId: number
beforeAll(async () => {
  server = await startTestServer()
  scene = notificationScene(server)
  homes = await server.addAccount()
  propertyId = await server.addProperty(homes.id, '412 Live Oak St')
})
afterAll(() => server.close())

async function visit(cancelled_at: Date | null = null) {
  const { db } = server.database
  const { id } = await db
    .insertInto('open_houses')
    .values({
      property_id: propertyId,
      starts_at: new Date(START),
      ends_at: new Date(START + 2 * HOUR_MS),
      time_zone: 'America/Chicago',
      cancelled_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return async (state: 'registered' | 'waiting', hoursBefore: number): Promise<Person> => {
    const who = await server.addCustomer()
    const created_at = new Date(START - hoursBefore * HOUR_MS)
    const row = { open_house_id: id, customer_id: who.id, state, created_at }
    await db.insertInto('open_house_registrations').values(row).execute()
    return who
  }
}
const told = async (who: Person): Promise<string[]> =>
  (await scene.list(who)).data.map(({ title }: { title: string }) => title)

it('who is registered is reminded a day before, once, and nobody else is', async () => {
  const [coming, off] = [await visit(), await visit(new Date(0))]
  const dana = await coming('registered', 48)
  const others = [await coming('waiting', 48), await coming('registered', 3), await off('registered', 48)]
  const dayBefore = START - 24 * HOUR_MS
  expect(await remindersDueSince(scene.db, dayBefore - 1)).toBeNull()
  await remindOfVisits(scene.deps, dayBefore - 1)
  expect(await told(dana)).toEqual([])
  expect(await remindersDueSince(scene.db, dayBefore)).toBe(dayBefore)
  await Promise.all([remindOfVisits(scene.deps, dayBefore), remindOfVisits(scene.deps, dayBefore)])
  await remindOfVisits(scene.deps, dayBefore + HOUR_MS)
  const titles = await told(dana)
  expect(titles).toHaveLength(1)
  expect(titles[0]).toMatch(/^Open house in .+: .*June 12.*10:00.*/)
  for (const who of others) expect(await told(who)).toEqual([])
})

it('who is registered is reminded again of an open house that was moved, unless that is on the last day', async () => {
  const { db } = server.database
  const now = Date.now()
  const at = (hours: number) => new Date(now + hours * HOUR_MS)
  const { id } = await db
    .insertInto('open_houses')
    .values({ property_id: propertyId, starts_at: at(20), ends_at: at(21), time_zone: 'America/Chicago' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dana = await server.addCustomer()
  const row = { open_house_id: id, customer_id: dana.id, state: 'registered', created_at: at(-48) } as const
  await db.insertInto('open_house_registrations').values(row).execute()
  const move = (start: Date, end: Date) =>
    server.call('PUT', `/account/api/open-houses/${id}`, {
      token: homes.token,
      body: { start, end, capacity: null, access_notes: null, grants_address: false, host_id: null },
    })
  const reminders = async () => (await told(dana)).filter((title) => title.startsWith('Open house in')).length

  await remindOfVisits(scene.deps, now)
  expect(await reminders()).toBe(1)
  expect((await move(at(60), at(61))).status).toBe(200)
  await remindOfVisits(scene.deps, now)
  expect(await reminders()).toBe(1)
  await remindOfVisits(scene.deps, now + 37 * HOUR_MS)
  expect(await reminders()).toBe(2)
  expect((await move(at(10), at(11))).status).toBe(200)
  await remindOfVisits(scene.deps, now)
  expect(await reminders()).toBe(2)
})

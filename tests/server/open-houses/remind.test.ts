import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasReminders, remindOfVisits } from '#server/open-houses/remind.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notificationScene } from '../notifications/scene.ts'

const HOUR_MS = 3_600_000
const START = Date.parse('2026-06-12T15:00:00.000Z')

let server: TestServer
let scene: ReturnType<typeof notificationScene>
let propertyId: number
beforeAll(async () => {
  server = await startTestServer()
  scene = notificationScene(server)
  propertyId = await server.addProperty((await server.addAccount()).id, '412 Live Oak St')
})
afterAll(() => server.close())

async function visit(cancelled_at: Date | null = null) {
  const { db } = server.database
  const { id } = await db
    .insertInto('open_houses')
    .values({
      ...{ property_id: propertyId, starts_at: new Date(START), ends_at: new Date(START + 2 * HOUR_MS) },
      ...{ time_zone: 'America/Chicago', cancelled_at },
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
const told = async (who: Person) => (await scene.list(who)).data.map(({ title }: { title: string }) => title)

it('who is registered is reminded a day before, once, and nobody else is', async () => {
  const [coming, off] = [await visit(), await visit(new Date(0))]
  const dana = await coming('registered', 48)
  const others = [await coming('waiting', 48), await coming('registered', 3), await off('registered', 48)]
  const dayBefore = START - 24 * HOUR_MS
  expect(await hasReminders(scene.db, dayBefore - 1)).toBe(false)
  await remindOfVisits(scene.deps, dayBefore - 1)
  expect(await told(dana)).toEqual([])
  expect(await hasReminders(scene.db, dayBefore)).toBe(true)
  await Promise.all([remindOfVisits(scene.deps, dayBefore), remindOfVisits(scene.deps, dayBefore)])
  await remindOfVisits(scene.deps, dayBefore + HOUR_MS)
  const titles = await told(dana)
  expect(titles).toHaveLength(1)
  expect(titles[0]).toMatch(/^Open house in .+: .*June 12.*10:00.*/)
  for (const who of others) expect(await told(who)).toEqual([])
})

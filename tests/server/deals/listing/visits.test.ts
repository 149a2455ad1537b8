/** A seller changes an open house: people get one notification of each change of its time, and places that are taken stay. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHouseById } from '#server/deals/open-houses/queries.ts'
import { whenOf } from '#server/deals/open-houses/visit-notifications.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notificationScene } from '../../notifications/centre/scene.ts'

const HOUR_MS = 3_600_000
const NOW_MS = Date.now()
const at = (hours: number) => new Date(NOW_MS + hours * HOUR_MS).toISOString()

let server: TestServer
let scene: ReturnType<typeof notificationScene>
let homes: Seller
beforeAll(async () => {
  server = await startTestServer()
  scene = notificationScene(server)
  scene.clock.nowMs = NOW_MS + HOUR_MS
  homes = await server.addAccount()
})
afterAll(() => server.close())

/** With these people registered. */
async function openHouse(people: readonly Person[], capacity: number | null = null) {
  const { db } = server.database
  const [start, end] = [at(48), at(50)]
  const { id } = await db
    .insertInto('open_houses')
    .values({
      property_id: await server.addProperty(homes.id),
      capacity,
      starts_at: new Date(start),
      ends_at: new Date(end),
      time_zone: 'America/Chicago',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { token } of people)
    expect((await server.call('PUT', `/customer/api/open-houses/${id}`, { token, body: {} })).status).toBe(
      200,
    )
  return {
    change: (more: { start?: string; end?: string; capacity?: number | null }) =>
      server.call('PUT', `/account/api/open-houses/${id}`, {
        token: homes.token,
        body: {
          start,
          end,
          capacity,
          access_notes: null,
          grants_address: false,
          host_id: null,
          ...more,
        },
      }),
    async when(): Promise<string> {
      const row = await openHouseById(db, id)
      if (!row) throw new Error('There is no such open house.')
      return whenOf(row)
    },
    capacity: async () => (await openHouseById(db, id))?.capacity,
  }
}

describe('another time of an open house', () => {
  /** Oldest first, in the bell and by mail. */
  async function notificationsOf(who: Person) {
    await scene.deliver()
    const isMove = (title: string | null): title is string => title?.startsWith('Moved: ') ?? false
    const bell = (await scene.list(who)).data.map(({ title }: { title: string }) => title)
    const mails = (await scene.mails(who)).map(({ subject }) => subject)
    return { bell: bell.filter(isMove).reverse(), mails: mails.filter(isMove) }
  }
  async function confirmed(): Promise<Person> {
    const who = await server.addCustomer()
    const theirs = { email_confirmed_at: new Date(0) }
    await server.database.db.updateTable('customers').set(theirs).where('id', '=', who.id).execute()
    return who
  }

  it('sends a notification also when the open house had this time before', async () => {
    const dana = await confirmed()
    const { change, when } = await openHouse([dana])
    const titles: string[] = []
    for (const hours of [60, 80, 60]) {
      expect((await change({ start: at(hours), end: at(hours + 2) })).status).toBe(200)
      titles.push(`Moved: open house on ${await when()}`)
      await scene.deliver()
    }
    expect(titles[2]).toBe(titles[0])
    expect(await notificationsOf(dana)).toEqual({ bell: titles, mails: titles })
  })

  it('sends a notification also when only the end changes', async () => {
    const dana = await confirmed()
    const { change, when } = await openHouse([dana])
    const titles: string[] = []
    for (const hours of [62, 63]) {
      await change({ start: at(60), end: at(hours) })
      titles.push(`Moved: open house on ${await when()}`)
      await scene.deliver()
    }
    expect(await notificationsOf(dana)).toEqual({ bell: titles, mails: titles })
  })

  it('sends one notification when the same change is sent twice', async () => {
    const dana = await confirmed()
    const { change } = await openHouse([dana])
    for (let n = 0; n < 2; n++) expect((await change({ start: at(60), end: at(62) })).status).toBe(200)
    const { bell, mails } = await notificationsOf(dana)
    expect([bell.length, mails.length]).toEqual([1, 1])
  })
})

describe('another capacity of an open house', () => {
  it('is refused below the places that are taken, and changes nothing', async () => {
    const people = [await server.addCustomer(), await server.addCustomer(), await server.addCustomer()]
    const { change, capacity } = await openHouse(people, 5)
    const { status, body } = await change({ capacity: 2 })
    expect([status, body.errors]).toEqual([
      422,
      { capacity: ['3 people are registered. Give it as many places at least.'] },
    ])
    expect(await capacity()).toBe(5)
    expect((await change({ capacity: 3 })).status).toBe(200)
    expect(await capacity()).toBe(3)
  })
})

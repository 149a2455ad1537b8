/** Owners are told what came into their saved searches: once, where they want it, at the hour they chose. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertsDueSince, notifyDueSearches } from '#server/matching/saved-searches/alerts.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { searchScene } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof searchScene>
let account: number
beforeAll(async () => {
  server = await startTestServer()
  scene = searchScene(server)
  account = (await server.addAccount()).id
})
afterAll(() => server.close({ graceMs: 0 }))

/**
 * Later than what was just written, by whichever clock: the database's is known here with the delay of its answer, and searches are
 * asked by this machine's.
 */
const now = () => Math.max(server.database.clock.now(), Date.now()) + 1000

/** As the rule of the clock does it. */
async function tell(nowMs: number): Promise<void> {
  const { db } = server.database
  if ((await alertsDueSince(db, nowMs)) === null) return
  const clock = { site: { origin: 'https://plat.example' }, nowMs: () => nowMs }
  await notifyDueSearches({ db, broadcaster: server.broadcaster, prefix: 'App', ...clock })
}

const bell = (who: Person) =>
  server.database.db
    .selectFrom('notifications')
    .select(['title', 'body', 'url', 'property_id'])
    .where('customer_id', '=', who.id)
    .orderBy('id')
    .execute()

const sent = async (who: Person): Promise<string[]> =>
  (
    await server.database.db
      .selectFrom('deliveries')
      .select('channel')
      .where('customer_id', '=', who.id)
      .execute()
  ).map(({ channel }) => channel)

/** Noon in New York in winter, later than any deal that a test adds by the machine's clock. */
const NOON_MS = Date.parse('2098-11-25T12:00:00-05:00')

describe('what came into a saved search', () => {
  it('is told at once and once, with where it can be seen', async () => {
    const dana = await server.addCustomer()
    const search = await scene.save(dana, 'price=501000-501000', { name: 'Flips' })
    const deal = await scene.deals.add(account, { price: 501_000, city: 'Waco', state: 'TX' })
    await scene.find()
    await Promise.all([tell(now()), tell(now())])
    await tell(now())
    expect(await bell(dana)).toEqual([
      {
        title: '1 new deal in “Flips”',
        body: '$501K in Waco, TX.',
        url: `/deals?${search.query}&saved=${search.id}`,
        property_id: deal,
      },
    ])
    expect(await sent(dana)).toEqual(['email'])
  })

  it('is told together when it came together, and not where its owner does not want it', async () => {
    const dana = await server.addCustomer()
    await scene.save(dana, 'price=502000-502000', { channels: [] })
    for (let count = 0; count < 4; count++) await scene.deals.add(account, { price: 502_000 })
    await scene.find()
    await tell(now())
    expect(await bell(dana)).toMatchObject([{ title: '4 new deals in “Mine”', property_id: null }])
    expect((await bell(dana))[0]?.body).toMatch(/; and 1 more\.$/)
    expect(await sent(dana)).toEqual([])
  })

  it('waits until eight in the morning where its owner lives, when they want it daily', async () => {
    const dana = await server.addCustomer()
    await server.database.db
      .updateTable('customers')
      .set({ time_zone: 'America/New_York' })
      .where('id', '=', dana.id)
      .execute()
    await scene.save(dana, 'price=503000-503000', { alert: 'daily' })
    await scene.deals.add(account, { price: 503_000 })
    await scene.find({ nowMs: () => NOON_MS })
    await tell(Date.parse('2098-11-26T07:59:00-05:00'))
    expect(await bell(dana)).toEqual([])
    await tell(Date.parse('2098-11-26T08:00:00-05:00'))
    expect(await bell(dana)).toHaveLength(1)
  })

  it('is not told when it left the search, was hidden, or alerts are off', async () => {
    const [dana, eli, fay] = [
      await server.addCustomer(),
      await server.addCustomer(),
      await server.addCustomer(),
    ]
    await scene.save(dana, 'price=504000-504000')
    await scene.save(eli, 'price=505000-505000')
    await scene.save(fay, 'price=504000-505000', { alert: 'off' })
    const left = await scene.deals.add(account, { price: 504_000 })
    const hidden = await scene.deals.add(account, { price: 505_000 })
    await scene.find()
    await scene.deals.change(left, { status: 1 })
    await scene.find()
    await server.call('PUT', `/customer/api/auth/hidden-deals/${hidden}`, { token: eli.token })
    await tell(now())
    expect([await bell(dana), await bell(eli), await bell(fay)]).toEqual([[], [], []])
  })

  it('waits for the hour of the new frequency when its owner chooses another', async () => {
    const dana = await server.addCustomer()
    const { db } = server.database
    await db.updateTable('customers').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', dana.id).execute()
    const search = await scene.save(dana, 'price=507000-507000', { alert: 'daily' })
    await scene.deals.add(account, { price: 507_000 })
    await scene.find()
    const due = async () => {
      const of = db.selectFrom('saved_searches').select('alert_at').where('id', '=', search.id)
      return (await of.executeTakeFirstOrThrow()).alert_at ?? new Date(0)
    }
    for (const [alert, days] of [
      ['weekly', /^Mon,? 08:00$/],
      ['daily', /^\w{3},? 08:00$/],
    ] as const) {
      await scene.change(dana, search, { alert })
      await tell(now())
      expect(await bell(dana)).toEqual([])
      const wall = { timeZone: 'Asia/Tokyo', weekday: 'short', hour: '2-digit', minute: '2-digit' } as const
      expect((await due()).toLocaleString('en-US', { ...wall, hourCycle: 'h23' })).toMatch(days)
    }
    await scene.change(dana, search, { alert: 'instant' })
    await tell(now())
    expect(await bell(dana)).toHaveLength(1)
  })

  it('found while alerts were off is not told when they are turned on', async () => {
    const dana = await server.addCustomer()
    const search = await scene.save(dana, 'price=506000-506000', { alert: 'off' })
    await scene.deals.add(account, { price: 506_000 })
    await scene.find()
    await scene.change(dana, search, { alert: 'instant' })
    await tell(now())
    expect(await bell(dana)).toEqual([])
    expect((await scene.list(dana))[0]?.new_count).toBe(1)
  })
})

/** The switch of the marks of seen deals: off deletes what the server keeps of them, and no more is kept. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Buyer, IN_WACO, matchingScene } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof matchingScene>
let one: number
let two: number
let dana: Buyer
let eli: Buyer
beforeAll(async () => {
  server = await startTestServer()
  scene = matchingScene(server)
  const account = (await server.addAccount()).id
  one = await scene.deals.add(account, IN_WACO)
  two = await scene.deals.add(account, IN_WACO)
})
beforeEach(async () => {
  dana = await scene.buyer()
  eli = await scene.buyer()
  await scene.matchBoxes()
})
afterAll(() => server.close({ graceMs: 0 }))

const see = (who: Buyer, ...property_ids: number[]) =>
  scene.call(who, 'PUT', '/auth/feed/seen', { property_ids })
const visit = (who: Buyer) => scene.call(who, 'PUT', '/auth/deals-visit')
const turn = (who: Buyer, is_on: boolean) => scene.call(who, 'PUT', '/auth/seen-deals', { is_on })
const seen = (who: Buyer) => scene.call(who, 'GET', '/auth/seen-deals')
const stored = async ({ id }: Buyer) => {
  const of = (table: 'deal_marks' | 'deal_visits') =>
    server.database.db.selectFrom(table).selectAll().where('customer_id', '=', id).execute()
  return { marks: await of('deal_marks'), visits: await of('deal_visits') }
}

it('is on until it is turned off', async () => {
  await see(dana, one)
  expect(await seen(dana)).toEqual({ property_ids: [one], is_on: true })
})

it('off deletes seen deals and visits, keeps hidden deals, and leaves everybody else alone', async () => {
  for (const who of [dana, eli]) {
    await see(who, one, two)
    await visit(who)
    await scene.call(who, 'PUT', `/auth/hidden-deals/${two}`)
  }
  await turn(dana, false)
  const { marks, visits } = await stored(dana)
  expect(visits).toEqual([])
  expect(marks).toMatchObject([{ property_id: two, seen_at: null, hidden_at: expect.any(Date) }])
  expect(await seen(dana)).toEqual({ property_ids: [], is_on: false })
  expect((await stored(eli)).marks).toHaveLength(2)
  expect((await stored(eli)).visits).toHaveLength(1)
})

it('while it is off nothing is kept and nothing is new; on, it begins with nothing', async () => {
  await turn(dana, false)
  expect(await see(dana, one)).toEqual({ new_count: 0 })
  expect([await visit(dana), await visit(dana)]).toEqual([{ before_at: null }, { before_at: null }])
  expect(await stored(dana)).toEqual({ marks: [], visits: [] })
  const { data, new_count } = await scene.feed(dana)
  expect(new_count).toBe(0)
  expect(data.every((entry: { seen_at: string | null }) => entry.seen_at !== null)).toBe(true)
  expect(await scene.ids(dana, '?only=new')).toEqual([])
  await turn(dana, true)
  expect(await seen(dana)).toEqual({ property_ids: [], is_on: true })
  expect(await see(dana, one)).toEqual({ new_count: 1 })
})

it('marks that are being made while it is turned off are not kept', async () => {
  const calls = Array.from({ length: 12 }, (_, at) =>
    at === 6 ? turn(dana, false) : at % 2 ? see(dana, one, two) : visit(dana),
  )
  await Promise.all(calls)
  expect(await stored(dana)).toEqual({ marks: [], visits: [] })
})

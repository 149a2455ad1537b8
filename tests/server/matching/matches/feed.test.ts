/** The feed “For you”: the latest found first, what was seen and hidden, and pages of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEED_PAGE } from '#shared/contract/match-limits.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Buyer, IN_WACO, matchingScene } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof matchingScene>
let dana: Buyer
let eli: Buyer
/** By the day they were published, the latest first. */
let ids: number[]
const COUNT = FEED_PAGE + 2
beforeAll(async () => {
  server = await startTestServer()
  scene = matchingScene(server)
  const account = (await server.addAccount()).id
  ids = []
  for (let day = 1; day <= COUNT; day++) {
    const published_at = new Date(Date.UTC(2026, 0, day))
    ids.unshift(await scene.deals.add(account, { ...IN_WACO, published_at }))
  }
  dana = await scene.buyer()
  eli = await scene.buyer()
  await scene.matchBoxes()
})
afterAll(() => server.close({ graceMs: 0 }))

const hide = (who: Buyer, id: number) => scene.call(who, 'PUT', `/auth/hidden-deals/${id}`)
const show = (who: Buyer, id: number) => scene.call(who, 'DELETE', `/auth/hidden-deals/${id}`)
const see = (who: Buyer, property_ids: number[]) =>
  scene.call(who, 'PUT', '/auth/feed/seen', { property_ids })

describe('the feed', () => {
  it('has the latest first, and every deal once over its pages', async () => {
    const first = await scene.feed(dana)
    const second = await scene.feed(dana, `?before=${first.next}`)
    const found = [...first.data, ...second.data].map((entry: { property_id: number }) => entry.property_id)
    expect(found).toEqual(ids)
    expect([first.data.length, second.next]).toEqual([FEED_PAGE, null])
  })

  it('says of which deals are new, for each person by themselves', async () => {
    const [one = 0, two = 0] = ids
    expect(await see(dana, [one, two])).toEqual({ new_count: COUNT - 2 })
    const { data, new_count } = await scene.feed(dana)
    const seen = data.filter((entry: { seen_at: string | null }) => entry.seen_at !== null)
    expect(seen.map((entry: { property_id: number }) => entry.property_id)).toEqual([one, two])
    expect(await scene.ids(dana, '?only=seen')).toEqual([one, two])
    expect((await scene.ids(dana, '?only=new'))[0]).toBe(ids[2])
    expect([new_count, (await scene.feed(eli)).new_count]).toEqual([COUNT - 2, COUNT])
  })

  it('what was seen keeps its time, and what does not exist is passed over', async () => {
    const [one = 0] = ids
    await see(dana, [one])
    const [{ seen_at }] = (await scene.feed(dana)).data
    await see(dana, [one, 999_999])
    expect((await scene.feed(dana)).data[0].seen_at).toBe(seen_at)
  })

  it('who looked at what is known on their other devices, and to nobody else', async () => {
    const [one = 0] = ids
    const fay = await server.addCustomer()
    const seen = async (who: { token: string }) =>
      (await server.call('GET', '/customer/api/auth/seen-deals', { token: who.token })).body.property_ids
    await see(dana, [one])
    expect([(await seen(dana)).includes(one), await seen(fay)]).toEqual([true, []])
  })

  it('leaves out what was hidden, until it is shown again', async () => {
    const [one = 0, two = 0] = ids
    await hide(eli, one)
    await hide(eli, one)
    expect((await scene.ids(eli))[0]).toBe(two)
    expect((await scene.call(eli, 'GET', '/auth/hidden-deals')).data).toMatchObject([{ property_id: one }])
    await show(eli, one)
    expect((await scene.ids(eli))[0]).toBe(one)
    expect((await scene.call(eli, 'GET', '/auth/hidden-deals')).data).toEqual([])
  })

  it('tells the other tabs and devices of the same person that it changed', async () => {
    server.said.length = 0
    await see(dana, ids.slice(3, 4))
    expect(server.said).toMatchObject([
      { channel: `App.Models.Customer.${dana.id}.Session`, event: 'FeedUpdated' },
    ])
  })

  it('refuses a page mark it never gave, and more deals than one page at once', async () => {
    const { token } = dana
    const wrong = await server.call('GET', '/customer/api/auth/feed?before=yesterday', { token })
    const body = { property_ids: Array.from({ length: 101 }, (_, index) => index + 1) }
    const many = await server.call('PUT', '/customer/api/auth/feed/seen', { token, body })
    expect([wrong.status, many.status]).toEqual([422, 422])
  })

  it('a draft cannot be hidden: it answers like one that does not exist', async () => {
    const account = (await server.addAccount()).id
    const draft = await scene.deals.add(account, { listing: 'draft' })
    const ask = (id: number) =>
      server.call('PUT', `/customer/api/auth/hidden-deals/${id}`, { token: dana.token })
    expect([(await ask(draft)).status, (await ask(999_999)).status]).toEqual([404, 404])
  })
})

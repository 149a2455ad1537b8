import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { matchesDueSince, notifyMatches } from '#server/matching/matches/notify-matches.ts'

import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notificationScene } from '../../notifications/centre/scene.ts'
import { type Buyer, IN_WACO, matchingScene, upTo } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof notificationScene>
let matching: ReturnType<typeof matchingScene>
let seller: Seller
let dana: Buyer
beforeAll(async () => {
  server = await startTestServer()
  scene = notificationScene(server)
  matching = matchingScene(server)
})
beforeEach(async () => {
  seller = await server.addAccount()
  dana = await matching.buyer([upTo(200_000)])
  await matching.matchBoxes()
})
afterAll(() => server.close())

const publish = (price = 150_000) =>
  matching.deals.add(seller.id, { ...IN_WACO, price, beds: 3, is_street_shown: false })
async function told(who: Person) {
  await matching.matchDeals()
  if ((await matchesDueSince(scene.db, scene.clock.nowMs)) !== null) await notifyMatches(scene.deps)
  return (await scene.list(who)).data
}

describe('news of matches', () => {
  it('a deal that came is told once, with its score and why, and without a hidden street', async () => {
    const id = await publish()
    const [news, ...others] = await told(dana)
    expect(others).toEqual([])
    expect(news).toMatchObject({ type: 'new_match', property_id: id, url: `/property/${id}` })
    expect(news.title).toBe('New match: $150,000 · 3 bd · Waco, TX')
    expect(news.body).toMatch(/^It scores \d+ of 100 for “.+”\. .+/)
    expect(await told(dana)).toHaveLength(1)
  })

  it('a narrow miss is told to nobody', async () => {
    await publish(200_001)
    expect(await told(dana)).toEqual([])
  })

  it('many at a time come as one', async () => {
    for (let count = 0; count < 5; count++) await publish(150_000 + count)
    const news = await told(dana)
    expect(news).toMatchObject([{ title: '5 new deals fit your buy boxes', url: '/for-you' }])
  })

  it('more that come before these were read are added to them, and a line that was read stays as it is', async () => {
    for (let count = 0; count < 5; count++) await publish(150_000 + count)
    await told(dana)
    for (let count = 0; count < 4; count++) await publish(140_000 + count)
    const news = await told(dana)
    expect(news).toMatchObject([{ title: '9 new deals fit your buy boxes', url: '/for-you', read_at: null }])
    await matching.call(dana, 'PUT', '/auth/notifications/read', { ids: [news[0].id] })
    for (let count = 0; count < 4; count++) await publish(130_000 + count)
    expect((await told(dana)).map(({ title }: { title: string }) => title)).toEqual([
      '4 new deals fit your buy boxes',
      '9 new deals fit your buy boxes',
    ])
  })

  it('what an old deal fits in a new box is no news', async () => {
    await publish()
    await matching.matchDeals()
    const eli = await matching.buyer([upTo(200_000)])
    await matching.matchBoxes()
    await notifyMatches(scene.deps)
    expect((await scene.list(eli)).data).toEqual([])
  })

  it('a deal that was hidden or seen meanwhile is told no more', async () => {
    const [hidden, seen] = [await publish(), await publish()]
    await matching.matchDeals()
    await matching.call(dana, 'PUT', `/auth/hidden-deals/${hidden}`)
    await matching.call(dana, 'PUT', '/auth/feed/seen', { property_ids: [seen] })
    expect(await told(dana)).toEqual([])
  })

  it('a box says how loud it is told: by mail too, in the bell alone until its digest, or not at all', async () => {
    const people = [dana, await matching.buyer([upTo(200_000)]), await matching.buyer([upTo(200_000)])]
    const { db } = scene
    for (const [index, notify] of (['instant', 'weekly', 'off'] as const).entries()) {
      const { id, boxId } = people[index] ?? dana
      await db.updateTable('buy_boxes').set({ notify }).where('id', '=', boxId).execute()
      const instant = { type: 'new_match', channel: 'email', frequency: 'instant' } as const
      await db
        .insertInto('notification_preferences')
        .values({ customer_id: id, ...instant })
        .execute()
    }
    await matching.matchBoxes()
    await publish()
    await matching.matchDeals()
    await notifyMatches(scene.deps)
    const counts = await Promise.all(
      people.map(async (who) => [(await scene.list(who)).data.length, (await scene.states(who)).length]),
    )
    expect(counts).toEqual([
      [1, 1],
      [1, 0],
      [0, 0],
    ])
  })

  it('two nodes at it tell it once', async () => {
    await publish()
    await matching.matchDeals()
    await Promise.all([notifyMatches(scene.deps), notifyMatches(scene.deps)])
    expect((await scene.list(dana)).data).toHaveLength(1)
  })

  it('a deal that comes just before a box changes is told, and once', async () => {
    const change = (price: number) =>
      matching.call(dana, 'PUT', `/buy-boxes/${dana.boxId}`, { criteria: [upTo(price)] })
    await publish()
    await change(210_000)
    await matching.matchBoxes()
    expect(await told(dana)).toHaveLength(1)
    await publish(160_000)
    await change(220_000)
    // Its boxes are asked later than the deals are.
    await matching.matchDeals()
    await matching.matchBoxes()
    expect(await told(dana)).toHaveLength(2)
    expect(await told(dana)).toHaveLength(2)
  })

  it('a deal edited ten times in a minute is told once, as it is in the end', async () => {
    const id = await publish(150_000)
    for (let times = 1; times <= 10; times++) {
      await matching.deals.change(id, { price: 150_000 + times })
      await matching.matchDeals({ quietMs: 20_000 })
      // Its buyer says what a deal is no good for: then all deals are held against the boxes.
      await matching.call(dana, 'PUT', `/match-feedback/${id}`, { reason: 'area' })
      await matching.matchBoxes()
      await notifyMatches(scene.deps)
    }
    expect((await scene.list(dana)).data).toEqual([])
    expect(await told(dana)).toMatchObject([{ title: 'New match: $150,010 · 3 bd · Waco, TX' }])
    expect((await matching.ids(dana)).filter((one) => one === id)).toEqual([id])
  })

  it('a deal that fits no more when it was left alone is not told', async () => {
    const id = await publish()
    await matching.matchDeals()
    await matching.deals.change(id, { price: 250_000 })
    await notifyMatches(scene.deps)
    expect(await told(dana)).toEqual([])
  })
})

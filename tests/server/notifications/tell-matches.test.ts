import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tellMatches } from '#server/notifications/tell-matches.ts'

import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Buyer, IN_WACO, matchingScene, upTo } from '../matching/scene.ts'
import { notificationScene } from './scene.ts'

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
  await tellMatches(scene.deps)
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

  it('what an old deal fits in a new box is no news', async () => {
    await publish()
    await matching.matchDeals()
    const eli = await matching.buyer([upTo(200_000)])
    await matching.matchBoxes()
    await tellMatches(scene.deps)
    expect((await scene.list(eli)).data).toEqual([])
  })

  it('a deal that was hidden or seen meanwhile is told no more', async () => {
    const [hidden, seen] = [await publish(), await publish()]
    await matching.matchDeals()
    await matching.call(dana, 'PUT', `/auth/hidden-deals/${hidden}`)
    await matching.call(dana, 'PUT', '/auth/feed/seen', { property_ids: [seen] })
    expect(await told(dana)).toEqual([])
  })

  it('two nodes at it tell it once', async () => {
    await publish()
    await matching.matchDeals()
    await Promise.all([tellMatches(scene.deps), tellMatches(scene.deps)])
    expect((await scene.list(dana)).data).toHaveLength(1)
  })
})

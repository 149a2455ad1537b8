/** Buyers are not sent a deal that its seller took down or sold: not by a blast, a digest or a reply, and not by a blast that was planned before. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { campaignScene } from './scene.ts'

const OFF_MARKET = 'This property is off the market. Put it back on the market, or choose another one.'

let server: TestServer
let scene: ReturnType<typeof campaignScene>
let homes: Seller
beforeAll(async () => {
  server = await startTestServer({ limits: { campaignsPerMinute: 1000 } })
  scene = campaignScene(server)
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  ;({ homes } = await scene.begin())
})

const takeDown = async (id: number) => {
  const path = `/account/api/properties/${id}/status`
  expect((await server.call('PUT', path, { token: homes.token, body: { status: 'removed' } })).status).toBe(
    200,
  )
}

describe('a deal that is sold', () => {
  const SOLD = 'This property is sold. Choose another one.'
  const sell = (id: number) =>
    server.call('PUT', `/account/api/properties/${id}/status`, {
      token: homes.token,
      body: { status: 'sold' },
    })

  it('is marked in the list to choose from, and refused in a blast, its test and its preview, and in a digest', async () => {
    const dana = await scene.buyer(homes)
    const [kept, sold] = [await server.addProperty(homes.id), await server.addProperty(homes.id)]
    expect((await sell(sold)).status).toBe(200)
    const { body } = await server.call('GET', '/account/api/properties', { token: homes.token })
    expect(body.data.map(({ id, is_sold }: { id: number; is_sold: boolean }) => [id, is_sold])).toEqual([
      [sold, true],
      [kept, false],
    ])
    const words = { channel: 'sms', message: 'New in Waco', property_id: sold }
    for (const [path, asked, field] of [
      ['/blasts', { ...words, audience: {} }, 'property_id'],
      ['/blasts/preview', words, 'property_id'],
      ['/blasts/test', words, 'property_id'],
      ['/deals-digests', { message: 'Two', audience: {}, property_ids: [kept, sold] }, 'property_ids.1'],
    ] as const) {
      const refused = await scene.post(homes, path, asked)
      expect([path, refused.status, refused.body.errors?.[field]]).toEqual([path, 422, [SOLD]])
    }
    // A reply may still be about it.
    const reply = await scene.post(homes, `/customers/${dana.id}/text-messages`, { property_id: sold })
    expect(reply.status).toBe(201)
  })

  it('does not go out by a blast that was planned before', async () => {
    await scene.buyer(homes)
    const id = await server.addProperty(homes.id)
    const send_at = new Date(Date.now() + 3_600_000).toISOString()
    const blast = await scene.blast(homes, { property_id: id, send_at })
    await sell(id)
    await scene.sendDue(Date.now() + 7_200_000)
    expect(await scene.campaign(homes, blast)).toMatchObject({
      stats: { audience: 1, sent: 0, left_out: { off_market: 1 } },
    })
  })
})

describe('a deal that was taken down', () => {
  it('can be chosen nowhere', async () => {
    const [kept, removed] = [await server.addProperty(homes.id), await server.addProperty(homes.id)]
    await takeDown(removed)
    const { body } = await server.call('GET', '/account/api/properties', { token: homes.token })
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([kept])
  })

  it('is refused in a blast, its test and its preview, in a digest and in a reply', async () => {
    const dana = await scene.buyer(homes)
    const [kept, removed] = [await server.addProperty(homes.id), await server.addProperty(homes.id)]
    await takeDown(removed)
    const words = { channel: 'sms', message: 'New in Waco', audience: {}, property_id: removed }
    for (const [path, body, field] of [
      ['/blasts', words, 'property_id'],
      ['/blasts/preview', words, 'property_id'],
      ['/deals-digests', { message: 'Two', audience: {}, property_ids: [kept, removed] }, 'property_ids.1'],
      [`/customers/${dana.id}/text-messages`, { property_id: removed }, 'property_id'],
    ] as const) {
      const refused = await scene.post(homes, path, body)
      expect([path, refused.status, refused.body.errors?.[field]]).toEqual([path, 422, [OFF_MARKET]])
    }
    expect(await scene.thread(homes, dana)).toEqual([])
  })

  it('does not go out by a blast that was planned before; a digest goes out without it', async () => {
    const dana = await scene.buyer(homes)
    const [kept, removed] = [await server.addProperty(homes.id), await server.addProperty(homes.id)]
    const send_at = new Date(Date.now() + 3_600_000).toISOString()
    const blast = await scene.blast(homes, { property_id: removed, send_at })
    const digest = await scene.post(homes, '/deals-digests', {
      message: 'Two of ours',
      audience: {},
      property_ids: [removed, kept],
      send_at,
    })
    expect(digest.status).toBe(201)
    await takeDown(removed)
    await scene.sendDue(Date.now() + 7_200_000)
    expect(await scene.thread(homes, dana)).toMatchObject([{ property: { id: kept } }])
    expect(await scene.campaign(homes, blast)).toMatchObject({
      state: 'sent',
      stats: { audience: 1, sent: 0, left_out: { off_market: 1 } },
    })
  })
})

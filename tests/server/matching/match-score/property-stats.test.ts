/** The scores that ride on a profile: those of the browser's own function, and what the customer declined moves them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MATCH_FEEDBACK_MAX } from '#shared/contract/limits.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { declinedOf } from '#shared/rules/matching/declined-of.ts'
import { bestMatch } from '#shared/rules/matching/score.ts'
import { scoredBoxOf } from '#shared/rules/matching/scored-box.ts'
import { scoredDealAt } from '#shared/rules/matching/scored-deal.ts'
import { tasteOf } from '#shared/rules/matching/taste.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { type DealScene, dealScene } from '../../deals/list/scene.ts'

let server: TestServer
let deals: DealScene
let account: number
const ids = { waco: 0, dear: 0, sold: 0, katy: 0 }
beforeAll(async () => {
  server = await startTestServer()
  deals = dealScene(server)
  account = (await server.addAccount()).id
  const inWaco = { city: 'Waco', county: 'McLennan', state: 'TX', zip: '76701', arv: 240_000 }
  ids.waco = await deals.add(account, { ...inWaco, price: 120_000 })
  ids.dear = await deals.add(account, { ...inWaco, zip: '76704', price: 192_000 })
  ids.sold = await deals.add(account, { ...inWaco, price: 120_000, status: 2 })
  ids.katy = await deals.add(account, { city: 'Katy', county: 'Harris', state: 'TX', zip: '77449' })
})
afterAll(() => server.close({ graceMs: 0 }))

const WACO = {
  place_id: 'gaz:city:4739526',
  formatted_address: 'Waco, TX',
  types: ['locality'],
  within: ['gaz:state:TX'],
  geometry: { location: { lat: 31.55, lng: -97.15 } },
}
const PRICE = { key: 'price', max: 160_000, is_hard: false, is_locked: true, source: 'manual' }

/** Who buys in Waco up to $160,000. */
async function buyer(): Promise<Person & { boxId: number }> {
  const person = await server.addCustomer()
  const { token } = person
  const { body } = await server.call('POST', '/customer/api/auth/geotags', {
    token,
    body: { status: 'OK', results: [WACO] },
  })
  const boxId = body.data.buy_box_id
  await server.call('PUT', `/customer/api/buy-boxes/${boxId}`, { token, body: { criteria: [PRICE] } })
  return { ...person, boxId }
}
const stats = async ({ token }: Person) =>
  (await server.call('GET', '/customer/api/auth/user', { token })).body.data.property_stats
const decline = (who: Person, id: number, reason: string) =>
  server.call('PUT', `/customer/api/match-feedback/${id}`, { token: who.token, body: { reason } })
const takeBack = (who: Person, id: number) =>
  server.call('DELETE', `/customer/api/match-feedback/${id}`, { token: who.token })

/** As a browser works them out, from what it is sent. */
async function ownScores({ token }: Person) {
  const [boxes, feedback] = await Promise.all(
    ['buy-boxes', 'match-feedback'].map(async (path) =>
      server.call('GET', `/customer/api/${path}`, { token }),
    ),
  )
  const table = parseDealList(await deals.list())
  const taste = tasteOf(feedback?.body.data.map(declinedOf) ?? [])
  return [ids.waco, ids.dear].map((id) => {
    const match = bestMatch(
      scoredDealAt(table, table.rowOf(id)),
      boxes?.body.data.map(scoredBoxOf) ?? [],
      taste,
    )
    return { property_id: id, ai_score: (match?.score ?? 0) / 100 }
  })
}

describe('the scores on a profile', () => {
  it('are those a browser works out, from 0 to 1, of available deals in the target markets', async () => {
    const dana = await buyer()
    const scores = await stats(dana)
    expect(scores).toEqual(await ownScores(dana))
    // Location 35, price and margin 25, and six tenths of the 40 that nothing is asked of. The other's price is 20% over, 0.2 of
    // what it may be, and its margin of 20% two thirds of what is full: 11.
    expect(scores).toEqual([
      { property_id: ids.waco, ai_score: 0.84 },
      { property_id: ids.dear, ai_score: 0.7 },
    ])
  })

  it('are none for a box that asks for nothing yet', async () => {
    const dana = await server.addCustomer()
    await server.call('POST', '/customer/api/buy-boxes', { token: dana.token, body: { name: 'Later' } })
    expect(await stats(dana)).toEqual([])
  })

  it('are none for who has no buy box, and none while it is paused', async () => {
    expect(await stats(await server.addCustomer())).toEqual([])
    const dana = await buyer()
    const body = { is_paused: true }
    await server.call('PUT', `/customer/api/buy-boxes/${dana.boxId}`, { token: dana.token, body })
    expect(await stats(dana)).toEqual([])
  })

  it('follow a deal that changes', async () => {
    const dana = await buyer()
    await stats(dana)
    await deals.change(ids.dear, { price: 120_000 })
    expect((await stats(dana)).map(({ ai_score }: { ai_score: number }) => ai_score)).toEqual([0.84, 0.84])
    await deals.change(ids.dear, { price: 192_000 })
  })

  it('fall for deals like one that was declined, and are as before when that is taken back', async () => {
    const dana = await buyer()
    const before = await stats(dana)
    const { body } = await decline(dana, ids.waco, 'area')
    expect(body.data).toMatchObject([{ property_id: ids.waco, reason: 'area', zip: '76701' }])
    const after = await stats(dana)
    expect(after).toEqual((await ownScores(dana)).toSorted((a, b) => b.ai_score - a.ai_score))
    expect(after.find((one: { property_id: number }) => one.property_id === ids.waco).ai_score).toBeLessThan(
      0.75,
    )
    expect((await takeBack(dana, ids.waco)).body.data).toEqual([])
    expect(await stats(dana)).toEqual(before)
  })
})

describe('what was declined', () => {
  it('has one reason a deal, the latest', async () => {
    const dana = await server.addCustomer()
    await decline(dana, ids.waco, 'price')
    expect((await decline(dana, ids.waco, 'seller')).body.data).toMatchObject([
      { reason: 'seller', account_id: account, arv_percentage: 50 },
    ])
  })

  it('says nothing of a deal that is not listed', async () => {
    const dana = await server.addCustomer()
    const draft = await deals.add(account, { listing: 'draft' })
    expect((await decline(dana, draft, 'price')).status).toBe(404)
    expect((await decline(dana, 987_654, 'price')).status).toBe(404)
    expect((await decline(dana, ids.waco, 'mood')).status).toBe(422)
  })

  it('has an end', async () => {
    const dana = await server.addCustomer()
    const { db } = server.database
    const house = { account_id: account, address: '9 Elm St', city: 'Waco', state: 'TX', zip: '76701' }
    const rows = await db
      .insertInto('properties')
      .values(Array.from({ length: MATCH_FEEDBACK_MAX }, () => ({ ...house, price: 1, arv: 2, sqft: 900 })))
      .returning('id')
      .execute()
    const answer = { customer_id: dana.id, reason: 'price' as const }
    await db
      .insertInto('match_feedback')
      .values(rows.map(({ id }) => ({ ...answer, property_id: id })))
      .execute()
    expect((await decline(dana, rows[0]?.id ?? 0, 'area')).status).not.toBe(409)
    expect((await decline(dana, ids.waco, 'price')).status).toBe(409)
  })
})

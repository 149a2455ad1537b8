/** Who keeps a deal is told of a lower price and another status: each change once, and what was taken back at once not at all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifyFavouriteChanges } from '#server/deals/favourites/notify-changes.ts'
import { findNewDeals } from '#server/matching/saved-searches/find-new-deals.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { dealScene } from '../list/scene.ts'

let server: TestServer
let deals: ReturnType<typeof dealScene>
let account: number
beforeAll(async () => {
  server = await startTestServer()
  deals = dealScene(server)
  account = (await server.addAccount()).id
})
afterAll(() => server.close({ graceMs: 0 }))

async function keeper(price: number): Promise<{ dana: Person; deal: number }> {
  const dana = await server.addCustomer()
  const deal = await deals.add(account, { price, city: 'Waco', state: 'TX' })
  const body = { property_id: deal }
  await server.call('POST', '/customer/api/properties/favourites', { token: dana.token, body })
  return { dana, deal }
}

const tell = () => {
  const { db } = server.database
  const telling = {
    db,
    broadcaster: server.broadcaster,
    prefix: 'App',
    site: { origin: '' },
    nowMs: Date.now,
  }
  return findNewDeals({
    db,
    secret: 'a secret for tests only',
    nowMs: Date.now,
    quietMs: 0,
    alsoTell: (ids) => notifyFavouriteChanges(telling, ids),
  })
}

const told = async (who: Person): Promise<string[]> => {
  const rows = await server.database.db
    .selectFrom('notifications')
    .select('title')
    .where('customer_id', '=', who.id)
    .orderBy('id')
    .execute()
  return rows.map(({ title }) => title)
}

describe('who keeps a deal', () => {
  it('is told that its price fell, and not that it rose', async () => {
    const { dana, deal } = await keeper(200_000)
    await deals.change(deal, { price: 185_000 })
    await Promise.all([tell(), tell()])
    await deals.change(deal, { price: 190_000 })
    await tell()
    await deals.change(deal, { price: 188_000 })
    await tell()
    expect(await told(dana)).toEqual([
      'Price dropped by $15,000 to $185,000',
      'Price dropped by $2,000 to $188,000',
    ])
    const page = await server.call('GET', `/customer/api/properties/${deal}`, { token: dana.token })
    expect(page.body.data.customer).toMatchObject({ is_favourite: true, favourite_price: 200_000 })
  })

  it('is told of the sum of several changes that came together, and of none that was taken back', async () => {
    const { dana, deal } = await keeper(200_000)
    for (const price of [195_000, 150_000, 180_000]) await deals.change(deal, { price })
    await tell()
    await deals.change(deal, { price: 170_000 })
    await deals.change(deal, { price: 180_000 })
    await tell()
    expect(await told(dana)).toEqual(['Price dropped by $20,000 to $180,000'])
  })

  it('is told of another status, and that it is gone', async () => {
    const { dana, deal } = await keeper(200_000)
    await deals.change(deal, { status: 1 })
    await tell()
    await deals.change(deal, { listing: 'removed', price: 1 })
    await tell()
    expect(await told(dana)).toEqual([
      'A deal that you saved is pending',
      'A deal that you saved is no longer listed',
    ])
  })

  it('is told which deal it is, as far as everybody may know', async () => {
    const { dana, deal } = await keeper(200_000)
    await deals.change(deal, { address: '9 Cedar St', zip: '76701', price: 190_000 })
    await tell()
    await deals.change(deal, { is_street_shown: false, price: 180_000 })
    await tell()
    await deals.change(deal, { is_street_shown: true, listing: 'removed' })
    await tell()
    const rows = await server.database.db
      .selectFrom('notifications')
      .select('body')
      .where('customer_id', '=', dana.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ body }) => body)).toEqual([
      '9 Cedar St, Waco, TX 76701, a deal that you saved.',
      'Waco, TX 76701, a deal that you saved.',
      'Waco, TX 76701, $180,000',
    ])
  })

  it('hears nothing of another change, nor who has let it go', async () => {
    const { dana, deal } = await keeper(200_000)
    await deals.change(deal, { title: 'Another title' })
    await tell()
    await server.call('DELETE', `/customer/api/properties/favourites/${deal}`, { token: dana.token })
    await deals.change(deal, { price: 100_000 })
    await tell()
    expect(await told(dana)).toEqual([])
  })
})

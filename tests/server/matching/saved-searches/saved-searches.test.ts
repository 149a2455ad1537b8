/** Saved searches: what comes into them is new once, what passed before is not, and each is its owner's alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAVED_SEARCHES_MAX } from '#shared/contract/search-limits.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { searchScene } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof searchScene>
let dana: Person
let account: number
beforeAll(async () => {
  server = await startTestServer()
  scene = searchScene(server)
  dana = await server.addCustomer()
  account = (await server.addAccount()).id
})
afterAll(() => server.close({ graceMs: 0 }))

/** A list of its own for each test: deals at a price nobody else uses. */
let lastPrice = 1_000_000
const atOwnPrice = () => {
  lastPrice += 1000
  return { price: lastPrice, query: `price=${lastPrice}-${lastPrice}` }
}

describe('what is new in a saved search', () => {
  it('is a deal that was published since, and not one that passed before', async () => {
    const { price, query } = atOwnPrice()
    const before = await scene.deals.add(account, { price })
    const search = await scene.save(dana, query)
    await scene.deals.change(before, { title: 'Another title' })
    const after = await scene.deals.add(account, { price })
    await scene.find()
    expect(await scene.news(dana, search)).toEqual([after])
  })

  it('is a deal whose price fell into it', async () => {
    const { price, query } = atOwnPrice()
    const deal = await scene.deals.add(account, { price: price + 50 })
    const search = await scene.save(dana, query)
    await scene.deals.change(deal, { price })
    await scene.find()
    expect(await scene.news(dana, search)).toEqual([deal])
  })

  it('is not what left it again, and what comes back is not new twice', async () => {
    const { price, query } = atOwnPrice()
    const search = await scene.save(dana, query)
    const deal = await scene.deals.add(account, { price })
    await scene.find()
    await scene.deals.change(deal, { status: 1 })
    await scene.find()
    expect(await scene.news(dana, search)).toEqual([])
    await scene.look(dana, search)
    await scene.deals.change(deal, { status: 0 })
    await scene.find()
    expect(await scene.news(dana, search)).toEqual([])
  })

  it('begins at zero when the search was looked at, and leaves out what its owner has hidden', async () => {
    const { price, query } = atOwnPrice()
    const search = await scene.save(dana, query)
    await scene.deals.add(account, { price })
    await scene.find()
    expect((await scene.look(dana, search)).new_count).toBe(0)
    const hidden = await scene.deals.add(account, { price })
    const shown = await scene.deals.add(account, { price })
    await scene.find()
    await server.call('PUT', `/customer/api/auth/hidden-deals/${hidden}`, { token: dana.token })
    expect(await scene.news(dana, search)).toEqual([shown])
  })

  it('begins anew with another query', async () => {
    const [first, second] = [atOwnPrice(), atOwnPrice()]
    await scene.deals.add(account, { price: second.price })
    const search = await scene.save(dana, first.query)
    await scene.deals.add(account, { price: first.price })
    await scene.find()
    const changed = await scene.change(dana, search, { query: second.query })
    expect([changed.new_count, changed.query]).toEqual([0, expect.stringContaining('price=')])
    const deal = await scene.deals.add(account, { price: second.price })
    await scene.find()
    expect(await scene.news(dana, search)).toEqual([deal])
  })

  it('waits until nobody has changed the deal for a while', async () => {
    const { price, query } = atOwnPrice()
    const search = await scene.save(dana, query)
    await scene.deals.add(account, { price })
    await scene.find({ quietMs: 60_000 })
    expect(await scene.news(dana, search)).toEqual([])
    await scene.find()
    expect(await scene.news(dana, search)).toHaveLength(1)
  })

  it('is found once by two nodes at it at once, and told to its owner live', async () => {
    const { price, query } = atOwnPrice()
    const search = await scene.save(dana, query)
    await scene.deals.add(account, { price })
    const told = await Promise.all([scene.find(), scene.find()])
    expect(await scene.news(dana, search)).toHaveLength(1)
    expect(told.flat()).toContain(dana.id)
  })
})

describe('a saved search', () => {
  it('keeps the filters as the address of the page writes them, without what only its owner has', async () => {
    const search = await scene.save(dana, 'only=verified,favourites&price=100k-250k&view=table')
    expect(new URLSearchParams(search.query).get('only')).toBe('verified')
    expect(search.query).toContain('view=table')
  })

  it('that cannot be read is refused, and says why', async () => {
    const refused = await scene.call(dana, 'POST', '', { name: 'Odd', query: 'place=planet:mars' })
    expect([refused.status, refused.body.errors.query[0]]).toEqual([422, expect.stringContaining('mars')])
    expect((await scene.call(dana, 'POST', '', { name: ' ', query: '' })).status).toBe(422)
  })

  it('is its owner’s alone', async () => {
    const search = await scene.save(dana, '')
    const eli = await server.addCustomer()
    const asked = [
      await scene.call(eli, 'PUT', `/${search.id}`, { name: 'Mine now' }),
      await scene.call(eli, 'PUT', `/${search.id}/look`),
      await scene.call(eli, 'DELETE', `/${search.id}`),
    ]
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await scene.list(eli)).toEqual([])
  })

  it('is one of at most fifty', async () => {
    const eli = await server.addCustomer()
    for (let count = 0; count < SAVED_SEARCHES_MAX; count++) await scene.save(eli, '')
    const refused = await scene.call(eli, 'POST', '', { name: 'One more', query: '' })
    expect([refused.status, refused.body.message]).toEqual([409, 'You can keep 50 searches.'])
  })

  it('is gone with all that was found when it is deleted', async () => {
    const { price, query } = atOwnPrice()
    const search = await scene.save(dana, query)
    await scene.deals.add(account, { price })
    await scene.find()
    expect((await scene.call(dana, 'DELETE', `/${search.id}`)).status).toBe(200)
    expect((await scene.list(dana)).map(({ id }) => id)).not.toContain(search.id)
  })
})

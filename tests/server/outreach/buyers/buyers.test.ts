/** The buyers of a seller: who they are, where they come from, and how well a deal fits each. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import type { SellerBuyerRowWire } from '#shared/contract/seller-buyers.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { HOUSTON, IN_WACO, matchingScene, upTo } from '../../matching/matches/scene.ts'

let server: TestServer
let scene: ReturnType<typeof matchingScene>
let homes: Seller
beforeAll(async () => {
  server = await startTestServer()
  scene = matchingScene(server)
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  homes = await server.addAccount('Bluebonnet Homes')
})

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  server.call(method, `/account/api/buyers${path}`, { token: homes.token, ...(body ? { body } : {}) })
const list = async (query = ''): Promise<SellerBuyerRowWire[]> => (await call('GET', query)).body.data
const bring = async (...rows: Record<string, unknown>[]) =>
  (
    await call('POST', '/import', {
      rows: rows.map((row, index) => ({ line: index + 2, has_consent: true, ...row })),
    })
  ).body.data
const confirm = ({ id }: Person) =>
  server.database.db
    .updateTable('customers')
    .set({ email_confirmed_at: new Date() })
    .where('id', '=', id)
    .execute()

describe('the buyers of an account', () => {
  it('are who talks with it, each with a card and without a way to reach them', async () => {
    const dana = await server.addCustomer('Dana Whitfield')
    await server.introduce(dana, homes)
    const [row, ...others] = await list()
    expect(others).toEqual([])
    expect(row).toMatchObject({ name: 'Dana Whitfield', source: 'conversation', email: null })
    expect(row?.customer?.id).toBe(dana.id)
    expect(JSON.stringify(row)).not.toContain(dana.email)
  })

  it('who let the account know them themselves stand there as that', async () => {
    const dana = await server.addCustomer()
    const body = { attach_account_id: homes.id }
    await server.call('POST', '/customer/api/auth/attach-to-account', { token: dana.token, body })
    expect(await list()).toMatchObject([{ source: 'attached' }])
  })

  it('can be tagged, found by a tag and by name', async () => {
    for (const name of ['Dana Whitfield', 'Erin Cole'])
      await server.introduce(await server.addCustomer(name), homes)
    const [erin] = await list('?q=erin')
    const tagged = await call('PUT', `/${erin?.id}/tags`, { tags: ['flips', 'cash', 'cash'] })
    expect(tagged.body.data.tags).toEqual(['cash', 'flips'])
    expect((await list('?tag=cash')).map(({ name }) => name)).toEqual(['Erin Cole'])
    expect((await call('GET', '')).body).toMatchObject({ tags: ['cash', 'flips'], count: 2 })
    expect(await list('?q=100%25')).toEqual([])
  })

  it('have the score of a deal that they see themselves, the best first, in words that give nothing of theirs away', async () => {
    const [fits, misses] = [await scene.buyer([upTo(200_000)]), await scene.buyer([], { results: [HOUSTON] })]
    for (const buyer of [fits, misses]) await server.introduce(buyer, homes)
    await server.introduce(await server.addCustomer(), homes)
    await scene.matchBoxes()
    const deal = await scene.deals.add(homes.id, IN_WACO)
    await scene.matchDeals()
    const rows = await list(`?deal=${deal}`)
    const [entry] = (await scene.feed(fits)).data
    expect(rows[0]).toMatchObject({
      customer: { id: fits.id },
      match: { score: entry.score, is_match: true },
    })
    const missed = rows.find(({ customer }) => customer?.id === misses.id)
    expect(missed?.match).toMatchObject({ is_match: false, reason: 'No match: location' })
    expect(rows.filter(({ match }) => match === null)).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/200,000|Houston/)
    const gone = await scene.deals.add(homes.id, { ...IN_WACO, listing: 'removed' })
    const isMatched = async (id: number) => (await call('GET', `?deal=${id}`)).body.is_matched
    expect([await isMatched(deal), await isMatched(gone)]).toEqual([true, false])
  })
})

describe('buyers held against a deal', () => {
  // The seller's page says then that the deal does not exist.
  it('are not found for a deal that the account does not have', async () => {
    expect((await call('GET', '?deal=999999')).status).toBe(404)
  })

  it('come in the order of their own lists: who gets all they ask for, then by score', async () => {
    const wish = (key: CriterionWire['key'], given: Partial<CriterionWire>): CriterionWire => ({
      ...upTo(0),
      key,
      max: null,
      is_hard: false,
      ...given,
    })
    const full = await scene.buyer([upTo(200_000)])
    const near = await scene.buyer([upTo(200_000), wish('beds', { min: 3 }), wish('year', { min: 1990 })])
    for (const buyer of [full, near]) await server.introduce(buyer, homes)
    await scene.matchBoxes()
    // Sixty per cent of the points for what nobody asks, more for a year that is a little too early.
    const deal = await scene.deals.add(homes.id, { ...IN_WACO, price: 120_000, beds: 3, year_built: 1985 })
    await scene.matchDeals()
    const rows = await list(`?deal=${deal}`)
    expect(rows.map(({ match }) => match?.reason)).toEqual(['Fits your buy box', 'All but year'])
    expect(rows[1]?.match?.score).toBeGreaterThan(rows[0]?.match?.score ?? 0)
  })
})

describe('an imported list', () => {
  it('adds who is new, brings the others up to date, and says which lines it could not take', async () => {
    expect(
      await bring({ email: ' Ann@Example.com ', name: 'Ann', tags: ['cash'] }, { email: 'nobody' }),
    ).toEqual({
      added: 1,
      updated: 0,
      unconfirmed: 0,
      skipped: [{ line: 3, reason: 'This is not an email address.' }],
    })
    expect(await bring({ email: 'ann@example.com', tags: ['flips'], has_consent: false })).toMatchObject({
      added: 0,
      updated: 1,
    })
    expect(await list()).toMatchObject([
      {
        name: 'Ann',
        email: 'ann@example.com',
        source: 'import',
        customer: null,
        tags: ['cash', 'flips'],
        has_consent: true,
      },
    ])
  })

  it('takes lines with the same address together, and says so', async () => {
    const done = await bring(
      { email: 'ann@example.com', name: 'Ann Alvarez', tags: ['cash'] },
      { email: 'Ann@example.com', tags: ['flips'], has_consent: false },
    )
    expect(done).toEqual({
      added: 1,
      updated: 0,
      unconfirmed: 0,
      skipped: [{ line: 3, reason: 'The same address as on line 2: both are one buyer.' }],
    })
    expect(await list()).toMatchObject([{ name: 'Ann Alvarez', tags: ['cash', 'flips'], has_consent: true }])
  })

  it('finds who has an account, only with consent and a confirmed address', async () => {
    const [dana, erin, fay] = [
      await server.addCustomer('Dana'),
      await server.addCustomer('Erin'),
      await server.addCustomer('Fay', { isConfirmed: false }),
    ]
    await bring({ email: dana.email }, { email: erin.email, has_consent: false }, { email: fay.email })
    const found = (await list()).flatMap(({ customer }) => customer?.id ?? [])
    expect(found).toEqual([dana.id])
    await confirm(fay)
    const now = (await list()).flatMap(({ customer }) => customer?.id ?? [])
    expect(new Set(now)).toEqual(new Set([dana.id, fay.id]))
  })

  it('and a conversation with the same person are one', async () => {
    const dana = await server.addCustomer('Dana Whitfield')
    await confirm(dana)
    await bring({ email: dana.email, tags: ['cash'] })
    await server.introduce(dana, homes)
    await bring({ email: dana.email, tags: ['flips'] })
    const rows = await list()
    expect(rows).toMatchObject([{ name: 'Dana Whitfield', tags: ['cash', 'flips'] }])
  })

  it('is an administrator’s to bring, and to take people off', async () => {
    await bring({ email: 'ann@example.com' })
    const [row] = await list()
    const { db } = server.database
    const as = (role: 'manager' | 'administrator') =>
      db.updateTable('account_members').set({ role }).where('id', '=', homes.memberId).execute()
    await as('manager')
    const rows = [{ line: 2, email: 'b@example.com', has_consent: true }]
    expect((await call('POST', '/import', { rows })).status).toBe(403)
    expect((await call('DELETE', `/${row?.id}`)).status).toBe(403)
    await as('administrator')
    expect((await call('DELETE', `/${row?.id}`)).status).toBe(200)
    expect(await list()).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCompanies, seedCompanies } from '#demo/seed/companies.ts'
import { COMPANY_RESULTS_MAX } from '#shared/contract/limits.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

const NOW_MS = Date.UTC(2026, 10, 1)
const COUNT = 400
let server: TestServer
let dana: Person

beforeAll(async () => {
  server = await startTestServer()
  dana = await server.addCustomer()
  await seedCompanies(server.database.db, { count: COUNT, nowMs: NOW_MS })
})
afterAll(() => server.close())

const search = async (q: string) => {
  const url = `/customer/api/companies/search?q=${encodeURIComponent(q)}`
  const { status, body } = await server.call('GET', url, { token: dana.token })
  expect(status).toBe(200)
  return body.companies as { id: number; name: string; state: string }[]
}
const names = async (q: string) => (await search(q)).map(({ name }) => name)

describe('searching companies', () => {
  it('gives id, name and state', async () => {
    const [found] = await search('houston property gr')
    expect(found).toEqual({ id: 1, name: 'Houston Property Group LLC', state: 'TX' })
  })

  it('what begins as typed comes before what has it inside', async () => {
    const found = await names('bluebonnet')
    const isFirst = found.map((name) => name.startsWith('Bluebonnet'))
    expect(isFirst[0]).toBe(true)
    expect(isFirst.lastIndexOf(true)).toBeLessThan(
      isFirst.includes(false) ? isFirst.indexOf(false) : isFirst.length,
    )
  })

  it.each([
    ['a later word', 'holdings tru', 'Whitfield Holdings Trust'],
    ['other capitals and punctuation', '  HOUSTON-Property, Group L.L.C.', 'Houston Property Group LLC'],
    ['a typing error', 'whitfeild holdings', 'Whitfield Holdings Trust'],
    ['letters that are swapped', 'hosuton property', 'Houston Property Group LLC'],
  ])('%s is found', async (_what, typed, name) => {
    expect(await names(typed)).toContain(name)
  })

  it('accents make no difference', async () => {
    const found = await names('bayamon')
    expect(found.length).toBeGreaterThan(0)
    expect(await names('Bayamón')).toEqual(found)
  })

  it.each(['', 'h', ' h ', '…', '%', '__', '%%%'])(
    'fewer than two letters find nothing: "%s"',
    async (typed) => {
      expect(await search(typed)).toEqual([])
    },
  )

  it('never gives more than eight, nor one twice', async () => {
    for (const typed of ['ho', 'llc', 'trust', 'property']) {
      const ids = (await search(typed)).map(({ id }) => id)
      expect(ids.length).toBeLessThanOrEqual(COMPANY_RESULTS_MAX)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  it('is for customers alone', async () => {
    const seller = await server.addAccount()
    const url = '/customer/api/companies/search?q=houston'
    expect((await server.call('GET', url)).status).toBe(401)
    expect((await server.call('GET', url, { token: seller.token })).status).toBe(403)
  })
})

describe('the seeded registry', () => {
  it('has as many as asked for, all different, the known ones among them', async () => {
    const { db } = server.database
    const rows = await db.selectFrom('companies').select(['name', 'state', 'purchase_count']).execute()
    expect(new Set(rows.map(({ name }) => name)).size).toBe(COUNT)
    const known = (name: string) => rows.find((row) => row.name === name)
    expect(known('Houston Property Group LLC')).toMatchObject({ state: 'TX', purchase_count: 14 })
    expect(known('Whitfield Holdings Trust')).toMatchObject({ state: 'TX', purchase_count: 6 })
    expect(known('Bluebonnet Family Trust')).toMatchObject({ state: 'TX', purchase_count: 2 })
  })

  it('counts what each bought', async () => {
    const { db } = server.database
    const rows = await db
      .selectFrom('companies')
      .leftJoin('company_purchases', 'company_purchases.company_id', 'companies.id')
      .select(['companies.id', 'companies.purchase_count'])
      .select(({ fn }) => fn.count<number>('company_purchases.id').as('counted'))
      .groupBy('companies.id')
      .execute()
    expect(rows.filter((row) => Number(row.counted) !== row.purchase_count)).toEqual([])
  })

  it('a second call changes nothing', async () => {
    await seedCompanies(server.database.db, { count: 9000, nowMs: NOW_MS })
    const { count } = await server.database.db
      .selectFrom('companies')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(COUNT)
  })

  it('20,000 have 20,000 names, and the same ones every time', async () => {
    const companies = await makeCompanies(20_000, NOW_MS)
    expect(new Set(companies.map(({ name }) => name)).size).toBe(20_000)
    expect(companies.slice(0, COUNT)).toEqual(await makeCompanies(COUNT, NOW_MS))
    const quiet = companies.filter(({ purchases }) => purchases.length < 3).length
    expect(quiet / companies.length).toBeGreaterThan(0.4)
    const days = companies.flatMap(({ purchases }) => purchases.map(({ purchasedOn }) => purchasedOn)).sort()
    expect(days[0]?.slice(0, 4)).toBe('2019')
    expect(days.at(-1)).toBe('2026-10-31')
    expect(days.length).toBeLessThan(120_000)
  })
})

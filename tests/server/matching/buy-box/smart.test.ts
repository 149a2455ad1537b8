import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedCompanies } from '#demo/seed/companies.ts'
import { relearnStale } from '#server/matching/buy-box/learn.ts'
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { LEARN_INTERVAL_MS } from '#shared/contract/limits.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

const API = '/customer/api'
const [HOUSTON_PROPERTY_GROUP, WHITFIELD, BLUEBONNET] = [1, 2, 3]
let server: TestServer
let dana: Person

beforeAll(async () => {
  server = await startTestServer()
  await seedCompanies(server.database.db, { count: 3, nowMs: Date.UTC(2026, 10, 1) })
})
beforeEach(async () => {
  // Everything of a customer goes with him.
  await server.database.db.deleteFrom('customers').execute()
  dana = await server.addCustomer()
})
afterAll(() => server.close())

const link = (company: number, who = dana) =>
  server.call('POST', `${API}/smart-buy-box/companies/${company}`, { token: who.token })
const unlink = (company: number, who = dana) =>
  server.call('DELETE', `${API}/smart-buy-box/companies/${company}`, { token: who.token })
const entities = async (who = dana) =>
  (await server.call('GET', `${API}/smart-buy-box`, { token: who.token })).body.entities
const boxes = async (who = dana) =>
  (await server.call('GET', `${API}/buy-boxes`, { token: who.token })).body.data
const put = (box: number, criteria: CriterionWire[]) =>
  server.call('PUT', `${API}/buy-boxes/${box}`, { token: dana.token, body: { criteria } })
const byKey = (criteria: CriterionWire[], key: CriterionWire['key']) =>
  criteria.find((one) => one.key === key)

describe('linking a company', () => {
  it('shows it as self-declared, with how much it bought', async () => {
    expect((await link(HOUSTON_PROPERTY_GROUP)).status).toBe(200)
    expect(await entities()).toMatchObject([
      { id: 1, name: 'Houston Property Group LLC', state: 'TX', proof: 'self_declared', purchases: 14 },
    ])
  })

  it('a company with too little history does not say how little', async () => {
    await link(BLUEBONNET)
    expect(await entities()).toMatchObject([{ name: 'Bluebonnet Family Trust', purchases: null }])
  })

  it('one that is connected already is refused in the words of the product', async () => {
    await link(WHITFIELD)
    const { status, body } = await link(WHITFIELD)
    const words = 'This LLC or trust is already connected to your Smart Buy Box'
    expect(status).toBe(422)
    expect(body).toMatchObject({ message: words, errors: { company: [words] } })
    expect(await entities()).toHaveLength(1)
  })

  it('two at once link it once', async () => {
    const answers = await Promise.all([link(WHITFIELD), link(WHITFIELD)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('another customer may say the same of himself', async () => {
    const marcus = await server.addCustomer('Marcus Reyes')
    await link(WHITFIELD)
    expect((await link(WHITFIELD, marcus)).status).toBe(200)
  })

  it('an unknown company, and unlinking one that is not linked, are not found', async () => {
    expect((await link(99_999)).status).toBe(404)
    expect((await unlink(WHITFIELD)).status).toBe(404)
  })
})

describe('what a smart box learns', () => {
  it('bands, types and areas, each with its evidence', async () => {
    await link(HOUSTON_PROPERTY_GROUP)
    const [box] = await boxes()
    expect(box).toMatchObject({
      mode: 'smart',
      name: 'Smart Buy Box',
      learned: { purchases: 14, is_enough: true },
    })
    expect(box.learned.since).toBe('2023-02-17')
    expect(byKey(box.criteria, 'price')).toEqual({
      key: 'price',
      min: 92_000,
      max: 168_000,
      any_of: null,
      is_hard: false,
      is_locked: false,
      source: 'learned',
      evidence: '14 purchases since 2023, 9 in 77035 and 77045, $92,000–$168,000',
    })
    expect(byKey(box.criteria, 'arv_percent')?.evidence).toMatch(
      /^12 purchases with a known ARV, at \d+–\d+% of it$/,
    )
    expect(byKey(box.criteria, 'property_types')?.any_of).toEqual(['1', '4'])
  })

  it('areas have names and places that can be kept as target markets', async () => {
    await link(HOUSTON_PROPERTY_GROUP)
    const [box] = await boxes()
    const [harris] = box.learned.areas
    expect(harris).toMatchObject({
      kind: 'county',
      label: 'Harris County, TX',
      purchases: 12,
      evidence: '12 of 14 purchases since 2023',
      place: { place_id: 'gaz:county:48201' },
    })
    expect(box.learned.areas.map(({ label }: { label: string }) => label)).toContain('77045, Houston, TX')
    const body = { status: 'OK', results: [harris.place], buy_box_id: box.id }
    expect((await server.call('POST', `${API}/auth/geotags`, { token: dana.token, body })).status).toBe(201)
  })

  it('tells no single purchase', async () => {
    await link(HOUSTON_PROPERTY_GROUP)
    const text = JSON.stringify([await boxes(), await entities()])
    expect(text).not.toMatch(/2024-04-05|127500|127,500/)
  })

  it('of two companies, from both', async () => {
    await link(HOUSTON_PROPERTY_GROUP)
    await link(WHITFIELD)
    const [box] = await boxes()
    expect(box.learned.purchases).toBe(20)
    await unlink(HOUSTON_PROPERTY_GROUP)
    expect((await boxes())[0].learned).toMatchObject({ purchases: 6, since: '2022-03-11' })
  })

  it('too few purchases are said to be too few', async () => {
    await link(BLUEBONNET)
    const [box] = await boxes()
    expect(box.learned).toMatchObject({ purchases: 2, is_enough: false, areas: [] })
    expect(box.criteria).toEqual([])
  })

  it('the box goes with the last company', async () => {
    await link(WHITFIELD)
    await unlink(WHITFIELD)
    expect(await boxes()).toEqual([])
    expect(await entities()).toEqual([])
  })
})

describe('a smart box that was edited', () => {
  it('keeps what was changed by hand, locked, when it learns anew', async () => {
    await link(HOUSTON_PROPERTY_GROUP)
    const [box] = await boxes()
    const changed = box.criteria.map((one: CriterionWire) =>
      one.key === 'price' ? { ...one, max: 200_000 } : one,
    )
    const { body } = await put(box.id, changed)
    expect(byKey(body.data.criteria, 'price')).toMatchObject({
      max: 200_000,
      is_locked: true,
      source: 'manual',
    })
    await link(WHITFIELD)
    const [again] = await boxes()
    expect(byKey(again.criteria, 'price')).toMatchObject({ max: 200_000, source: 'manual' })
    expect(byKey(again.criteria, 'sqft')?.evidence).toMatch(/^20 purchases/)
  })

  it('keeps out what was taken out, until it is asked for', async () => {
    await link(HOUSTON_PROPERTY_GROUP)
    const [box] = await boxes()
    const price = byKey(box.criteria, 'price') as CriterionWire
    const others = box.criteria.filter((one: CriterionWire) => one.key !== 'price')
    await put(box.id, others)
    await link(WHITFIELD)
    expect(byKey((await boxes())[0].criteria, 'price')).toBeUndefined()
    const { body } = await put(box.id, [...(await boxes())[0].criteria, price])
    expect(byKey(body.data.criteria, 'price')?.evidence).toMatch(/^20 purchases since 2022/)
  })

  it('stays with what is the customer’s own when the last company goes', async () => {
    await link(WHITFIELD)
    const [box] = await boxes()
    await put(box.id, [
      { key: 'strategy', any_of: ['flip'], is_hard: true, is_locked: false, source: 'manual' },
    ])
    await unlink(WHITFIELD)
    const [left] = await boxes()
    expect(left.criteria).toMatchObject([
      { key: 'strategy', any_of: ['flip'], is_hard: true, is_locked: true },
    ])
    expect(left.learned.is_enough).toBe(false)
  })
})

describe('the sweep', () => {
  it('learns anew from what was bought since, in boxes not looked at for a day', async () => {
    await link(BLUEBONNET)
    const { db } = server.database
    const bought = { company_id: BLUEBONNET, purchased_on: '2026-10-01', price: 150_000 }
    const row = await db
      .insertInto('company_purchases')
      .values({ ...bought, zip: '77026', county_fips: '48201', state: 'TX' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await relearnStale({ db }, Date.now())).toBe(0)
    expect((await boxes())[0].learned.is_enough).toBe(false)
    const tomorrow = Date.now() + LEARN_INTERVAL_MS + 1000
    expect(await relearnStale({ db }, tomorrow)).toBe(1)
    expect((await boxes())[0].learned).toMatchObject({ purchases: 3, is_enough: true })
    expect(await relearnStale({ db }, tomorrow)).toBe(0)
    await db.deleteFrom('company_purchases').where('id', '=', row.id).execute()
  })

  it('that fails for one customer learns for the others', async () => {
    const { db } = server.database
    const marcus = await server.addCustomer('Marcus Reyes')
    for (const who of [dana, marcus]) await link(WHITFIELD, who)
    // As no version of ours writes it; and longest not looked at, so that it comes first.
    const damaged = { criteria: JSON.stringify({}), learned_at: new Date(0) }
    await db.updateTable('buy_boxes').set(damaged).where('customer_id', '=', dana.id).execute()
    const tomorrow = Date.now() + LEARN_INTERVAL_MS + 1000
    expect(await relearnStale({ db }, tomorrow)).toBe(1)
    const [box] = await boxes(marcus)
    expect(box.learned.learned_at).toBe(new Date(tomorrow).toISOString())
  })
})

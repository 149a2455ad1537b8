/** The first deals from the server are those that the browser's own table has first, under any filter and order; no hidden street is in them. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIRST_DEALS } from '#shared/contract/first-deals.ts'
import { createDealEngine, type DealEngine } from '#shared/rules/deals/engine.ts'
import { DEFAULT_QUERY } from '#shared/rules/deals/filter.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { readQuery, writeQuery } from '#shared/rules/deals/query-codec.ts'
import { filters, sorts } from '#tests/support/deal-arbitraries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { dealScene, idsIn, LIST } from './scene.ts'

const DEALS = 60
/** On paper only in the test's own database. */
const STREET = 'Quillfeather Lane'

let server: TestServer
let engine: DealEngine
beforeAll(async () => {
  server = await startTestServer()
  const scene = dealScene(server)
  const accounts = [(await server.addAccount()).id, (await server.addAccount('Other Homes')).id]
  for (let n = 0; n < DEALS; n++) await scene.add(accounts[n % 2] ?? 0, fieldsOf(n))
  engine = createDealEngine(parseDealList(await scene.list()))
})
afterAll(() => server.close({ graceMs: 0 }))

/** Close together, as the filters of `deal-arbitraries` are, with many ties. */
const fieldsOf = (n: number) => ({
  address: `${n} ${STREET}`,
  is_street_shown: n % 3 !== 0,
  status: n % 5 === 0 ? 1 : 0,
  price: 1 + ((n * 7) % 20),
  arv: n % 11 === 0 ? null : 1 + ((n * 3) % 20),
  beds: n % 6,
  latitude: 1 + (n % 9),
  longitude: (n % 18) - 9,
  ...[{}, { city: 'Houston', state: 'TX', zip: '77008' }, { city: 'Austin', state: 'TX', zip: '78701' }][
    n % 3
  ],
  title: ['Corner lot', 'Pool and casita', 'Fire damage'][n % 3],
})

test('under any filter and order the server’s first deals are the first of the browser’s table, with its count', async () => {
  const addresses = fc
    .record({ filter: filters, sort: sorts })
    .map(({ filter, sort }) => writeQuery({ ...DEFAULT_QUERY, filter, sort }).toString())
  let found = 0
  await fc.assert(
    fc.asyncProperty(addresses, async (address) => {
      const { query } = readQuery(new URLSearchParams(address))
      // Only one person has favorites: the browser does not ask for their first deals.
      fc.pre(!query.filter.flags.includes('favourites'))
      const { status, body } = await server.call('GET', `${LIST}/first?${address}`)
      // An address with invalid values is refused, and the page reports it.
      fc.pre(status === 200)
      const context = { nowMs: Date.now(), favourites: new Set<number>(), center: null, scores: null }
      const { rows, count } = engine.run(query.filter, query.sort, context)
      const expected = Array.from(rows.subarray(0, FIRST_DEALS), (row) => engine.table.numbers.id[row])
      expect(idsIn(body.data.list)).toEqual(expected)
      expect(body.data.count).toBe(count)
      found += count
    }),
    { numRuns: 150 },
  )
  expect(found).toBeGreaterThan(DEALS)
})

test('a hidden street is in no answer, and a street that is shown is', async () => {
  const { body } = await server.call('GET', `${LIST}/first?status=any&sort=price-asc`)
  const text = JSON.stringify(body)
  const streets = Array.from({ length: DEALS }, (_, n) => n).filter((n) => text.includes(`"${n} ${STREET}`))
  expect(streets.filter((n) => n % 3 === 0)).toEqual([])
  expect(streets.length).toBeGreaterThan(0)
})

/** `plat deals import` and `buyers export`: tables in and out of an account. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buyersOfCsv } from '#shared/rules/buyers/buyers-of-csv.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { runPlat } from './run-plat.ts'

let server: TestServer
let account: string
beforeEach(async () => {
  server = await startTestServer()
  account = String((await server.addAccount('Bluebonnet Homes')).id)
})
afterEach(() => server.close())

const plat = (args: readonly string[], input = '') => runPlat(args, { database: server.database, input })

const GOOD = `Address,City,State,ZIP,Price,ARV,Beds,Baths,Property type,Tags,Show street
"1412 Cedar Elm St",Houston,tx,77009,"$210,000",315000,3,2.5,Single family,Vacant; Pool,no
88 Palm Dr,Houston,TX,77008,99000,,2,1,Condo,,yes
`
const BAD = GOOD.replace('"$210,000"', 'call us').replace('Condo', 'Castle')
const IMPORT = (more: readonly string[] = []) => [
  'deals',
  'import',
  '--account',
  account,
  '--file',
  '-',
  ...more,
]
const drafts = () => server.database.db.selectFrom('properties').selectAll().orderBy('id').execute()

describe('plat deals import', () => {
  it('makes drafts that the seller finds, and none a second time', async () => {
    expect((await plat(IMPORT(['--dry-run']), GOOD)).out).toBe('2 deals can be imported.')
    expect(await drafts()).toEqual([])
    const { code, out } = await plat(IMPORT(['--json']), GOOD)
    expect([code, JSON.parse(out).imported]).toEqual([0, 2])
    await plat(IMPORT(), GOOD)
    const rows = await drafts()
    expect(rows.map(({ address, listing, price }) => [address, listing, price])).toEqual([
      ['1412 Cedar Elm St', 'draft', 210_000],
      ['88 Palm Dr', 'draft', 99_000],
    ])
    expect(rows[0]).toMatchObject({ state: 'TX', baths: 2.5, property_type_id: 1, is_street_shown: false })
    expect(rows[0]?.latitude).toBeCloseTo(29.8, 0)
  })

  it('names every row and column that is wrong, and imports nothing', async () => {
    const { code, out } = await plat(IMPORT(['--json']), BAD)
    const { imported, errors } = JSON.parse(out)
    expect([code, imported]).toEqual([1, 0])
    expect(errors.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual([
      [2, 'price'],
      [3, 'property_type_id'],
    ])
    expect(await drafts()).toEqual([])
  })

  it('names columns that are no field', async () => {
    const { code, out } = await plat(IMPORT(), 'Address,Garden\n1 Elm St,yes\n')
    expect([code, out]).toEqual([1, expect.stringContaining('line 1, Garden: There is no such field.')])
  })
})

const FORM = { how: 'form on our site', at: '2026-03-01' }

describe('plat buyers export', () => {
  it('prints what the seller sees, which the import of the seller’s app reads, and no formula', async () => {
    const { id: customer_id } = await server.addCustomer('Dana Whitfield')
    await server.database.db
      .insertInto('account_buyers')
      .values([
        {
          account_id: Number(account),
          email: 'ann@example.com',
          name: '=1+1',
          source: 'import',
          tags: '["cash"]',
          phone: '+17132840142',
          has_consent: true,
          consents: JSON.stringify({ email: { ...FORM, by: null } }),
        },
        { account_id: Number(account), customer_id, source: 'conversation', tags: '[]' },
      ])
      .execute()
    const { code, out } = await plat(['buyers', 'export', '--account', account])
    expect([code, out.split('\n').map((line) => line.split(',').slice(0, 10).join())]).toEqual([
      0,
      [
        'email,name,tags,phone,consent,email consent,email consent date,text consent,text consent date,source',
        `ann@example.com,"'=1+1",cash,(713) 284-0142,yes,form on our site,2026-03-01,,,import`,
        ',Dana Whitfield,,,no,,,,,conversation',
      ],
    ])
    expect(out).not.toContain('buyer1@example.com')
    const { rows, problem } = buyersOfCsv(out, { allAgreed: false })
    expect([problem, rows[0]]).toMatchObject([
      null,
      { email: 'ann@example.com', phone: '(713) 284-0142', consents: { email: FORM } },
    ])
  })
})

/** Reports as they are kept: asked for once, again when they are old, and never a reason for a page to fail. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import { rowsSince } from '#server/deals/list/list-rows.ts'
import { shownPlace } from '#server/deals/properties/address-privacy.ts'
import { createMarketReports } from '#server/deals/properties/market-reports.ts'
import { createEmbeddedMarket } from '#server/providers/market/embedded.ts'
import type { MarketReport, MarketSource, MarketSubject } from '#server/providers/market/market-source.ts'
import { MARKET_REPORT_LIFETIME_MS, MARKET_RETRY_MS } from '#shared/contract/limits.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const SECRET = 'a secret for tests only'
let database: OpenDatabase
let accountId: number
beforeAll(async () => {
  database = await openTestDatabase()
  const account = await database.db
    .insertInto('accounts')
    .values({ title: 'Homes' })
    .returning('id')
    .executeTakeFirstOrThrow()
  accountId = account.id
})
afterAll(() => database.close())

async function addDeal(fields: { is_street_shown?: boolean } = {}): Promise<PropertyRow> {
  const place = {
    address: '1 Elm St',
    city: 'Waco',
    state: 'TX',
    zip: '76701',
    latitude: 31.5,
    longitude: -97.1,
  }
  return database.db
    .insertInto('properties')
    .values({ account_id: accountId, ...place, price: 100_000, arv: 160_000, sqft: 1200, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A source that counts, waits or fails as it is told, and reports with a clock to turn. */
function setUp(answer: (source: MarketSource) => Promise<MarketReport | null> | null = () => null) {
  const clock = { ms: Date.UTC(2026, 0, 10) }
  const embedded = createEmbeddedMarket({ nowMs: () => clock.ms })
  const asked: MarketSubject[] = []
  const warned: unknown[] = []
  const source: MarketSource = {
    name: 'embedded',
    report(subject) {
      asked.push(subject)
      return answer(embedded) ?? embedded.report(subject)
    },
  }
  const log = { warn: (...given: unknown[]) => void warned.push(given) }
  const reports = createMarketReports({ db: database.db, secret: SECRET, source, log, nowMs: () => clock.ms })
  /** For a reader with the address, unless another is named. */
  const of = (row: PropertyRow, reader = { hasAddress: true }) => reports.of(row, reader)
  return { reports: { of }, asked, warned, clock }
}

test('a deal is asked about once, also when many look at it at once', async () => {
  const { reports, asked } = setUp()
  const deal = await addDeal()
  const all = await Promise.all([reports.of(deal), reports.of(deal), reports.of(deal)])
  expect(all[0]?.comparables.length).toBeGreaterThan(5)
  expect(all[1]).toEqual(all[0])
  expect(await reports.of(deal)).toEqual(all[0])
  expect(asked).toMatchObject([{ propertyId: deal.id }])
})

test('an old report is shown once more while a new one is fetched', async () => {
  const { reports, clock } = setUp()
  const deal = await addDeal()
  const first = await reports.of(deal)
  clock.ms += MARKET_REPORT_LIFETIME_MS + 1
  expect(await reports.of(deal)).toEqual(first)
  await expect.poll(() => reports.of(deal)).not.toEqual(first)
})

test('a source that fails is nobody’s error, is warned about, and is left alone for a while', async () => {
  let isDown = true
  const { reports, asked, warned, clock } = setUp(() => (isDown ? Promise.reject(new Error('down')) : null))
  const deal = await addDeal()
  expect(await reports.of(deal)).toBeNull()
  expect(await reports.of(deal)).toBeNull()
  expect([asked.length, warned.length]).toEqual([1, 1])
  isDown = false
  clock.ms += MARKET_RETRY_MS
  expect(await reports.of(deal)).not.toBeNull()
})

test('what an earlier version kept in another form is asked for anew', async () => {
  const { reports, asked } = setUp()
  const deal = await addDeal()
  const old = { comparables: '[{"price":1}]', neighborhood: '{}', fetched_at: new Date() }
  await database.db
    .insertInto('market_reports')
    .values({ property_id: deal.id, ...old })
    .execute()
  expect((await reports.of(deal))?.comparables.length).toBeGreaterThan(5)
  expect(asked).toMatchObject([{ propertyId: deal.id }])
})

test('nothing known is not kept, so that a service set up later is asked', async () => {
  const { reports, asked } = setUp(() => Promise.resolve(null))
  const deal = await addDeal()
  expect(await reports.of(deal)).toBeNull()
  expect(await reports.of(deal)).toBeNull()
  expect(asked).toHaveLength(2)
})

test('a deal of which no sales are known has changed for the list, once, and is no newer for it', async () => {
  const empty = async (embedded: MarketSource, deal: PropertyRow) => {
    const report = await embedded.report(subjectOf(deal))
    return report && { ...report, comparables: [] }
  }
  const deal = await addDeal()
  const { reports, clock } = setUp((embedded) => empty(embedded, deal))
  const now = () =>
    database.db
      .selectFrom('properties')
      .select(['revision', 'updated_at'])
      .where('id', '=', deal.id)
      .executeTakeFirstOrThrow()
  await reports.of(deal)
  const first = await now()
  expect(first.revision).toBeGreaterThan(deal.revision)
  expect(first.updated_at).toEqual(deal.updated_at)
  clock.ms += MARKET_REPORT_LIFETIME_MS + 1
  await reports.of(deal)
  await expect.poll(() => keptAt(deal.id)).toEqual(new Date(clock.ms))
  expect(await now()).toEqual(first)

  const other = await addDeal()
  await setUp().reports.of(other)
  const { revision } = await database.db
    .selectFrom('properties')
    .select('revision')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  expect(revision).toBe(other.revision)
})

const STRANGER = { hasAddress: false }

test('without the address a hidden deal is asked about where it is shown, and by nothing that leads to the house', async () => {
  const { reports, asked } = setUp()
  const deal = await addDeal({ is_street_shown: false })
  const shown = shownPlace(deal, { hasAddress: false, secret: SECRET })
  const report = await reports.of(deal, STRANGER)
  const { latitude, longitude } = shown
  expect(asked).toMatchObject([{ propertyId: null, address: '', latitude, longitude, zip: '76701' }])
  expect(await reports.of(deal, STRANGER)).toEqual(report)
  expect(asked).toHaveLength(1)
  const whole = await reports.of(deal)
  expect(asked[1]).toMatchObject({ propertyId: deal.id, latitude: 31.5, longitude: -97.1 })
  expect(whole?.comparables).not.toEqual(report?.comparables)
  // Each is kept beside the other.
  expect([await reports.of(deal, STRANGER), await reports.of(deal)]).toEqual([report, whole])
  expect(asked).toHaveLength(2)
})

test('a hidden deal that is shown elsewhere is asked about there, and one without a place not at all', async () => {
  const { reports, asked } = setUp()
  const deal = await addDeal({ is_street_shown: false })
  await reports.of(deal, STRANGER)
  await reports.of({ ...deal, latitude: 31.6 }, STRANGER)
  expect(new Set(asked.map(({ latitude }) => latitude)).size).toBe(2)
  expect(await reports.of({ ...deal, latitude: null }, STRANGER)).toBeNull()
  expect(asked).toHaveLength(2)
})

test.each([
  { who: 'its seller', isInList: false, reader: { hasAddress: true } },
  { who: 'everybody else', isInList: true, reader: STRANGER },
])(
  'that no sales are known near a hidden deal for $who changes the list: $isInList',
  async ({ isInList, reader }) => {
    const deal = await addDeal({ is_street_shown: false })
    const { reports } = setUp(async () => ({ ...(await emptyReport(deal)) }))
    await reports.of(deal, reader)
    const changed = await rowsSince(database.db, deal.revision, Date.now())
    expect(changed.some(({ id, is_without_comps: isWithout }) => id === deal.id && isWithout)).toBe(isInList)
  },
)

async function emptyReport(row: PropertyRow): Promise<MarketReport> {
  const report = await createEmbeddedMarket().report(subjectOf(row))
  if (!report) throw new Error('The embedded source knows every place.')
  return { ...report, comparables: [] }
}

const keptAt = async (propertyId: number) => {
  const query = database.db.selectFrom('market_reports').select('fetched_at')
  return (await query.where('property_id', '=', propertyId).executeTakeFirst())?.fetched_at
}

const subjectOf = (row: PropertyRow): MarketSubject => ({
  propertyId: row.id,
  address: row.address,
  city: row.city,
  state: row.state,
  zip: row.zip,
  latitude: row.latitude,
  longitude: row.longitude,
  arvUsd: row.arv,
  priceUsd: row.price,
  sqft: row.sqft,
  beds: row.beds,
  baths: row.baths,
  yearBuilt: row.year_built,
  lotSize: row.lot_size,
  areaPricePerSqft: null,
})

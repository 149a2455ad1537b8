/**
 * Reports as they are kept: asked for when a deal is first looked at, looked at again when they are old, never inside a transaction.
 * A hidden deal has two: one around the house, and one around the point where it is shown, for readers without the address.
 */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import { refreshDeal } from '#server/deals/list/bump-revision.ts'
import {
  type MarketReport,
  type MarketSource,
  type MarketSubject,
  marketReport,
} from '#server/providers/market/market-source.ts'
import { MARKET_REPORT_LIFETIME_MS, MARKET_RETRY_MS } from '#shared/contract/limits.ts'
import { shownPlace } from './address-privacy.ts'

export interface MarketReports {
  /** Null while nothing is known; a failure of the source is logged and never the caller's. A shown street is an address, too. */
  of(row: PropertyRow, reader: { hasAddress: boolean }): Promise<MarketReport | null>
}

interface Deps {
  db: Database
  /** Decides where a hidden deal is shown. */
  secret: string
  source: MarketSource
  log: Pick<FastifyBaseLogger, 'warn'>
  nowMs: () => number
}

export function createMarketReports({ db, secret, source, log, nowMs }: Deps): MarketReports {
  /** By deal and place: a second caller waits for the same answer. */
  const looking = new Map<string, Promise<MarketReport | null>>()
  const refreshing = new Set<string>()
  let pausedUntilMs = 0

  const ask = async ({ row, shown }: Asked): Promise<MarketReport | null> => {
    if (nowMs() < pausedUntilMs) return null
    try {
      const report = await source.report(await subjectOf(db, { row, shown }))
      if (report) await keep(db, { row, shown, report, at: new Date(nowMs()) })
      return report
    } catch (error) {
      // A service that is down must not hold up every page.
      pausedUntilMs = nowMs() + MARKET_RETRY_MS
      log.warn({ err: error, property: row.id }, 'no market report')
      return null
    }
  }

  const refresh = async (asked: Asked): Promise<void> => {
    const key = keyOf(asked)
    if (refreshing.has(key)) return
    refreshing.add(key)
    await ask(asked)
    refreshing.delete(key)
  }

  const look = async (asked: Asked): Promise<MarketReport | null> => {
    const kept = await keptReport(db, asked)
    if (!kept) return ask(asked)
    // An old one is better than waiting; who looks later finds the new one.
    if (nowMs() - kept.fetchedAt.getTime() > MARKET_REPORT_LIFETIME_MS) void refresh(asked)
    return kept.report
  }

  return {
    async of(row, { hasAddress }) {
      const seen = { ...row, is_street_shown: hasAddress }
      const { latitude, longitude, precision } = shownPlace(seen, { hasAddress, secret })
      const shown = precision === 'exact' ? null : { latitude, longitude }
      // Without a place there is nothing to ask about, and the house's own is not to be told.
      if (shown && (latitude === null || longitude === null)) return null
      const asked = { row, shown }
      const key = keyOf(asked)
      const found = looking.get(key) ?? look(asked).finally(() => looking.delete(key))
      looking.set(key, found)
      return found
    },
  }
}

interface Asked {
  row: PropertyRow
  /** The point where the deal is shown; null for the house itself. */
  shown: Pick<PropertyRow, 'latitude' | 'longitude'> | null
}

const keyOf = ({ row, shown }: Asked): string => `${row.id} ${shown ? 'shown' : 'house'}`

/** By primary key. One that an earlier version wrote in another form counts as none, and so does one of another point. */
async function keptReport(db: Database, { row: { id }, shown }: Asked) {
  const columns = ['comparables', 'neighborhood', 'fetched_at'] as const
  const row = shown
    ? await db
        .selectFrom('shown_market_reports')
        .select(columns)
        .where('property_id', '=', id)
        .where('latitude', '=', shown.latitude)
        .where('longitude', '=', shown.longitude)
        .executeTakeFirst()
    : await db.selectFrom('market_reports').select(columns).where('property_id', '=', id).executeTakeFirst()
  const parsed = marketReport.safeParse(row)
  return row && parsed.success ? { report: parsed.data, fetchedAt: row.fetched_at } : null
}

/** The list says which deals have sales near them, so a deal that has none any more, or has some now, has changed for it. */
async function keep(
  db: Database,
  { row, shown, report, at }: Asked & { report: MarketReport; at: Date },
): Promise<void> {
  const values = {
    ...(shown ?? {}),
    comparables: JSON.stringify(report.comparables),
    neighborhood: JSON.stringify(report.neighborhood),
    fetched_at: at,
  }
  const table = shown ? 'shown_market_reports' : 'market_reports'
  const isInList = row.is_street_shown === (shown === null)
  await db.transaction().execute(async (trx) => {
    const isEmpty = report.comparables.length === 0
    if (isInList && isEmpty !== (await isKeptEmpty(trx, table, row.id))) await refreshDeal(trx, row.id)
    await trx
      .insertInto(table)
      .values({ property_id: row.id, ...values } as never)
      .onConflict((clash) => clash.column('property_id').doUpdateSet(values as never))
      .execute()
  })
}

type Table = 'market_reports' | 'shown_market_reports'

/** By primary key. A deal nobody has asked about counts as one with sales. */
async function isKeptEmpty(trx: Database, table: Table, propertyId: number): Promise<boolean> {
  const kept = await trx
    .selectFrom(table)
    .select(sql<number>`jsonb_array_length(comparables)`.as('sales'))
    .where('property_id', '=', propertyId)
    .executeTakeFirst()
  return kept?.sales === 0
}

const subjectOf = async (db: Database, { row, shown }: Asked): Promise<MarketSubject> => ({
  propertyId: shown ? null : row.id,
  address: shown ? '' : row.address,
  city: row.city,
  state: row.state,
  zip: row.zip,
  latitude: (shown ?? row).latitude,
  longitude: (shown ?? row).longitude,
  arvUsd: row.arv,
  priceUsd: row.price,
  sqft: row.sqft,
  beds: row.beds,
  baths: row.baths,
  yearBuilt: row.year_built,
  lotSize: row.lot_size,
  areaPricePerSqft: await areaPricePerSqft(db, row),
})

/** By properties_place. */
async function areaPricePerSqft(db: Database, { state, city, zip }: PropertyRow): Promise<number | null> {
  const row = await db
    .selectFrom('properties')
    .select(
      sql<number | null>`percentile_cont(0.5) within group (order by arv::double precision / sqft)`.as(
        'middle',
      ),
    )
    .where('state', '=', state)
    .where('city', '=', city)
    .where('zip', '=', zip)
    .where('listing', '=', 'listed')
    .where('arv', 'is not', null)
    .where('sqft', '>', 0)
    .executeTakeFirst()
  return row?.middle ?? null
}

/** Reports as they are kept: asked for when a deal is first looked at, looked at again when they are old, never inside a transaction. */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import type { PropertyRow } from '#server/database/schema.ts'
import { refreshDeal } from '#server/deals/touch.ts'
import { MARKET_REPORT_LIFETIME_MS, MARKET_RETRY_MS } from '#shared/contract/limits.ts'
import { type MarketReport, type MarketSource, type MarketSubject, marketReport } from './market-source.ts'

export interface MarketReports {
  /** Null while nothing is known; a failure of the source is logged and never the caller's. */
  of(row: PropertyRow): Promise<MarketReport | null>
}

interface Deps {
  db: Database
  source: MarketSource
  log: Pick<FastifyBaseLogger, 'warn'>
  nowMs?: () => number
}

export function createMarketReports({ db, source, log, nowMs = Date.now }: Deps): MarketReports {
  /** By property: who comes while one is looked for waits for the same answer. */
  const looking = new Map<number, Promise<MarketReport | null>>()
  const refreshing = new Set<number>()
  let pausedUntilMs = 0

  const ask = async (row: PropertyRow): Promise<MarketReport | null> => {
    if (nowMs() < pausedUntilMs) return null
    try {
      const report = await source.report(await subjectOf(db, row))
      if (report) await keep(db, { propertyId: row.id, report, at: new Date(nowMs()) })
      return report
    } catch (error) {
      // A service that is down must not hold up every page.
      pausedUntilMs = nowMs() + MARKET_RETRY_MS
      log.warn({ err: error, property: row.id }, 'no market report')
      return null
    }
  }

  const refresh = async (row: PropertyRow): Promise<void> => {
    if (refreshing.has(row.id)) return
    refreshing.add(row.id)
    await ask(row)
    refreshing.delete(row.id)
  }

  const look = async (row: PropertyRow): Promise<MarketReport | null> => {
    const kept = await keptReport(db, row.id)
    if (!kept) return ask(row)
    // An old one is better than waiting; who looks later finds the new one.
    if (nowMs() - kept.fetchedAt.getTime() > MARKET_REPORT_LIFETIME_MS) void refresh(row)
    return kept.report
  }

  return {
    of(row) {
      const found = looking.get(row.id) ?? look(row).finally(() => looking.delete(row.id))
      looking.set(row.id, found)
      return found
    },
  }
}

/** By primary key. One that an earlier version wrote in another form counts as none. */
async function keptReport(db: Database, propertyId: number) {
  const row = await db
    .selectFrom('market_reports')
    .select(['comparables', 'neighborhood', 'fetched_at'])
    .where('property_id', '=', propertyId)
    .executeTakeFirst()
  const parsed = marketReport.safeParse(row)
  return row && parsed.success ? { report: parsed.data, fetchedAt: row.fetched_at } : null
}

/** The list says which deals have sales near them, so whoever has none any more, or has some now, has changed for it. */
async function keep(
  db: Database,
  { propertyId, report, at }: { propertyId: number; report: MarketReport; at: Date },
): Promise<void> {
  const values = {
    comparables: JSON.stringify(report.comparables),
    neighborhood: JSON.stringify(report.neighborhood),
    fetched_at: at,
  }
  await db.transaction().execute(async (trx) => {
    const isEmpty = report.comparables.length === 0
    if (isEmpty !== (await isKeptEmpty(trx, propertyId))) await refreshDeal(trx, propertyId)
    await trx
      .insertInto('market_reports')
      .values({ property_id: propertyId, ...values })
      .onConflict((clash) => clash.column('property_id').doUpdateSet(values))
      .execute()
  })
}

/** By primary key. A deal nobody has asked about counts as one with sales. */
async function isKeptEmpty(trx: Database, propertyId: number): Promise<boolean> {
  const kept = await trx
    .selectFrom('market_reports')
    .select(sql<number>`jsonb_array_length(comparables)`.as('sales'))
    .where('property_id', '=', propertyId)
    .executeTakeFirst()
  return kept?.sales === 0
}

const subjectOf = async (db: Database, row: PropertyRow): Promise<MarketSubject> => ({
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

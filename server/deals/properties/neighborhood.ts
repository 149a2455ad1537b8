/**
 * The area around a deal (checklist DEAL-12). A market service may know a flood zone and schools by where exactly it is asked about,
 * so readers without the address get what is known around the point that they are shown.
 */
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import type { propertyNeighborhood } from '#shared/contract/neighborhood.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { hasAddressOf, isTakenDown } from './deal-access.ts'
import type { MarketReports } from './market-reports.ts'
import { type DealRow, dealRow } from './queries.ts'

type Neighborhood = Reply<typeof propertyNeighborhood>['data']

/** Without a report the lists are empty and what this marketplace itself knows remains. */
export async function neighborhoodOf(
  { db, reports }: { db: Database; reports: MarketReports },
  { id, who }: { id: number; who: Principal | null },
): Promise<Neighborhood> {
  const row = await dealRow(db, id)
  if (!row || row.listing === 'draft') throw notFound()
  const hasAddress = !isTakenDown(row) && (await hasAddressOf(db, row, who))
  const report = await reports.of(row, { hasAddress })
  return {
    name: `${row.city}, ${row.zip}`,
    figures: [],
    schools: [],
    trend: [],
    ...report?.neighborhood,
    nearby: await nearbyCounts(db, row),
  }
}

/** The deal itself among them. By properties_place. */
async function nearbyCounts(db: Database, { state, city, zip }: DealRow): Promise<Neighborhood['nearby']> {
  const rows = await db
    .selectFrom('properties')
    .select(['status', ({ fn }) => fn.countAll<string>().as('deals')])
    .where('state', '=', state)
    .where('city', '=', city)
    .where('zip', '=', zip)
    .where('listing', '=', 'listed')
    .groupBy('status')
    .execute()
  const counts = { available: 0, pending: 0, sold: 0 }
  for (const { status, deals } of rows) {
    const word = DEAL_STATUSES[status]
    if (word) counts[word] = Number(deals)
  }
  return counts
}

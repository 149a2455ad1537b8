/** The sales near a deal, and which of them its page shows. A sale is told from others by what a register knows it by. */
import { sql } from 'kysely'
import type { PropertyRow } from '#server/core/database/schema.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import type { MarketReports } from '#server/deals/properties/market-reports.ts'
import type { Sale } from '#server/providers/market/market-source.ts'
import type { SellerSaleWire } from '#shared/contract/seller-listing.ts'
import { milesBetween } from '#shared/rules/deals/area.ts'
import { type ChangeDeps, changeDeal, ownDeal } from './own-deal.ts'
import { keyOfSale, pickedSales } from './picked-sales.ts'

export interface SalesDeps extends ChangeDeps {
  reports: MarketReports
}

/** Sellers know the address. */
const AS_SELLER = { hasAddress: true }

interface Of {
  who: AccountPrincipal
  id: number
}

export async function salesOf({ db, reports }: SalesDeps, { who, id }: Of) {
  const row = await ownDeal(db, who, id)
  const report = await reports.of(row, AS_SELLER)
  return { sales: wireOf(report?.comparables ?? [], row), are_all_shown: row.picked_sales === null }
}

/** Rejects with 422 for a sale that is not in the report, e.g. one that a new report has dropped. */
export async function pickSales(deps: SalesDeps, of: Of, keys: readonly string[] | null): Promise<void> {
  const row = await ownDeal(deps.db, of.who, of.id)
  const known = new Set(((await deps.reports.of(row, AS_SELLER))?.comparables ?? []).map(keyOfSale))
  if (keys?.some((key) => !known.has(key)))
    throw invalid({ keys: ['The sales have changed in the meantime. Review them and choose again.'] })
  await changeDeal(deps, of, async (trx) => {
    await trx
      .updateTable('properties')
      .set({ picked_sales: keys === null ? sql`null` : JSON.stringify([...new Set(keys)]) })
      .where('id', '=', of.id)
      .execute()
  })
}

function wireOf(sales: readonly Sale[], row: PropertyRow): SellerSaleWire[] {
  const shown = new Set(pickedSales(sales, row.picked_sales).map(keyOfSale))
  const { latitude: lat, longitude: lng } = row
  if (lat === null || lng === null) return []
  return sales
    .map((sale) => ({
      key: keyOfSale(sale),
      is_picked: shown.has(keyOfSale(sale)),
      address: sale.address,
      sold_price: sale.sold_price,
      sold_at: sale.sold_at,
      sq_footage: sale.sq_footage,
      bedrooms: sale.bedrooms,
      bathrooms: sale.bathrooms,
      distance_miles: tenthsOf(milesBetween({ lat, lng }, { lat: sale.latitude, lng: sale.longitude })),
      source: sale.source,
    }))
    .toSorted((a, b) => a.distance_miles - b.distance_miles || b.sold_at.localeCompare(a.sold_at))
}

const tenthsOf = (miles: number): number => Math.round(miles * 10) / 10

/** Which sales of a report a deal's page shows: those its seller picked, else all. */
import { createHash } from 'node:crypto'
import type { Sale } from '#server/providers/market/market-source.ts'

const KEY_LENGTH = 20

/** The same for the same sale in a later report. */
export const keyOfSale = ({ address, sold_at, sold_price }: Sale): string =>
  createHash('sha256').update(`${address}|${sold_at}|${sold_price}`).digest('hex').slice(0, KEY_LENGTH)

/** A pick that a new report has none of any more counts as no pick. */
export function pickedSales(sales: readonly Sale[], keys: readonly string[] | null): readonly Sale[] {
  if (keys === null) return sales
  const wanted = new Set(keys)
  const picked = sales.filter((sale) => wanted.has(keyOfSale(sale)))
  return picked.length === 0 && keys.length > 0 ? sales : picked
}

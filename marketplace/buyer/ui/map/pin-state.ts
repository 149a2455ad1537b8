/** What a deal's mark on the map says, in words and as a state: price, status, and what the person has to do with it. */
import { DEAL_STATUSES, type DealStatus } from '#shared/contract/properties.ts'
import { compactMoney } from '#shared/format/money.ts'
import type { DealTable, DictionaryColumn } from '#shared/rules/deals/table.ts'

export interface PinState {
  readonly id: number
  readonly row: number
  readonly status: DealStatus
  /** `$185K`, `Sold`. */
  readonly text: string
  /** `2217 Bluebonnet Trail, $185K, available`. */
  readonly name: string
  readonly isFavorite: boolean
  readonly isViewed: boolean
  /** The street is hidden: the place is somewhere near. */
  readonly isApproximate: boolean
  readonly hasOpenHouse: boolean
  readonly isNew: boolean
}

export interface PinContext {
  readonly favorites: ReadonlySet<number>
  readonly viewed: ReadonlySet<number>
  readonly nowMs: number
  readonly newSinceMs: number
}

export function pinStateOf(table: DealTable, row: number, context: PinContext): PinState {
  const { numbers } = table
  const id = numbers.id[row] ?? 0
  const marks = {
    status: statusOf(table, row),
    isFavorite: context.favorites.has(id),
    isViewed: context.viewed.has(id),
    isApproximate: isApproximate(table, row),
    hasOpenHouse: (numbers.open_house_at[row] ?? 0) * 1000 > context.nowMs,
    isNew: (numbers.published_at[row] ?? 0) * 1000 > context.newSinceMs,
  }
  const price = numbers.price[row] ?? Number.NaN
  return { id, row, ...marks, text: textOf(price, marks.status), name: nameOf(table, row, marks) }
}

export const statusOf = (table: DealTable, row: number): DealStatus =>
  DEAL_STATUSES[table.numbers.status[row] ?? 0] ?? 'available'

/** The list tells a street only to those who may know it. */
export const isApproximate = (table: DealTable, row: number): boolean =>
  table.numbers.street_address_show[row] !== 1 && (table.texts.full_address.codes[row] ?? 0) === 0

export const wordOf = (table: DealTable, column: DictionaryColumn, row: number): string | null => {
  const { codes, words } = table.texts[column]
  return words[codes[row] ?? 0] ?? null
}

function textOf(price: number, status: DealStatus): string {
  if (status === 'sold') return 'Sold'
  return Number.isNaN(price) ? 'Ask' : compactMoney(price)
}

type Marks = Pick<PinState, 'status' | 'isFavorite' | 'isViewed' | 'isApproximate' | 'hasOpenHouse' | 'isNew'>

function nameOf(table: DealTable, row: number, marks: Marks): string {
  const price = table.numbers.price[row] ?? Number.NaN
  const words = [
    placeOf(table, row, marks.isApproximate),
    // As it is on the pin (WCAG 2.5.3); the card that opens has the whole price.
    Number.isNaN(price) ? 'ask for the price' : compactMoney(price),
    marks.status,
    marks.isNew && 'new',
    marks.hasOpenHouse && 'open house',
    marks.isFavorite && 'saved',
    marks.isViewed && 'viewed',
    marks.isApproximate && 'approximate place',
  ]
  return words.filter(Boolean).join(', ')
}

/** The street alone; where it is hidden, what may be said. */
function placeOf(table: DealTable, row: number, isHidden: boolean): string {
  const full = wordOf(table, 'full_address', row)
  const street = full?.split(',')[0]?.trim()
  if (street) return street
  const shown = wordOf(table, 'public_address', row) ?? wordOf(table, 'city', row)
  if (isHidden) return shown ? `Address on request in ${shown}` : 'Address on request'
  return shown ?? wordOf(table, 'title', row) ?? 'Deal'
}

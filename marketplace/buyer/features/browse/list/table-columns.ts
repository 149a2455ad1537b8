/** The columns of the table: what each is called, says, and sorts by; and which of them somebody chose (checklist BRW-42). */
import { shortDayWords } from '#marketplace/kit/date-labels.ts'
import { formatNumber } from '#shared/format/count.ts'
import { compactMoney, formatMoney } from '#shared/format/money.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import type { SortKey } from '#shared/rules/deals/filter.ts'
import { STATUS_WORDS } from '#shared/rules/deals/filter-labels.ts'

export interface TableColumn {
  readonly id: string
  readonly label: string
  /** Figures stand at the right. */
  readonly isFigure: boolean
  /** In pixels, when all fit the window; wider in a wider one. Fixed, so that no head moves when its rows come. */
  readonly width: number
  /** Absent: the table is not sorted by it. */
  readonly sort?: SortKey
  /** Chosen until somebody chooses. */
  readonly isDefault: boolean
  /** Empty when it is not known. `nowMs` for what is counted from today. */
  readonly text: (deal: DealFacts, nowMs: number) => string
}

const money = (value: number | null) => (value === null ? '' : formatMoney(value))
const count = (value: number | null) => (value === null ? '' : formatNumber(value))
const percent = (value: number | null) => (value === null ? '' : `${value.toFixed(1)}%`)
const DAY_MS = 86_400_000

const figure = (
  id: string,
  label: string,
  text: TableColumn['text'],
  more: Partial<Pick<TableColumn, 'sort' | 'isDefault' | 'width'>> = {},
): TableColumn => ({ id, label, text, isFigure: true, isDefault: false, width: 104, ...more })
const words = (id: string, label: string, text: TableColumn['text'], isDefault = false): TableColumn => ({
  id,
  label,
  text,
  isFigure: false,
  isDefault,
  width: 116,
})
const NARROW = 72

/** The deal itself, which always stands first. */
export const DEAL_WIDTH = 332

/** After the deal itself. */
export const TABLE_COLUMNS: readonly TableColumn[] = [
  figure('price', 'Price', (deal) => money(deal.price), { sort: 'price', isDefault: true }),
  figure('arv', 'ARV', (deal) => money(deal.arv), { isDefault: true }),
  figure('arv_percent', '% of ARV', (deal) => percent(deal.arvPercent), {
    sort: 'arv_percent',
    isDefault: true,
    width: 88,
  }),
  figure('spread', 'Spread', (deal) => money(deal.spread), { sort: 'spread', isDefault: true }),
  figure(
    'ppsf',
    'Price / sq ft',
    (deal) => money(deal.pricePerSqft === null ? null : Math.round(deal.pricePerSqft)),
    {
      sort: 'ppsf',
    },
  ),
  figure('beds', 'Beds', (deal) => count(deal.beds), { sort: 'beds', isDefault: true, width: NARROW }),
  figure('baths', 'Baths', (deal) => count(deal.baths), { isDefault: true, width: NARROW }),
  figure('sqft', 'Sq ft', (deal) => count(deal.sqft), { sort: 'sqft', isDefault: true, width: NARROW }),
  figure('year', 'Built', (deal) => String(deal.year ?? ''), {
    sort: 'year',
    isDefault: true,
    width: NARROW,
  }),
  figure('score', 'Match', (deal) => count(deal.score === null ? null : Math.round(deal.score)), {
    sort: 'score',
    isDefault: true,
    width: 164,
  }),
  words('status', 'Status', (deal) => (deal.status === null ? '' : STATUS_WORDS[deal.status]), true),
  figure('listed', 'Listed', (deal, nowMs) => daysListed(deal.publishedMs, nowMs), {
    sort: 'newest',
    isDefault: true,
    width: 92,
  }),
  words('type', 'Type', (deal) => deal.type?.label ?? ''),
  figure('units', 'Units', (deal) => count(deal.units)),
  figure('lot', 'Lot, sq ft', (deal) => count(deal.lot)),
  figure('repairs', 'Repairs', (deal) => repairsText(deal), { width: 136 }),
  figure('price_drop', 'Price drop', (deal) => money(deal.priceDrop), { sort: 'price_drop' }),
  figure('entry_fee', 'Entry fee', (deal) => money(deal.entryFee)),
  figure('closing', 'Closing', (deal) => (deal.closingMs === null ? '' : shortDayWords(deal.closingMs)), {
    sort: 'closing',
  }),
  figure('rating', 'Seller', (deal) => (deal.sellerRating === null ? '' : deal.sellerRating.toFixed(1))),
]

export function repairsText({ repairs }: Pick<DealFacts, 'repairs'>): string {
  if (repairs === null) return ''
  const { min, max } = repairs
  return min === max ? compactMoney(min) : `${compactMoney(min)} to ${compactMoney(max)}`
}

/** `today`, `1 day`, `12 days` */
export function daysListed(publishedMs: number | null, nowMs: number): string {
  if (publishedMs === null) return ''
  const days = Math.max(0, Math.floor((nowMs - publishedMs) / DAY_MS))
  if (days === 0) return 'today'
  return days === 1 ? '1 day' : `${formatNumber(days)} days`
}

const KEY = 'plat.deal-columns'

/** In the table's order, whatever the order of choosing. */
export function readColumns(storage: () => Storage): readonly TableColumn[] {
  const byDefault = TABLE_COLUMNS.filter(({ isDefault }) => isDefault)
  try {
    const kept: unknown = JSON.parse(storage().getItem(KEY) ?? 'null')
    return Array.isArray(kept) ? TABLE_COLUMNS.filter(({ id }) => kept.includes(id)) : byDefault
  } catch {
    return byDefault
  }
}

export function keepColumns(storage: () => Storage, columns: readonly TableColumn[]): void {
  try {
    storage().setItem(KEY, JSON.stringify(columns.map(({ id }) => id)))
  } catch {
    return
  }
}

/** What is compared of each deal, and where one of them stands out. Pure. */
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { formatNumber } from '#shared/format/count.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { STATUS_WORDS } from '#shared/rules/deals/filter-labels.ts'
import { daysListed, repairsText } from '../list/table-columns.ts'

export interface ComparedRow {
  readonly label: string
  /** Empty when it is not known. */
  readonly text: (deal: DealFacts, nowMs: number) => string
  /** Drawn with its reasons instead. */
  readonly isMatch?: true
  readonly isBest?: (deal: DealFacts, deals: readonly DealFacts[]) => boolean
}

type Measure = (deal: DealFacts) => number | null

const money = (value: number | null) => (value === null ? '' : formatMoney(value))
const moneyOrNone = (value: number | null) => (value === null ? 'None' : formatMoney(value))
const count = (value: number | null) => (value === null ? '' : formatNumber(value))

/** Better than every other one; nobody stands out alone or among equals. */
function best(measure: Measure, isBetter: (a: number, b: number) => boolean): ComparedRow['isBest'] {
  return (deal, deals) => {
    const own = measure(deal)
    const others = deals.filter((other) => other !== deal).map(measure)
    if (own === null || others.length === 0) return false
    return others.every((other) => other === null || isBetter(own, other))
  }
}
const lowest = (measure: Measure) => best(measure, (a, b) => a < b)
const highest = (measure: Measure) => best(measure, (a, b) => a > b)

const perSqft: Measure = (deal) => (deal.pricePerSqft === null ? null : Math.round(deal.pricePerSqft))
const CONDITION_WORDS = {
  turnkey: 'Turnkey',
  cosmetic: 'Cosmetic work',
  light_rehab: 'Light rehab',
  full_rehab: 'Full rehab',
  teardown: 'Teardown',
} as const
const OCCUPANCY_WORDS = { vacant: 'Vacant', tenant: 'Tenant', owner: 'Owner' } as const

export const COMPARED_ROWS: readonly ComparedRow[] = [
  measured('Price', (deal) => deal.price, money, lowest),
  measured('ARV', (deal) => deal.arv, money, highest),
  measured(
    '% of ARV',
    (deal) => deal.arvPercent,
    (value) => (value === null ? '' : `${value.toFixed(1)}%`),
    lowest,
  ),
  measured('Spread', (deal) => deal.spread, money, highest),
  measured('Price per sq ft', perSqft, money, lowest),
  { label: 'Repairs', text: repairsText },
  measured('Entry fee', (deal) => deal.entryFee, moneyOrNone),
  measured('Price drop', (deal) => deal.priceDrop, moneyOrNone, highest),
  measured('Beds', (deal) => deal.beds, count),
  measured('Baths', (deal) => deal.baths, count),
  measured('Sq ft', (deal) => deal.sqft, count, highest),
  { label: 'Built', text: (deal) => String(deal.year ?? '') },
  measured('Lot, sq ft', (deal) => deal.lot, count),
  measured('Units', (deal) => deal.units, count),
  { label: 'Type', text: (deal) => deal.type?.label ?? '' },
  { label: 'Condition', text: (deal) => (deal.condition === null ? '' : CONDITION_WORDS[deal.condition]) },
  { label: 'Occupancy', text: (deal) => (deal.occupancy === null ? '' : OCCUPANCY_WORDS[deal.occupancy]) },
  { label: 'Status', text: (deal) => (deal.status === null ? '' : STATUS_WORDS[deal.status]) },
  { label: 'Comparables', text: (deal) => (deal.hasComps ? 'On its page' : 'None') },
  { label: 'Listed', text: (deal, nowMs) => daysListed(deal.publishedMs, nowMs) },
  { label: 'Closing', text: (deal) => (deal.closingMs === null ? '' : dayWords(deal.closingMs)) },
  {
    ...measured('Match', (deal) => (deal.score === null ? null : Math.round(deal.score)), count, highest),
    isMatch: true,
  },
  { label: 'Seller', text: sellerText },
]

function measured(
  label: string,
  measure: Measure,
  say: (value: number | null) => string,
  standsOut?: (measure: Measure) => ComparedRow['isBest'],
): ComparedRow {
  const isBest = standsOut?.(measure)
  return { label, text: (deal) => say(measure(deal)), ...(isBest ? { isBest } : {}) }
}

function sellerText({ sellerRating, isVerified }: DealFacts): string {
  return [sellerRating === null ? null : `${sellerRating.toFixed(1)} stars`, isVerified ? 'verified' : null]
    .filter(Boolean)
    .join(', ')
}

/** What pressing a value on a card does to the filter (checklist BRW-29). Pure. */
import type { CardValue } from '#marketplace/buyer/ui/deal/filter-value.tsx'
import type { DealFilter, Range, RangeKey } from '#shared/rules/deals/filter.ts'

export function filterByValue(filter: DealFilter, value: CardValue): Partial<DealFilter> {
  switch (value.kind) {
    case 'status':
      return { status: [value.status] }
    case 'place':
      return { places: [value.place] }
    case 'range':
      return { ranges: { ...filter.ranges, [value.key]: rangeAround(value.key, value.value) } }
  }
}

/** Size and year: about the same. What one pays: that and less. Everything else: that and more. */
function rangeAround(key: RangeKey, value: number): Range {
  switch (key) {
    case 'price':
    case 'arv_percent':
    case 'ppsf':
    case 'repairs':
    case 'entry_fee':
    case 'days':
    case 'closing':
      return { max: value }
    case 'sqft':
    case 'lot':
      return { min: Math.floor(value * 0.9), max: Math.ceil(value * 1.1) }
    case 'year': {
      const decade = Math.floor(value / 10) * 10
      return { min: decade, max: decade + 9 }
    }
    case 'arv':
    case 'spread':
    case 'spread_percent':
    case 'score':
    case 'beds':
    case 'baths':
    case 'units':
    case 'rating':
      return { min: value }
  }
}

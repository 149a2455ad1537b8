/** The share of one criterion for any row of a table: `criterion-lines.ts` for all deals at once, without words. */
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { DEAL_CONDITIONS } from '#shared/contract/properties.ts'
import { bathsAt } from '../deals/measures.ts'
import type { DealTable, NumberColumn } from '../deals/table.ts'
import { boundsOf } from './criterion-lines.ts'
import { choiceShare, marginShare, rangeShare, strategyBits, strategyMask } from './shares.ts'

export type RowShare = (row: number) => number

export function shareOf(table: DealTable, criterion: CriterionWire): RowShare {
  const { key } = criterion
  const chosen = criterion.any_of ?? []
  switch (key) {
    case 'property_types':
      return choices(table, 'property_type_id', (id) => chosen.includes(String(id)))
    case 'parking_types':
      return choices(table, 'parking_type_id', (id) => chosen.includes(String(id)))
    case 'condition':
      return choices(table, 'condition', (index) => chosen.includes(DEAL_CONDITIONS[index] ?? ''))
    case 'strategy':
      return strategies(table, strategyMask(chosen))
    case 'baths':
      return ranges(bathsAt(table), criterion)
    default:
      return columnRanges(table.numbers[COLUMN_OF[key]], criterion)
  }
}

export function marginOf({ numbers }: DealTable): RowShare {
  const { arv_percentage } = numbers
  return (row) => marginShare(arv_percentage[row] ?? Number.NaN)
}

const COLUMN_OF: Readonly<
  Record<'price' | 'arv' | 'arv_percent' | 'spread' | 'beds' | 'sqft' | 'year', NumberColumn>
> = {
  ...{ price: 'price', arv: 'arv_estimate', arv_percent: 'arv_percentage', spread: 'gross_margin' },
  ...{ beds: 'bedrooms', sqft: 'sq_footage', year: 'year_built' },
}

function ranges(value: (row: number) => number, criterion: CriterionWire): RowShare {
  const [min, max] = boundsOf(criterion)
  const { key } = criterion
  return (row) => rangeShare(key, value(row), min, max)
}

function columnRanges(column: ArrayLike<number>, criterion: CriterionWire): RowShare {
  const [min, max] = boundsOf(criterion)
  const { key } = criterion
  return (row) => rangeShare(key, column[row] ?? Number.NaN, min, max)
}

/** Ids and indexes of the lists are below this. */
const CHOICES_MAX = 64

function choices(table: DealTable, name: NumberColumn, isChosen: (id: number) => boolean): RowShare {
  const column = table.numbers[name]
  const shares = Float64Array.from({ length: CHOICES_MAX }, (_, id) => choiceShare(false, isChosen(id)))
  const unknown = choiceShare(true, false)
  return (row) => {
    const id = column[row] ?? Number.NaN
    return Number.isNaN(id) ? unknown : (shares[id] ?? 0)
  }
}

function strategies({ numbers }: DealTable, mask: number): RowShare {
  const { property_type_id, condition, occupancy, tags, arv_percentage } = numbers
  // Handed on, not made anew for each row.
  const deal = { typeId: 0, condition: 0, occupancy: 0, tags: 0, arvPercent: 0 }
  return (row) => {
    deal.typeId = property_type_id[row] ?? Number.NaN
    deal.condition = condition[row] ?? Number.NaN
    deal.occupancy = occupancy[row] ?? Number.NaN
    deal.tags = tags[row] ?? 0
    deal.arvPercent = arv_percentage[row] ?? Number.NaN
    const bits = strategyBits(deal)
    return choiceShare(bits === 0, (bits & mask) !== 0)
  }
}

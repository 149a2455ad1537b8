/** The share of one criterion for any row of a table: `criterion-lines.ts` for all deals at once, without words. */
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { DEAL_CONDITIONS } from '#shared/contract/properties.ts'
import { bathsAt } from '../deals/measures.ts'
import type { DealTable, NumberColumn } from '../deals/table.ts'
import { shapeOf } from './criterion-lines.ts'
import {
  choiceShare,
  marginShare,
  type RangeShape,
  rangeShare,
  strategyBits,
  strategyMask,
} from './shares.ts'

/** Adds the share of each of the rows to its sum. A loop of its own for each kind, with no call in between, is five times as fast. */
export type AddShares = (rows: Uint32Array, sums: Float64Array) => void

export function addCriterion(table: DealTable, criterion: CriterionWire): AddShares {
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
      return addRange(bathsOf(table), shapeOf(criterion))
    default:
      return addRange(table.numbers[COLUMN_OF[key]], shapeOf(criterion))
  }
}

export function addMargin({ numbers }: DealTable): AddShares {
  const { arv_percentage } = numbers
  return (rows, sums) => {
    for (let at = 0; at < rows.length; at++)
      sums[at] = (sums[at] ?? 0) + marginShare(arv_percentage[rows[at] ?? 0] ?? Number.NaN)
  }
}

const COLUMN_OF: Readonly<
  Record<'price' | 'arv' | 'arv_percent' | 'spread' | 'beds' | 'sqft' | 'year', NumberColumn>
> = {
  price: 'price',
  arv: 'arv_estimate',
  arv_percent: 'arv_percentage',
  spread: 'gross_margin',
  beds: 'bedrooms',
  sqft: 'sq_footage',
  year: 'year_built',
}

function bathsOf(table: DealTable): Float64Array {
  const bathsIn = bathsAt(table)
  return Float64Array.from({ length: table.count }, (_, row) => bathsIn(row))
}

function addRange(column: ArrayLike<number>, shape: RangeShape): AddShares {
  return (rows, sums) => {
    for (let at = 0; at < rows.length; at++)
      sums[at] = (sums[at] ?? 0) + rangeShare(column[rows[at] ?? 0] ?? Number.NaN, shape)
  }
}

/** Ids and indexes of the lists are below this. */
const CHOICES_MAX = 64

function choices(table: DealTable, name: NumberColumn, isChosen: (id: number) => boolean): AddShares {
  const column = table.numbers[name]
  const shares = Float64Array.from({ length: CHOICES_MAX }, (_, id) => choiceShare(false, isChosen(id)))
  const unknown = choiceShare(true, false)
  return (rows, sums) => {
    for (let at = 0; at < rows.length; at++) {
      const id = column[rows[at] ?? 0] ?? Number.NaN
      sums[at] = (sums[at] ?? 0) + (Number.isNaN(id) ? unknown : (shares[id] ?? 0))
    }
  }
}

function strategies({ numbers }: DealTable, mask: number): AddShares {
  const { property_type_id, condition, occupancy, tags, arv_percentage } = numbers
  return (rows, sums) => {
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0
      const bits = strategyBits({
        typeId: property_type_id[row] ?? Number.NaN,
        condition: condition[row] ?? Number.NaN,
        occupancy: occupancy[row] ?? Number.NaN,
        tags: tags[row] ?? 0,
        arvPercent: arv_percentage[row] ?? Number.NaN,
      })
      sums[at] = (sums[at] ?? 0) + choiceShare(bits === 0, (bits & mask) !== 0)
    }
  }
}

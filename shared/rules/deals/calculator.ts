/**
 * What a deal would bring (checklist DEAL-20…22): fix and sell, or fix and rent out. Every figure comes with its formula in
 * words, with the numbers in it. Money in whole units of the currency, shares in percent.
 */
import type { Assumptions } from './assumptions.ts'
import type { Figure } from './calculator-labels.ts'
import { rentalOf } from './rental-figures.ts'
import { costsOf, saleOf } from './sale-figures.ts'

export type AssumptionKey = keyof Assumptions

export const DEFAULT_ASSUMPTIONS: Assumptions = {
  price: 0,
  arv: 0,
  repairs: 0,
  contingency_percent: 10,
  closing_percent: 2,
  holding_months: 6,
  monthly_cost: 600,
  selling_percent: 8,
  ltv_percent: 0,
  points_percent: 2,
  rate_percent: 10.5,
  loan_years: 30,
  /** Not known: the server says it. Figures that it changes are unknown until then. */
  platform_fee: Number.NaN,
  entry_fee: 0,
  rule_percent: 70,
  rent: 0,
  vacancy_percent: 8,
  taxes: 3600,
  insurance: 1500,
  management_percent: 8,
}
export const ASSUMPTION_KEYS = Object.keys(DEFAULT_ASSUMPTIONS) as readonly AssumptionKey[]

/** In the order in which they are read. */
export const OUTPUT_KEYS = [
  'all_in',
  'profit',
  'roi',
  'annual_roi',
  'cash_needed',
  'arv_percent',
  'mao',
  'break_even_arv',
  'noi',
  'cap_rate',
  'cash_on_cash',
  'dscr',
] as const
export type OutputKey = (typeof OUTPUT_KEYS)[number]
export type Outputs = Readonly<Record<OutputKey, Figure>>

/** Never NaN: what cannot be known is null, and its formula says why. */
export function calculate(given: Assumptions): Outputs {
  const put = cleaned(given)
  const costs = costsOf(put)
  return { ...saleOf(put, costs), ...rentalOf(put, costs) }
}

/** A slip of the finger beyond this, and nobody's deal. */
const LARGEST = 1e12

/** Only numbers that are not negative; anything else is as by default. Unknown names are left out. */
export function cleaned(given: Readonly<Partial<Record<AssumptionKey, number>>>): Assumptions {
  const entries = ASSUMPTION_KEYS.map((key) => {
    const value = given[key]
    return [key, value !== undefined && value >= 0 && value <= LARGEST ? value : DEFAULT_ASSUMPTIONS[key]]
  })
  return Object.fromEntries(entries) as Record<AssumptionKey, number>
}

export interface SensitivityCell {
  readonly price: number
  /** ARV or repairs, as the axis says. */
  readonly other: number
  readonly profit: number | null
  readonly roi: number | null
}

export interface Sensitivity {
  readonly axis: 'arv' | 'repairs'
  readonly prices: readonly number[]
  readonly others: readonly number[]
  /** A line for each price, a cell for each of the others. */
  readonly cells: readonly (readonly SensitivityCell[])[]
}

const STEPS = [-0.1, -0.05, 0, 0.05, 0.1]
/** Repairs are the least sure of all. */
const REPAIR_STEPS = [-0.5, -0.25, 0, 0.25, 0.5]
/** Repairs of nothing are varied by this. */
const REPAIRS_STEP_USD = 5000

/** Profit and ROI for prices about this one against ARVs or repairs about these. The middle cell is the deal as it is. */
export function sensitivity(assumptions: Assumptions, axis: Sensitivity['axis']): Sensitivity {
  const put = cleaned({ ...assumptions })
  const prices = STEPS.map((step) => rounded(put.price * (1 + step), step))
  const others = othersOf(put, axis)
  return {
    axis,
    prices,
    others,
    cells: prices.map((price) =>
      others.map((other) => {
        const { profit, roi } = calculate({ ...put, price, [axis]: other })
        return { price, other, profit: profit.value, roi: roi.value }
      }),
    ),
  }
}

function othersOf(put: Assumptions, axis: Sensitivity['axis']): readonly number[] {
  if (axis === 'arv') return STEPS.map((step) => rounded(put.arv * (1 + step), step))
  if (put.repairs === 0) return STEPS.map((_, index) => index * REPAIRS_STEP_USD)
  return REPAIR_STEPS.map((step) => rounded(put.repairs * (1 + step), step))
}

/** To whole hundreds, but the middle one as it is. */
const rounded = (value: number, step: number): number => (step === 0 ? value : Math.round(value / 100) * 100)

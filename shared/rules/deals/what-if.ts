/** What the calculator begins with, and a deal at the seller's least and most repairs (checklist DEAL-20, DEAL-22). */
import type { Assumptions } from './assumptions.ts'
import { calculate, cleaned, type Outputs } from './calculator.ts'

export interface Scenario {
  readonly key: 'low' | 'mid' | 'high'
  readonly label: string
  readonly repairs: number
  readonly outputs: Outputs
}

/** The seller's repairs from the least to the most. `mid` is what was put in. */
export function scenarios(
  assumptions: Assumptions,
  repairs: { readonly min: number; readonly max: number },
): readonly Scenario[] {
  const put = cleaned({ ...assumptions })
  const at = (key: Scenario['key'], label: string, cost: number): Scenario => ({
    key,
    label,
    repairs: cost,
    outputs: calculate({ ...put, repairs: cost }),
  })
  return [
    at('low', 'Low repairs', Math.min(repairs.min, put.repairs)),
    at('mid', 'As entered', put.repairs),
    at('high', 'High repairs', Math.max(repairs.max, put.repairs)),
  ]
}

export interface SubjectNumbers {
  readonly price: number | null
  readonly arv: number | null
  readonly repairMin: number | null
  readonly repairMax: number | null
  readonly entryFee: number | null
  readonly platformFee?: number | null
}

/** What the calculator begins with: defaults, then the deal's numbers, then one's own for this deal. */
export function assumptionsFor(
  deal: SubjectNumbers,
  ownDefaults: Readonly<Record<string, number>> = {},
  ofThisDeal: Readonly<Record<string, number>> = {},
): Assumptions {
  const { price: _, arv: __, repairs: ___, entry_fee: ____, ...usual } = ownDefaults
  const { repairMin, repairMax } = deal
  const repairs = ((repairMin ?? repairMax ?? 0) + (repairMax ?? repairMin ?? 0)) / 2
  return cleaned({
    ...usual,
    price: deal.price ?? 0,
    arv: deal.arv ?? 0,
    repairs,
    entry_fee: deal.entryFee ?? 0,
    ...(typeof deal.platformFee === 'number' ? { platform_fee: deal.platformFee } : {}),
    ...ofThisDeal,
  })
}

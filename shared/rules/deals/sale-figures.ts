/** What buying, fixing and selling a deal would bring, and the costs on the way. */
import type { Assumptions } from './assumptions.ts'
import { type Figure, figure, money, percent, ratioWords, share } from './calculator-labels.ts'

/** The sums between what is put in and what comes out. */
export interface Costs {
  readonly contingency: number
  readonly closing: number
  readonly loan: number
  readonly points: number
  readonly interest: number
  readonly holding: number
  readonly fees: number
  readonly selling: number
  /** Price and all costs but those of selling. */
  readonly allIn: number
}

export function costsOf(put: Assumptions): Costs {
  const loan = (put.price * put.ltv_percent) / 100
  const costs = {
    contingency: (put.repairs * put.contingency_percent) / 100,
    closing: (put.price * put.closing_percent) / 100,
    loan,
    points: (loan * put.points_percent) / 100,
    interest: ((loan * put.rate_percent) / 100 / 12) * put.holding_months,
    holding: put.holding_months * put.monthly_cost,
    fees: put.platform_fee + put.entry_fee,
    selling: (put.arv * put.selling_percent) / 100,
  }
  const { contingency, closing, points, interest, holding, fees } = costs
  return {
    ...costs,
    allIn: put.price + fees + put.repairs + contingency + closing + points + interest + holding,
  }
}

type SaleKey =
  | 'all_in'
  | 'profit'
  | 'roi'
  | 'annual_roi'
  | 'cash_needed'
  | 'arv_percent'
  | 'mao'
  | 'break_even_arv'

export function saleOf(put: Assumptions, costs: Costs): Record<SaleKey, Figure> {
  const { allIn, loan, selling } = costs
  const cash = allIn - loan
  const profit = put.arv > 0 ? put.arv - selling - allIn : null
  const roi = profit !== null && cash > 0 ? (profit / cash) * 100 : null
  return {
    all_in: figure('All-in cost', 'usd', allIn, allInWords(put, costs)),
    profit: figure(
      'Profit',
      'usd',
      profit,
      profit === null
        ? NO_ARV
        : `ARV ${money(put.arv)} − selling costs ${money(selling)} − all-in cost ${money(allIn)}`,
    ),
    roi: figure('ROI', 'percent', roi, ratioWords('Profit', profit, 'cash needed', cash, NO_ARV)),
    annual_roi: annualRoi(roi, put.holding_months),
    cash_needed: figure('Cash needed', 'usd', cash, `All-in cost ${money(allIn)} − loan ${money(loan)}`),
    arv_percent: figure(
      '% of ARV',
      'percent',
      put.arv > 0 ? (put.price / put.arv) * 100 : null,
      put.arv > 0 ? `Price ${money(put.price)} ÷ ARV ${money(put.arv)}` : NO_ARV,
    ),
    mao: maximumOffer(put, costs),
    break_even_arv: breakEven(put, costs),
  }
}

const NO_ARV = 'Needs an ARV.'

function allInWords(put: Assumptions, costs: Costs): string {
  const parts: readonly (readonly [string, number])[] = [
    ['price', put.price],
    ['platform fee', put.platform_fee],
    ['entry fee', put.entry_fee],
    ['repairs', put.repairs],
    ['contingency', costs.contingency],
    ['purchase closing', costs.closing],
    ['points', costs.points],
    ['interest', costs.interest],
    ['holding', costs.holding],
  ]
  const words = parts.filter(([, value]) => value !== 0).map(([name, value]) => `${name} ${money(value)}`)
  const text = words.join(' + ')
  return text === '' ? 'Needs a price.' : text.charAt(0).toUpperCase() + text.slice(1)
}

function annualRoi(roi: number | null, months: number): Figure {
  const isKnown = roi !== null && months > 0 && roi > -100
  const value = isKnown ? ((1 + roi / 100) ** (12 / months) - 1) * 100 : null
  const words = isKnown
    ? `(1 + ROI ${percent(roi)}) to the power of 12 ÷ ${share(months)} months, − 1`
    : 'Needs an ROI above −100% and a time to hold.'
  return figure('Annualized ROI', 'percent', value !== null && Number.isFinite(value) ? value : null, words)
}

/** The share that the rule leaves already covers closing, holding, selling and profit; repairs and fees come on top. */
function maximumOffer(put: Assumptions, { contingency, fees }: Costs): Figure {
  if (put.arv <= 0) return figure('Maximum offer (MAO)', 'usd', null, NO_ARV)
  const value = (put.arv * put.rule_percent) / 100 - put.repairs - contingency - fees
  const words = `ARV ${money(put.arv)} × ${percent(put.rule_percent)} − repairs ${money(put.repairs)} − contingency ${money(contingency)} − fees ${money(fees)}`
  return figure('Maximum offer (MAO)', 'usd', value, words)
}

function breakEven(put: Assumptions, { allIn }: Costs): Figure {
  const rest = 1 - put.selling_percent / 100
  const value = rest > 0 ? allIn / rest : null
  const words =
    rest > 0
      ? `All-in cost ${money(allIn)} ÷ (100% − selling ${percent(put.selling_percent)})`
      : 'Selling takes all of it.'
  return figure('Break-even ARV', 'usd', value, words)
}

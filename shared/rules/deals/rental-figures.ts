/** What a deal would bring as a rental: a year's income against what was put in and what the loan takes. */
import type { Assumptions } from './assumptions.ts'
import { type Figure, figure, money, percent, ratioWords } from './calculator-labels.ts'
import type { Costs } from './sale-figures.ts'

const NO_RENT = 'Needs a rent.'

type RentalKey = 'noi' | 'cap_rate' | 'cash_on_cash' | 'dscr'

export function rentalOf(put: Assumptions, costs: Costs): Record<RentalKey, Figure> {
  const { contingency, closing, points, loan, fees } = costs
  const income = put.rent * 12 * (1 - put.vacancy_percent / 100)
  const management = (income * put.management_percent) / 100
  const noi = put.rent > 0 ? income - management - put.taxes - put.insurance : null
  const owned = put.price + put.repairs + contingency
  const cash = owned + fees + closing + points - loan
  const debt = debtService(loan, put)
  const flow = noi === null ? null : noi - debt
  const ratio = (part: number | null, whole: number): number | null =>
    part === null || whole <= 0 ? null : part / whole
  const inPercent = (value: number | null): number | null => (value === null ? null : value * 100)
  return {
    noi: figure(
      'Net operating income a year',
      'usd',
      noi,
      noi === null
        ? NO_RENT
        : `Rent ${money(put.rent)} × 12 × (100% − vacancy ${percent(put.vacancy_percent)}) − management ${money(management)} − taxes ${money(put.taxes)} − insurance ${money(put.insurance)}`,
    ),
    cap_rate: figure(
      'Cap rate',
      'percent',
      inPercent(ratio(noi, owned)),
      ratioWords('Net operating income', noi, 'price and repairs', owned, NO_RENT),
    ),
    cash_on_cash: figure(
      'Cash-on-cash',
      'percent',
      inPercent(ratio(flow, cash)),
      flow === null || noi === null
        ? NO_RENT
        : // Unknown is NaN, as in ratioWords.
          cash <= 0
          ? 'There is no cash put in.'
          : `(Net operating income ${money(noi)} − loan payments ${money(debt)}) ÷ cash put in ${money(cash)}`,
    ),
    dscr: figure(
      'DSCR',
      'ratio',
      ratio(noi, debt),
      debt > 0
        ? ratioWords('Net operating income', noi, 'loan payments a year', debt, NO_RENT)
        : 'There is no loan.',
    ),
  }
}

/** A year of level payments, or of interest alone. */
function debtService(loan: number, { rate_percent, loan_years }: Assumptions): number {
  const monthly = rate_percent / 100 / 12
  if (loan <= 0) return 0
  if (loan_years <= 0) return loan * monthly * 12
  const months = loan_years * 12
  return monthly === 0 ? (loan / months) * 12 : ((loan * monthly) / (1 - (1 + monthly) ** -months)) * 12
}

/** What a buyer assumes when the profit of a deal is calculated. */

/** What is put in; the names are kept with a customer's notes, so none may change its meaning. */
export interface Assumptions {
  readonly price: number
  /** 0 is unknown. */
  readonly arv: number
  readonly repairs: number
  /** Of the repairs. */
  readonly contingency_percent: number
  /** Of the price. */
  readonly closing_percent: number
  readonly holding_months: number
  readonly monthly_cost: number
  /** Of the ARV. */
  readonly selling_percent: number
  /** Of the price; 0 buys with cash. */
  readonly ltv_percent: number
  /** Of the loan, once. */
  readonly points_percent: number
  /** A year. */
  readonly rate_percent: number
  /** For a rental; 0 pays interest only. */
  readonly loan_years: number
  readonly platform_fee: number
  readonly entry_fee: number
  /** Most that may be paid, of the ARV, before repairs and fees. */
  readonly rule_percent: number
  /** A month; 0 is unknown. */
  readonly rent: number
  readonly vacancy_percent: number
  /** Both a year. */
  readonly taxes: number
  readonly insurance: number
  /** Of the rent that comes in. */
  readonly management_percent: number
}

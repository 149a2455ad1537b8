/** What stands in the fields of an offer, as typed, and the terms it says. Amounts are read as people write them: `150k`. */
import { ANSWER_HOURS, OFFER_NOTE_MAX_LENGTH, OFFER_PRICE_MAX_CENTS } from '#shared/contract/limits.ts'
import type { Contingency, DraftTerms, Financing, OfferTerms } from '#shared/contract/offer-terms.ts'
import { formatNumber } from '#shared/format/count.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'

export interface OfferForm {
  readonly price: string
  /** Null buys personally. */
  readonly entityId: number | null
  readonly financing: Financing
  readonly earnestMoney: string
  readonly inspectionDays: string
  /** YYYY-MM-DD. */
  readonly closingOn: string
  readonly contingencies: readonly Contingency[]
  readonly isAssignable: boolean
  readonly answerHours: string
  readonly note: string
}

export type OfferFormErrors = Partial<Readonly<Record<keyof OfferForm, string>>>

const DAY_MS = 86_400_000
const CLOSING_DAYS = 30
const CLOSING_MAX_DAYS = 365
const INSPECTION_MAX_DAYS = 90
const ANSWER_MAX_HOURS = 24 * 14
const [, USUAL_ANSWER_HOURS] = ANSWER_HOURS

/** A day as YYYY-MM-DD where the reader is. */
export function dayText(atMs: number): string {
  const at = new Date(atMs)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** What the form begins with: cash, the seller's earnest money if one is asked, a month to close. No price: that is the buyer's. */
export const emptyForm = (nowMs: number, earnestMoneyUsd: number | null): OfferForm => ({
  price: '',
  entityId: null,
  financing: 'cash',
  earnestMoney: earnestMoneyUsd === null ? '' : formatNumber(earnestMoneyUsd),
  inspectionDays: '10',
  closingOn: dayText(nowMs + CLOSING_DAYS * DAY_MS),
  contingencies: ['inspection', 'title'],
  isAssignable: false,
  answerHours: String(USUAL_ANSWER_HOURS),
  note: '',
})

/** Cents of an amount as typed; null for nothing or no amount. */
export function centsOf(text: string): number | null {
  const amount = parseMoney(text)
  return amount === null || Number.isNaN(amount) || amount < 0 ? null : Math.round(amount * 100)
}

export const centsText = (cents: number): string => formatNumber(cents / 100)

/** The terms over what stood in the form before. */
export function formOf(terms: DraftTerms, base: OfferForm): OfferForm {
  const { price_cents: price, earnest_money_cents: earnest } = terms
  return {
    price: price === undefined ? base.price : centsText(price),
    entityId: terms.entity_id === undefined ? base.entityId : terms.entity_id,
    financing: terms.financing ?? base.financing,
    earnestMoney: earnest === undefined ? base.earnestMoney : centsText(earnest),
    inspectionDays: terms.inspection_days === undefined ? base.inspectionDays : String(terms.inspection_days),
    closingOn: terms.closing_on ?? base.closingOn,
    contingencies: terms.contingencies ?? base.contingencies,
    isAssignable: terms.is_assignable ?? base.isAssignable,
    answerHours: terms.answer_hours === undefined ? base.answerHours : String(terms.answer_hours),
    note: terms.note ?? base.note,
  }
}

/** The terms that can be read out of the form; what cannot is left out. */
export function draftTermsOf(form: OfferForm): DraftTerms {
  const price = centsOf(form.price)
  const earnest = form.earnestMoney.trim() === '' ? 0 : centsOf(form.earnestMoney)
  const inspection = wholeOf(form.inspectionDays, 0, INSPECTION_MAX_DAYS)
  const answer = wholeOf(form.answerHours, 1, ANSWER_MAX_HOURS)
  return {
    ...(price !== null && price > 0 && price <= OFFER_PRICE_MAX_CENTS ? { price_cents: price } : {}),
    ...(earnest === null || earnest > OFFER_PRICE_MAX_CENTS ? {} : { earnest_money_cents: earnest }),
    ...(inspection === null ? {} : { inspection_days: inspection }),
    ...(answer === null ? {} : { answer_hours: answer }),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(form.closingOn) ? { closing_on: form.closingOn } : {}),
    entity_id: form.entityId,
    financing: form.financing,
    contingencies: [...form.contingencies],
    is_assignable: form.isAssignable,
    note: form.note.slice(0, OFFER_NOTE_MAX_LENGTH),
  }
}

/** All the terms, or null while something in the form is missing or wrong. */
export function termsOf(form: OfferForm, nowMs: number): OfferTerms | null {
  if (Object.keys(errorsOf(form, nowMs)).length > 0) return null
  const terms = draftTermsOf(form)
  const { price_cents, earnest_money_cents, inspection_days, closing_on, answer_hours } = terms
  if (price_cents === undefined || earnest_money_cents === undefined || inspection_days === undefined)
    return null
  if (closing_on === undefined || answer_hours === undefined) return null
  return {
    price_cents,
    earnest_money_cents,
    inspection_days,
    closing_on,
    answer_hours,
    entity_id: form.entityId,
    financing: form.financing,
    contingencies: [...form.contingencies],
    is_assignable: form.isAssignable,
    note: form.note,
  }
}

/** What is to be put right before the offer can go, by field. */
export function errorsOf(form: OfferForm, nowMs: number): OfferFormErrors {
  const errors: Partial<Record<keyof OfferForm, string>> = {}
  const price = centsOf(form.price)
  if (price === null || price === 0)
    errors.price =
      form.price.trim() === '' ? 'Enter a price.' : 'Enter a price above zero, like 150,000 or 150k.'
  else if (price > OFFER_PRICE_MAX_CENTS) errors.price = 'This price is too high.'
  const earnest = form.earnestMoney.trim() === '' ? 0 : centsOf(form.earnestMoney)
  if (earnest === null) errors.earnestMoney = 'Enter an amount, like 2,500 or 2.5k.'
  else if (price !== null && price > 0 && earnest > price)
    errors.earnestMoney = 'Earnest money is more than the price.'
  if (wholeOf(form.inspectionDays, 0, INSPECTION_MAX_DAYS) === null)
    errors.inspectionDays = `Enter whole days, 0 to ${INSPECTION_MAX_DAYS}.`
  if (wholeOf(form.answerHours, 1, ANSWER_MAX_HOURS) === null)
    errors.answerHours = `Enter whole hours, 1 to ${ANSWER_MAX_HOURS}.`
  const closing = closingError(form.closingOn, nowMs)
  if (closing) errors.closingOn = closing
  if (form.note.length > OFFER_NOTE_MAX_LENGTH) errors.note = `At most ${OFFER_NOTE_MAX_LENGTH} characters.`
  return errors
}

function closingError(day: string, nowMs: number): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Choose a day.'
  if (day <= dayText(nowMs)) return 'Choose a day after today.'
  return day > dayText(nowMs + CLOSING_MAX_DAYS * DAY_MS) ? 'Choose a day within a year.' : null
}

function wholeOf(text: string, least: number, most: number): number | null {
  const plain = text.trim()
  if (!/^\d{1,4}$/.test(plain)) return null
  const value = Number(plain)
  return value >= least && value <= most ? value : null
}

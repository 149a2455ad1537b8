/**
 * The words of an offer as they are typed, completed and compared. What nobody filled in has a plain meaning; price and closing day
 * are the buyer's to say.
 */
import type { DraftTerms, OfferTerms } from '../../contract/offer-terms.ts'

export const TERM_NAMES = [
  'price_cents',
  'entity_id',
  'financing',
  'earnest_money_cents',
  'inspection_days',
  'closing_on',
  'contingencies',
  'is_assignable',
  'answer_hours',
  'note',
] as const satisfies readonly (keyof OfferTerms)[]
export type TermName = (typeof TERM_NAMES)[number]

/** Cash, no conditions, two days to answer. */
const USUAL = {
  entity_id: null,
  financing: 'cash',
  earnest_money_cents: 0,
  inspection_days: 0,
  contingencies: [],
  is_assignable: false,
  answer_hours: 48,
  note: '',
} as const satisfies Partial<OfferTerms>

/** What is said anew stands in the place of what was said before. */
export const mergeTerms = (before: DraftTerms, said: DraftTerms): DraftTerms => {
  const merged: Record<string, unknown> = { ...before }
  for (const name of TERM_NAMES) if (said[name] !== undefined) merged[name] = said[name]
  return merged
}

export type Completed =
  | { terms: OfferTerms }
  /** By field, with the words to show. */
  | { problems: Partial<Record<TermName, string>> }

/** `today` as YYYY-MM-DD: where the day has ended last, so that nobody's today is refused as past. */
export function completeTerms(draft: DraftTerms, today: string): Completed {
  const { price_cents, closing_on, ...said } = draft
  const problems: Partial<Record<TermName, string>> = {}
  if (price_cents === undefined) problems.price_cents = 'Enter a price.'
  if (closing_on === undefined) problems.closing_on = 'Choose a closing date.'
  else if (!isDay(closing_on)) problems.closing_on = 'This date does not exist.'
  else if (closing_on < today) problems.closing_on = 'The closing date is past.'
  if ((said.earnest_money_cents ?? 0) > (price_cents ?? Number.POSITIVE_INFINITY))
    problems.earnest_money_cents = 'Earnest money cannot be more than the price.'
  if (price_cents === undefined || closing_on === undefined || Object.keys(problems).length > 0)
    return { problems }
  return { terms: { ...USUAL, ...defined(said), price_cents, closing_on } as OfferTerms }
}

/** 2026-02-30 looks like a day and is none. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const defined = (terms: DraftTerms): DraftTerms =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))

export interface TermChange {
  name: TermName
  before: unknown
  after: unknown
}

/** What a move says otherwise than the one before, in the order of the form. */
export function termChanges(before: DraftTerms, after: DraftTerms): TermChange[] {
  return TERM_NAMES.filter((name) => !isSame(before[name], after[name])).map((name) => ({
    name,
    before: before[name],
    after: after[name],
  }))
}

/** Contingencies are a set: their order says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item) => other.includes(item))
  return one === other
}

/** The way from an accepted offer to closing (checklist OFR-40): when each step is due, and who says that it is done. */
import type { OfferTerms } from '../../contract/offer-terms.ts'
import type { OfferSide, OfferState, OfferStep } from '../../contract/offers.ts'

const DAY_MS = 24 * 3_600_000
const DAY_LENGTH = 10
const DAYS_TO_SIGN = 3
const DAYS_TO_OPEN = 5

/** YYYY-MM-DD for each step, as agreed when the offer was accepted; the seller may move them. */
export function stepsDue(terms: Partial<OfferTerms>, acceptedMs: number): Partial<Record<OfferStep, string>> {
  const after = (days: number) => new Date(acceptedMs + days * DAY_MS).toISOString().slice(0, DAY_LENGTH)
  const closing = terms.closing_on
  const notPast = (day: string) => (closing !== undefined && day > closing ? closing : day)
  return {
    contract_signed: notPast(after(DAYS_TO_SIGN)),
    title_opened: notPast(after(DAYS_TO_OPEN)),
    escrow_opened: notPast(after(DAYS_TO_OPEN)),
    ...(terms.inspection_days ? { inspection: notPast(after(terms.inspection_days)) } : {}),
    ...(closing === undefined ? {} : { funded: closing, closed: closing }),
  }
}

/** Signing and closing are moves of the offer and not ticked off here. */
export const STEPS_OF: Readonly<Record<Exclude<OfferSide, 'system'>, readonly OfferStep[]>> = {
  buyer: ['inspection', 'funded'],
  seller: ['title_opened', 'escrow_opened', 'inspection', 'funded'],
}

/** While the two are bound. */
export const hasSteps = (state: OfferState): boolean =>
  state === 'accepted' || state === 'confirmed' || state === 'under_contract'

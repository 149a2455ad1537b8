/** The clock of an offer: how long the other side has to answer, and when it is reminded (checklist OFR-36). Times in milliseconds. */
import { CONFIRM_HOURS, REMIND_AT_SHARE_LEFT } from '../../contract/limits.ts'
import type { DraftTerms } from '../../contract/offer-terms.ts'
import type { OfferState } from '../../contract/offers.ts'
import { TIMED_STATES } from './offer-graph.ts'

const HOUR_MS = 3_600_000
const USUAL_HOURS = 48

/** How long a move gives the other side. An accepted offer waits for its confirmation. */
export const answerMs = (state: OfferState, terms: DraftTerms): number =>
  (state === 'accepted' ? CONFIRM_HOURS : (terms.answer_hours ?? USUAL_HOURS)) * HOUR_MS

/** Null for a state in which nobody waits by the clock. */
export const expiresAtMs = (state: OfferState, terms: DraftTerms, nowMs: number): number | null =>
  isTimed(state) ? nowMs + answerMs(state, terms) : null

/** From when the one whose turn it is should be reminded. */
export const remindAtMs = (state: OfferState, terms: DraftTerms, expiresMs: number): number =>
  expiresMs - answerMs(state, terms) * REMIND_AT_SHARE_LEFT

export const isTimed = (state: OfferState): boolean => (TIMED_STATES as readonly OfferState[]).includes(state)

/** Its time is up, whether or not that was written down yet. */
export const isOverdue = (state: OfferState, expiresMs: number | null, nowMs: number): boolean =>
  isTimed(state) && expiresMs !== null && expiresMs <= nowMs

/** Why an offer was not taken, and the step that opens the way again (checklist OFR-02, OFR-42). */
import { errorAt, type FormErrors, formMessage, NO_ERRORS, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { GateStep } from '#shared/contract/offers.ts'
import { NEEDS, UNCONFIRMED } from '#shared/contract/requirements.ts'
import type { OfferForm, OfferFormErrors } from './offer-form.ts'

export interface Refusal {
  readonly words: string
  /** Where it can be put right; null when nothing can be done about it here. */
  readonly step: GateStep | null
  readonly code: string | null
  /** By the wire's names, where single fields were refused. */
  readonly fields?: Readonly<Record<string, string>>
}

/** As a form says it: at its fields, or as a whole where none was named. */
export function formErrors(refusal: Refusal | null): FormErrors {
  if (refusal === null) return NO_ERRORS
  const { fields = {}, words } = refusal
  return { fields, message: Object.keys(fields).length > 0 ? null : words }
}

/** Names on the wire of the terms. */
const TERMS = {
  price: 'terms.price_cents',
  entityId: 'terms.entity_id',
  financing: 'terms.financing',
  closingOn: 'terms.closing_on',
  earnestMoney: 'terms.earnest_money_cents',
  inspectionDays: 'terms.inspection_days',
  answerHours: 'terms.answer_hours',
  note: 'terms.note',
} as const satisfies Partial<Record<keyof OfferForm, string>>

/** What the server said of single terms, and of the rest. */
export function refusedTerms(refusal: Refusal | null): { fields: OfferFormErrors; words: string | null } {
  const errors = formErrors(refusal)
  const atFields = Object.entries(TERMS).flatMap(([field, name]) => {
    const text = errorAt(errors, name)
    return text === null ? [] : [[field, text]]
  })
  return { fields: Object.fromEntries(atFields), words: formMessage(errors, Object.values(TERMS)) }
}

const STEPS: Readonly<Record<string, GateStep>> = {
  no_deposit: 'deposit',
  limit: 'slots',
  identity: 'identity',
  funds: 'funds',
  own_deal: 'deal',
  deal_closed: 'deal',
}

const WORDS: Readonly<Record<string, string>> = {
  no_deposit: 'An offer needs the refundable deposit.',
  limit: 'All the offers on your deposit are in use. Withdraw one first.',
  identity: 'The seller asks for verified buyers.',
  funds: 'Attach a proof of funds or the documents of the buying entity.',
  own_deal: 'This is a deal of your own company.',
  deal_closed: 'This deal no longer accepts offers.',
  exists: 'You have an offer on this deal already.',
}

/** For a refusal that names what must be confirmed: the first of them is the step. */
function missingIn(failure: Failure): Refusal | null {
  if (failure.kind !== 'refused' || failure.problem.code !== UNCONFIRMED) return null
  const { message, errors = {} } = failure.problem
  return { words: message, step: NEEDS.offer.find((need) => need in errors) ?? null, code: UNCONFIRMED }
}

/** What was typed stays in every case. */
export function refusalOf(failure: Failure): Refusal {
  if (failure.kind === 'timeout' || failure.kind === 'offline')
    return {
      words: 'No answer came. Try again: it is sent once, however often you press. What you entered is kept.',
      step: null,
      code: null,
    }
  const missing = missingIn(failure)
  if (missing !== null) return missing
  if (failure.kind !== 'refused' || failure.status !== 409) {
    const { fields, message } = sayFailure(failure)
    return { words: formMessage({ fields, message }) ?? '', step: null, code: null, fields }
  }
  const { message, code } = failure.problem
  return {
    words: message || WORDS[code ?? ''] || 'That was refused. Reload the page and try again.',
    step: STEPS[code ?? ''] ?? null,
    code: code ?? null,
  }
}

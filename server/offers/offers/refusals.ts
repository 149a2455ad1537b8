/** The "no" of an offer: what was tried, where it stands now, what to do. */
import { Refusal } from '#server/core/http/refusal.ts'
import type { OfferState } from '#shared/contract/offers.ts'
import type { OfferRow } from './offer-row.ts'

/** `errors.state` lets a page show the new state before it has asked for it. */
const refused = (code: string, message: string, state: OfferState) =>
  new Refusal(409, { message, code, errors: { state: [state] } })

export const stale = ({ state }: Pick<OfferRow, 'state'>) =>
  refused('stale', 'This offer has changed since you last viewed it. Review it again, then decide.', state)

export const notNow = ({ state }: Pick<OfferRow, 'state'>) => refused('not_now', NOT_NOW[state], state)

const NOT_NOW: Readonly<Record<OfferState, string>> = {
  draft: 'This offer is a draft. Send it first.',
  submitted: 'This offer waits for the seller’s answer.',
  countered: 'This offer waits for the buyer’s answer.',
  countered_by_buyer: 'This offer waits for the seller’s answer.',
  accepted: 'This offer is accepted. The buyer confirms it next.',
  confirmed: 'This offer is confirmed and binding.',
  rejected: 'This offer was declined.',
  withdrawn: 'This offer was withdrawn.',
  expired: 'The time of this offer ran out.',
  under_contract: 'This offer is under contract.',
  closed: 'This deal is closed.',
  fell_through: 'This deal fell through.',
}

export const dealTaken = ({ state }: Pick<OfferRow, 'state'>) =>
  refused(
    'taken',
    'Another offer on this deal is accepted. This one stays a backup until that one falls through.',
    state,
  )

export const companyAway = ({ state }: Pick<OfferRow, 'state'>) =>
  refused('company_closed', 'This company is closed and makes no deals now.', state)

export const offerExists = ({ state }: Pick<OfferRow, 'state'>) =>
  refused('exists', 'You have an active offer on this deal already. Change that one instead.', state)

export const offersPaused = () =>
  new Refusal(409, { message: 'No offers are taken at the moment. Try again later.', code: 'paused' })

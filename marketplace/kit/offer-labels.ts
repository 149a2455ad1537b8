/** The words of offers: states, moves, terms. */
import { dayWords } from '#marketplace/kit/date-labels.ts'
import type { TagTone } from '#marketplace/kit/ui/tag.tsx'
import type { Contingency, DraftTerms, Financing } from '#shared/contract/offer-terms.ts'
import type {
  OfferMoveKind,
  OfferMoveWire,
  OfferState,
  OfferStep,
  OfferWire,
} from '#shared/contract/offers.ts'
import type { CorporateDocumentType } from '#shared/contract/proof-of-funds.ts'
import { formatMoney } from '#shared/format/money.ts'

export const STATE_WORDS: Readonly<Record<OfferState, string>> = {
  draft: 'Draft',
  submitted: 'Submitted',
  countered: 'Seller countered',
  countered_by_buyer: 'Buyer countered',
  accepted: 'Accepted',
  confirmed: 'Confirmed',
  rejected: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  under_contract: 'Under contract',
  closed: 'Closed',
  fell_through: 'Fell through',
}

/** As the buyer reads it. */
export const ownStateWords = (state: OfferState): string =>
  state === 'countered_by_buyer' ? 'You countered' : STATE_WORDS[state]

export const STATE_TONES: Readonly<Record<OfferState, TagTone>> = {
  draft: 'plain',
  submitted: 'accent',
  countered: 'warn',
  countered_by_buyer: 'accent',
  accepted: 'gain',
  confirmed: 'gain',
  rejected: 'plain',
  withdrawn: 'plain',
  expired: 'plain',
  under_contract: 'gain',
  closed: 'gain',
  fell_through: 'plain',
}

const MOVE_WORDS: Readonly<Record<OfferMoveKind, string>> = {
  submit: 'made an offer',
  revise: 'changed the offer',
  counter: 'countered',
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrew the offer',
  confirm: 'confirmed the offer',
  expire: 'The time to answer ran out',
  resend: 'sent the offer again',
  sign: 'signed the contract',
  close: 'closed the deal',
  request_release: 'asked to be released',
  refuse_release: 'did not agree to the release',
  fall_through: 'called the deal off',
}

/** An offer that ends for another reason than its clock has that reason as its note. */
export const moveWords = ({ kind, note }: Pick<OfferMoveWire, 'kind' | 'note'>): string =>
  kind === 'expire' && note ? 'The offer ended' : MOVE_WORDS[kind]

export const FINANCING_WORDS: Readonly<Record<Financing, string>> = {
  cash: 'Cash',
  hard_money: 'Hard money',
  conventional: 'Conventional loan',
  seller_finance: 'Seller finance',
  subject_to: 'Subject-to',
}

export const CONTINGENCY_WORDS: Readonly<Record<Contingency, string>> = {
  inspection: 'Inspection',
  financing: 'Financing',
  appraisal: 'Appraisal',
  title: 'Clear title',
  partner_approval: 'Partner approval',
}

export const STEP_WORDS: Readonly<Record<OfferStep, string>> = {
  contract_signed: 'Contract signed',
  title_opened: 'Title opened',
  escrow_opened: 'Escrow opened',
  inspection: 'Inspection',
  funded: 'Funded',
  closed: 'Closed',
}

export const DOCUMENT_TYPE_WORDS: Readonly<Record<CorporateDocumentType, string>> = {
  operating_agreement: 'Operating agreement',
  articles: 'Articles of organization',
  ein_letter: 'EIN letter',
  resolution: 'Resolution',
  trust_certificate: 'Certificate of trust',
  id: 'ID of the signer',
  other: 'Other document',
}

export const daysWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** Hours as the form has them; whole days beyond those, for nobody reckons in 240 hours. */
export function hoursWords(hours: number): string {
  if (hours > MOST_AS_HOURS && hours % HOURS_A_DAY === 0) return daysWords(hours / HOURS_A_DAY)
  return hours === 1 ? '1 hour' : `${hours} hours`
}

const HOURS_A_DAY = 24
const MOST_AS_HOURS = 72

export interface NamedEntity {
  readonly id: number
  readonly name: string
}

/** What an offer asks for, a line for each term that is known. */
export function termRows(
  terms: DraftTerms,
  entities: readonly NamedEntity[],
): readonly (readonly [name: string, value: string])[] {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Buying entity', entityWords(terms.entity_id, entities)],
    ['Financing', terms.financing ? FINANCING_WORDS[terms.financing] : null],
    [
      'Earnest money',
      terms.earnest_money_cents === undefined ? null : formatMoney(terms.earnest_money_cents / 100),
    ],
    ['Inspection', terms.inspection_days === undefined ? null : daysWords(terms.inspection_days)],
    ['Closing', terms.closing_on === undefined ? null : dayWords(terms.closing_on)],
    ['Contingencies', contingencyWords(terms.contingencies)],
    [
      'Assignment',
      terms.is_assignable === undefined ? null : terms.is_assignable ? 'Allowed' : 'Not allowed',
    ],
    ['Time to answer', terms.answer_hours === undefined ? null : hoursWords(terms.answer_hours)],
  ]
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

function entityWords(id: number | null | undefined, entities: readonly NamedEntity[]): string | null {
  if (id === undefined) return null
  return id === null
    ? 'Personally'
    : (entities.find((entity) => entity.id === id)?.name ?? 'One of your LLCs or trusts')
}

function contingencyWords(given: readonly Contingency[] | undefined): string | null {
  if (given === undefined) return null
  return given.length === 0 ? 'None' : given.map((one) => CONTINGENCY_WORDS[one]).join(', ')
}

/** The street, or what stands in its place; and what follows it. */
export function offerPlace({ property }: Pick<OfferWire, 'property'>): { street: string; place: string } {
  const [street = '', ...rest] = (property.full_address ?? '').split(',')
  return street.trim() === ''
    ? { street: `Deal ${property.id}`, place: '' }
    : { street: street.trim(), place: rest.join(',').trim() }
}

/** What an offer whose turn is the buyer's asks of them. */
export const offerTask = ({ state, property }: Pick<OfferWire, 'state' | 'property'>): string =>
  `${state === 'accepted' ? 'Confirm' : 'Answer'} the offer on ${property.full_address ?? `deal ${property.id}`}`

export const offerPicture = ({ property }: Pick<OfferWire, 'property'>): string | null =>
  property.main_image?.thumbnail ?? property.images?.[0]?.thumbnail ?? property.images?.[0]?.url ?? null

export const offerPath = (id: number): string => `/profile/offers?offer=${id}`
export const makeOfferPath = (propertyId: number): string => `/deal/${propertyId}/offer`

/** Words of the seller's Today. */
import { STEP_WORDS } from '#marketplace/kit/offer-labels.ts'
import type { OfferStep } from '#shared/contract/offers.ts'
import type { TodayItemWire, TodayKind } from '#shared/contract/seller-today.ts'
import { zonedTimes } from '#shared/format/visit-time.ts'
import { untilText } from '../inbox/set-aside-labels.ts'
import type { Now, TodayGroup } from './today-groups.ts'

export const TODAY_WORDS = {
  today: 'Today',
  needs: 'Needs you now',
  nothing: 'Nothing waits for you.',
  empty:
    'Messages, address requests and offers of buyers appear here with the time left to answer, and what is due in the next seven days.',
  toDeals: 'Open deals',
  notLoaded: 'Today could not be loaded.',
  loading: 'Loading Today',
  stale: 'This list could not be brought up to date.',
  left: ' left',
} as const

export const GROUP_NAMES: Readonly<Record<TodayGroup, string>> = {
  late: 'Late',
  hour: 'This hour',
  today: 'Later today',
  week: 'This week',
  out: 'Ran out in the last 7 days',
}

export const KIND_NAMES: Readonly<Record<TodayKind, string>> = {
  message: 'Message',
  question: 'Question',
  address_request: 'Address request',
  offer: 'Offer',
  signature: 'Signature',
  buyer_answer: 'Waiting for the buyer',
  step: 'Closing step',
  open_house: 'Open house',
  listing: 'Listing ends',
  offer_ran_out: 'Offer expired',
  listing_ran_out: 'Listing expired',
}

/** Several of a kind, as in "Showing 25 of 80 messages". */
export const KINDS_NAMES: Readonly<Record<TodayKind, string>> = {
  message: 'messages',
  question: 'questions',
  address_request: 'address requests',
  offer: 'offers to answer',
  signature: 'offers to sign',
  buyer_answer: 'offers waiting for the buyer',
  step: 'closing steps',
  open_house: 'open houses',
  listing: 'listings that end',
  offer_ran_out: 'expired offers',
  listing_ran_out: 'expired listings',
}

/** What the button of a row says; `Open` for whom the role does not let do it. */
export const ACTION_NAMES: Readonly<Partial<Record<TodayKind, string>>> = {
  message: 'Reply',
  question: 'Reply',
  address_request: 'Decide',
  offer: 'Answer',
  signature: 'Sign',
}
export const OPEN_NAME = 'Open'

export function titleOf({ kind, customer, property }: TodayItemWire): string {
  const [buyer, deal] = [customer?.name ?? '', property?.name ?? '']
  switch (kind) {
    case 'message':
    case 'question':
      return deal === '' ? buyer : `${buyer} about ${deal}`
    case 'address_request':
      return `${buyer} wants ${deal}`
    case 'open_house':
    case 'listing':
    case 'listing_ran_out':
      return deal
    default:
      return `${buyer} on ${deal}`
  }
}

/** After the name of the kind; empty for nothing to add. */
export function detailOf(item: TodayItemWire, { nowMs, zone }: Now): string {
  const { kind, text, expires_at, at } = item
  switch (kind) {
    case 'message':
    case 'question':
    case 'address_request':
      return text ? `“${text.replace(/\s+/g, ' ').trim()}”` : ''
    case 'offer':
    case 'buyer_answer':
      return expires_at ? `runs out ${untilText(Date.parse(expires_at), nowMs, zone)}` : ''
    case 'signature':
      return 'confirmed by the buyer'
    case 'step':
      return STEP_WORDS[text as OfferStep] ?? ''
    case 'open_house':
      return openHouseText(item)
    case 'listing':
      return at ? untilText(Date.parse(at), nowMs, zone) : ''
    default:
      return ''
  }
}

function openHouseText({ at, ends_at, tz, count, host }: TodayItemWire): string {
  const times = at && ends_at ? zonedTimes(Date.parse(at), Date.parse(ends_at), tz ?? 'UTC') : ''
  return [times, `${count ?? 0} registered`, host ? `${host} hosts` : 'nobody hosts yet']
    .filter(Boolean)
    .join(', ')
}

/** "9 things, 2 are late." */
export function countText(count: number, late: number): string {
  const things = count === 1 ? '1 thing' : `${count} things`
  if (late === 0) return things
  return `${things}, ${late} ${late === 1 ? 'is' : 'are'} late`
}

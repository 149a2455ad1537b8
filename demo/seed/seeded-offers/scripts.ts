/** The offers of the seeded world, move by move: every state there is, most of them at the two sellers that have a login. */
import type { OfferTerms } from '#shared/contract/offer-terms.ts'
import type { OfferMoveKind } from '#shared/contract/offers.ts'
import { daysAgo, type Moment, minutesAgo } from '../moments.ts'

export interface ScriptedMove {
  kind: OfferMoveKind
  by: 'buyer' | 'seller' | 'system'
  at: Moment
  /** Of a move that says a price. */
  priceUsd?: number
  /** What stands in the thread. */
  words: string
  isRead?: boolean
}

export interface OfferScript {
  key: string
  customer: string
  deal: string
  terms?: Partial<OfferTerms>
  moves: readonly ScriptedMove[]
  /** Another offer on the deal is accepted. */
  isBackup?: boolean
  /** The platform fee is not booked with the offer: it stands in the statement already, or has come back. */
  isFeeBooked?: boolean
}

type Rest = Omit<ScriptedMove, 'kind' | 'by' | 'at' | 'words'>
const buyer = (kind: OfferMoveKind, at: Moment, words: string, rest: Rest = {}): ScriptedMove => ({
  kind,
  by: 'buyer',
  at,
  words,
  ...rest,
})
const seller = (kind: OfferMoveKind, at: Moment, words: string, rest: Rest = {}): ScriptedMove => ({
  kind,
  by: 'seller',
  at,
  words,
  ...rest,
})
const unread = { isRead: false }

/** Each has its id by its place here. */
export const OFFER_SCRIPTS: readonly OfferScript[] = [
  {
    key: 'dana-hogan',
    customer: 'buyer1',
    deal: 'hogan',
    moves: [
      buyer('submit', daysAgo(6, '13:22'), '$112,000', { priceUsd: 112_000 }),
      { kind: 'expire', by: 'system', at: daysAgo(4, '13:22'), words: 'The time to answer ran out.' },
    ],
  },
  {
    key: 'marcus-caplin',
    customer: 'buyer2',
    deal: 'caplin',
    terms: { answer_hours: 240 },
    moves: [
      buyer('submit', daysAgo(3, '16:02'), '$119,000', { priceUsd: 119_000 }),
      seller('counter', daysAgo(2, '09:11'), 'They countered at $124,500 and will leave the appliances.', {
        priceUsd: 124_500,
      }),
    ],
  },
  {
    key: 'wes-nance',
    customer: 'wes',
    deal: 'nance',
    moves: [
      buyer('submit', daysAgo(14, '10:00'), '$240,000', { priceUsd: 240_000 }),
      seller('decline', daysAgo(13, '09:10'), 'The owner wants to wait for a full-price offer.'),
    ],
  },
  {
    key: 'dana-kashmere',
    customer: 'buyer1',
    deal: 'kashmere',
    terms: { answer_hours: 240, contingencies: ['inspection', 'title'], earnest_money_cents: 250_000 },
    moves: [
      buyer('submit', daysAgo(1, '15:05'), 'Cash, and I can close before the end of the month.', {
        priceUsd: 112_000,
        ...unread,
      }),
    ],
  },
  {
    key: 'dana-bluebonnet',
    customer: 'buyer1',
    deal: 'bluebonnet',
    terms: { answer_hours: 240, financing: 'hard_money', contingencies: ['inspection'] },
    moves: [
      buyer('submit', daysAgo(4, '11:12'), 'My lender has seen the photos.', { priceUsd: 169_000 }),
      seller('counter', daysAgo(3, '09:40'), 'The owner comes down to $176,000 and pays the survey.', {
        priceUsd: 176_000,
      }),
    ],
  },
  {
    key: 'dana-enid',
    customer: 'buyer1',
    deal: 'enid',
    moves: [
      buyer('submit', daysAgo(21, '10:30'), '$251,000, two weeks to inspect.', { priceUsd: 251_000 }),
      seller('decline', daysAgo(20, '17:45'), 'Too far from the asking price for this owner.'),
    ],
  },
  {
    key: 'dana-rosalie',
    customer: 'buyer1',
    deal: 'rosalie',
    isFeeBooked: true,
    moves: [
      buyer('submit', daysAgo(20, '09:05'), 'As discussed on the porch.', { priceUsd: 168_500 }),
      seller('accept', daysAgo(19, '08:50'), 'Accepted at $168,500.'),
      buyer('confirm', daysAgo(18, '19:20'), 'Confirmed at $168,500. This is binding.'),
      seller('sign', daysAgo(17, '12:00'), 'The contract is signed.'),
      seller('close', daysAgo(3, '14:30'), 'Closed at $168,500.'),
    ],
  },
  {
    key: 'priya-larkspur',
    customer: 'priya',
    deal: 'larkspur',
    terms: { answer_hours: 240 },
    moves: [
      buyer('submit', minutesAgo(180), 'Two weeks to close, no financing.', { priceUsd: 138_000, ...unread }),
    ],
  },
  {
    key: 'theo-larkspur',
    customer: 'theo',
    deal: 'larkspur',
    terms: {
      answer_hours: 240,
      financing: 'conventional',
      contingencies: ['inspection', 'financing', 'appraisal'],
    },
    moves: [
      buyer('submit', daysAgo(2, '10:15'), 'Full price if the appraisal holds.', { priceUsd: 142_000 }),
      seller('counter', daysAgo(2, '16:30'), 'Waive the appraisal and it is yours.', { priceUsd: 141_000 }),
      buyer('counter', daysAgo(1, '12:05'), 'I keep the appraisal, at the full price.', {
        priceUsd: 142_000,
        ...unread,
      }),
    ],
  },
  {
    key: 'carla-sumpter',
    customer: 'carla',
    deal: 'sumpter',
    moves: [
      buyer('submit', daysAgo(5, '14:40'), 'My crew can start on Monday.', { priceUsd: 151_000 }),
      buyer('withdraw', daysAgo(4, '08:20'), 'Bought two streets over, sorry.'),
    ],
  },
  {
    key: 'priya-tierwester',
    customer: 'priya',
    deal: 'tierwester',
    terms: { earnest_money_cents: 300_000 },
    moves: [
      buyer('submit', daysAgo(11, '10:00'), 'Clean offer, ten days to inspect.', { priceUsd: 144_000 }),
      seller('accept', daysAgo(10, '09:30'), 'Accepted at $144,000.'),
      buyer('confirm', daysAgo(10, '18:10'), 'Confirmed at $144,000. This is binding.'),
      seller('sign', daysAgo(8, '11:00'), 'The contract is signed.'),
    ],
  },
  {
    key: 'wes-tierwester',
    customer: 'wes',
    deal: 'tierwester',
    isBackup: true,
    terms: { answer_hours: 336 },
    moves: [buyer('submit', daysAgo(5, '09:00'), 'In case the other one walks.', { priceUsd: 141_000 })],
  },
  {
    key: 'marcus-beldart',
    customer: 'buyer2',
    deal: 'beldart',
    terms: { answer_hours: 240 },
    moves: [
      buyer('submit', daysAgo(2, '13:30'), 'I keep the tenant.', { priceUsd: 147_500 }),
      seller('accept', minutesAgo(300), 'Accepted at $147,500.', unread),
    ],
  },
  {
    key: 'theo-fairbanks',
    customer: 'theo',
    deal: 'fairbanks',
    moves: [
      buyer('submit', daysAgo(9, '15:00'), 'For the lot more than for the house.', { priceUsd: 131_000 }),
      seller('accept', daysAgo(8, '10:20'), 'Accepted at $131,000.'),
      buyer('confirm', daysAgo(7, '20:05'), 'Confirmed at $131,000. This is binding.'),
    ],
  },
  {
    key: 'carla-erastus',
    customer: 'carla',
    deal: 'erastus',
    isFeeBooked: true,
    moves: [
      buyer('submit', daysAgo(34, '09:45'), '$109,000', { priceUsd: 109_000 }),
      seller('accept', daysAgo(33, '12:15'), 'Accepted at $109,000.'),
      buyer('confirm', daysAgo(32, '08:00'), 'Confirmed at $109,000. This is binding.'),
      buyer('request_release', daysAgo(28, '16:40'), 'The wiring is worse than the report says.'),
      seller('fall_through', daysAgo(27, '09:05'), 'Understood. The fee goes back to your wallet.'),
    ],
  },
]

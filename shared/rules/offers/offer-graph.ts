/**
 * The life of an offer: who may make which move in which state, and where it leads (spec section 4; checklist OFR-31 to OFR-36).
 * One table for the server, the pages and the cards. Money, files and the gate are the server's to ask on top of it.
 */
import type { OfferMoveKind, OfferSide, OfferState } from '../../contract/offers.ts'

interface Edge {
  readonly by: OfferSide
  readonly move: OfferMoveKind
  readonly from: readonly OfferState[]
  /** Null: it stays where it is. */
  readonly to: OfferState | null
}

export const WAITS_FOR_SELLER = ['submitted', 'countered_by_buyer'] as const satisfies readonly OfferState[]
/** Still negotiated. */
export const OPEN_STATES = [
  'submitted',
  'countered',
  'countered_by_buyer',
] as const satisfies readonly OfferState[]
export const BOUND = ['confirmed', 'under_contract'] as const satisfies readonly OfferState[]

export const OFFER_EDGES: readonly Edge[] = [
  { by: 'buyer', move: 'submit', from: ['draft'], to: 'submitted' },
  { by: 'buyer', move: 'resend', from: ['expired'], to: 'submitted' },
  // While the seller has not answered, the buyer may put better words in its place.
  { by: 'buyer', move: 'revise', from: WAITS_FOR_SELLER, to: null },
  { by: 'seller', move: 'counter', from: WAITS_FOR_SELLER, to: 'countered' },
  { by: 'buyer', move: 'counter', from: ['countered'], to: 'countered_by_buyer' },
  { by: 'seller', move: 'accept', from: WAITS_FOR_SELLER, to: 'accepted' },
  { by: 'buyer', move: 'accept', from: ['countered'], to: 'accepted' },
  { by: 'seller', move: 'decline', from: OPEN_STATES, to: 'rejected' },
  { by: 'buyer', move: 'decline', from: ['countered'], to: 'rejected' },
  { by: 'buyer', move: 'withdraw', from: OPEN_STATES, to: 'withdrawn' },
  { by: 'buyer', move: 'confirm', from: ['accepted'], to: 'confirmed' },
  { by: 'system', move: 'expire', from: [...OPEN_STATES, 'accepted'], to: 'expired' },
  { by: 'seller', move: 'sign', from: ['confirmed'], to: 'under_contract' },
  { by: 'seller', move: 'close', from: ['under_contract'], to: 'closed' },
  { by: 'buyer', move: 'request_release', from: BOUND, to: null },
  { by: 'seller', move: 'refuse_release', from: BOUND, to: null },
  { by: 'seller', move: 'fall_through', from: ['accepted', ...BOUND], to: 'fell_through' },
]

/** Where a move leads, or null when it cannot be made now by that side. */
export function nextState(state: OfferState, by: OfferSide, move: OfferMoveKind): OfferState | null {
  const edge = OFFER_EDGES.find((one) => one.by === by && one.move === move && one.from.includes(state))
  return edge ? (edge.to ?? state) : null
}

/** What a side can do with an offer now. */
export const movesOf = (state: OfferState, by: OfferSide): readonly OfferMoveKind[] =>
  OFFER_EDGES.filter((edge) => edge.by === by && edge.from.includes(state)).map((edge) => edge.move)

/** Whose answer an offer waits for. After acceptance it is the buyer's confirmation, then the seller's signature. */
export function turnOf(state: OfferState): 'buyer' | 'seller' | null {
  switch (state) {
    case 'submitted':
    case 'countered_by_buyer':
    case 'confirmed':
    case 'under_contract':
      return 'seller'
    case 'countered':
    case 'accepted':
      return 'buyer'
    default:
      return null
  }
}

/** Offers in these states take a slot of the deposit (checklist OFR-33). */
export const ACTIVE_STATES = [...OPEN_STATES, 'accepted', ...BOUND] as const satisfies readonly OfferState[]
/** One of these keeps a deal from being offered on by others but as a backup. */
export const TAKEN_STATES = ['accepted', ...BOUND] as const satisfies readonly OfferState[]
/** Nothing more happens, but that an expired one may be sent again. */
export const FINAL_STATES = [
  'rejected',
  'withdrawn',
  'expired',
  'closed',
  'fell_through',
] as const satisfies readonly OfferState[]
/** States whose clock runs. */
export const TIMED_STATES = [...OPEN_STATES, 'accepted'] as const satisfies readonly OfferState[]

export const isActive = (state: OfferState): boolean =>
  (ACTIVE_STATES as readonly OfferState[]).includes(state)

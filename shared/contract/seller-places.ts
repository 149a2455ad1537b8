/** The places of the seller's app and their addresses behind `#`: the app shows them, and the server's links to sellers lead to them. */

/** Which of the open conversations the inbox shows, besides all. */
export const INBOX_FILTERS = ['unread', 'mine', 'unassigned', 'offers', 'requests'] as const
/** The parts of the inbox: open conversations, and those that somebody has set aside. */
export const INBOX_BOXES = ['open', 'snoozed', 'done', 'archived'] as const
export type InboxBox = (typeof INBOX_BOXES)[number]
export type InboxFilter = (typeof INBOX_FILTERS)[number] | Exclude<InboxBox, 'open'>

/** Offers that have a list for them alone. */
export const OFFER_STAGES = ['under_contract', 'closed'] as const
export type OfferStage = (typeof OFFER_STAGES)[number]

/** The steps of the guide of a new company, in their order. */
export const START_STEPS = ['company', 'identity', 'deal', 'buyers', 'site'] as const
export type StartStep = (typeof START_STEPS)[number]

export type SellerPlace =
  /** What waits, what is due, and how it goes. */
  | { readonly kind: 'today' }
  /** By a filter, or about a deal. */
  | {
      readonly kind: 'messages'
      readonly filter?: InboxFilter | undefined
      readonly dealId?: number | undefined
    }
  | { readonly kind: 'conversation'; readonly customerId: number }
  /** Of one deal, or of all. */
  | { readonly kind: 'requests'; readonly dealId: number | null }
  | { readonly kind: 'deals' }
  | { readonly kind: 'deal'; readonly id: number }
  /** Of one deal, or of all; with one of them open, or none. */
  | { readonly kind: 'offers'; readonly propertyId: number | null; readonly offerId: number | null }
  /** Of all deals, by how far they are. */
  | { readonly kind: 'offers-in'; readonly state: OfferStage }
  /** With a deal: how well it fits each. */
  | { readonly kind: 'buyers'; readonly dealId: number | null }
  | { readonly kind: 'blasts' }
  | { readonly kind: 'new-blast'; readonly propertyId: number | null }
  | { readonly kind: 'new-digest' }
  | { readonly kind: 'blast'; readonly id: number }
  | { readonly kind: 'reviews' }
  | { readonly kind: 'company' }
  /** The guide of a new company; without a step it opens at the first that is not done. */
  | { readonly kind: 'start'; readonly step?: StartStep | undefined }
  /** The person’s own login. */
  | { readonly kind: 'login' }

export function hashOf(place: SellerPlace): string {
  switch (place.kind) {
    case 'messages':
      if (place.dealId !== undefined) return `#messages/deal/${place.dealId}`
      return place.filter ? `#messages/${place.filter}` : '#messages'
    case 'conversation':
      return `#messages/${place.customerId}`
    case 'deal':
      return `#deals/${place.id}`
    case 'offers':
      return hashOfOffers(place)
    case 'offers-in':
      return `#offers/${place.state}`
    case 'requests':
    case 'buyers':
      return place.dealId === null ? `#${place.kind}` : `#${place.kind}/${place.dealId}`
    case 'new-blast':
      return place.propertyId === null ? '#blasts/new' : `#blasts/new/${place.propertyId}`
    case 'new-digest':
      return '#blasts/digest'
    case 'blast':
      return `#blasts/${place.id}`
    case 'start':
      return place.step ? `#start/${place.step}` : '#start'
    default:
      return `#${place.kind}`
  }
}

/** `#offers/12/34` is offer 34 among those of deal 12, `#offers/all/34` the same among all. */
function hashOfOffers({ propertyId, offerId }: SellerPlace & { kind: 'offers' }): string {
  const among = propertyId === null ? '#offers' : `#offers/${propertyId}`
  return offerId === null ? among : `#offers/${propertyId ?? 'all'}/${offerId}`
}

export function placeOfHash(hash: string): SellerPlace {
  const [kind, first, second] = hash.replace(/^#/, '').split('/')
  const id = idOf(first)
  if (kind === 'deals') return id === null ? { kind: 'deals' } : { kind: 'deal', id }
  const stage = kind === 'offers' ? OFFER_STAGES.find((one) => one === first) : undefined
  if (stage) return { kind: 'offers-in', state: stage }
  if (kind === 'offers') return { kind: 'offers', propertyId: id, offerId: idOf(second) }
  if (kind === 'buyers' || kind === 'requests') return { kind, dealId: id }
  if (kind === 'blasts' && first === 'new') return { kind: 'new-blast', propertyId: idOf(second) }
  if (kind === 'blasts' && first === 'digest') return { kind: 'new-digest' }
  if (kind === 'blasts') return id === null ? { kind } : { kind: 'blast', id }
  if (kind === 'start') return { kind, step: START_STEPS.find((one) => one === first) }
  if (kind === 'today' || kind === 'company' || kind === 'reviews' || kind === 'login') return { kind }
  if (kind !== 'messages') return { kind: 'messages' }
  if (id !== null) return { kind: 'conversation', customerId: id }
  const dealId = first === 'deal' ? idOf(second) : null
  if (dealId !== null) return { kind: 'messages', dealId }
  const filter = [...INBOX_FILTERS, ...INBOX_BOXES].find((one) => one === first)
  return filter && filter !== 'open' ? { kind: 'messages', filter } : { kind: 'messages' }
}

const idOf = (text = ''): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

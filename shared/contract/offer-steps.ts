/** Of the way from an accepted offer to the closing. */
export const OFFER_STEPS = [
  'contract_signed',
  'title_opened',
  'escrow_opened',
  'inspection',
  'funded',
  'closed',
] as const
export type OfferStep = (typeof OFFER_STEPS)[number]

/** The editor's words for what the wire says in short. */

import type { DEAL_CONDITIONS, DealStatus, OCCUPANCIES } from '#shared/contract/properties.ts'
import type { DOCUMENT_GATES, LISTINGS } from '#shared/contract/seller-listing.ts'
import type { DOCUMENT_KINDS } from '#shared/contract/seller-listing-files.ts'

type Listing = (typeof LISTINGS)[number]

export const STATUS_WORDS: Readonly<Record<DealStatus, string>> = {
  available: 'Available',
  pending: 'Pending',
  sold: 'Sold',
}

/** `nowMs`: one that was taken down by its last day says so. */
export function listingWords(
  {
    listing,
    status,
    expires_at: expires,
  }: { listing: Listing; status: DealStatus; expires_at?: string | null | undefined },
  nowMs: number,
): string {
  if (listing === 'draft') return 'Draft'
  if (listing === 'listed') return STATUS_WORDS[status]
  return expires && Date.parse(expires) <= nowMs ? 'Expired' : 'Taken down'
}

export const CONDITION_WORDS: Readonly<Record<(typeof DEAL_CONDITIONS)[number], string>> = {
  turnkey: 'Turnkey',
  cosmetic: 'Cosmetic',
  light_rehab: 'Light rehab',
  full_rehab: 'Full rehab',
  teardown: 'Teardown',
}

export const OCCUPANCY_WORDS: Readonly<Record<(typeof OCCUPANCIES)[number], string>> = {
  vacant: 'Vacant',
  tenant: 'Tenant in place',
  owner: 'Owner lives there',
}

export const KIND_WORDS: Readonly<Record<(typeof DOCUMENT_KINDS)[number], string>> = {
  inspection_report: 'Inspection report',
  title_report: 'Title report',
  survey: 'Survey',
  rent_roll: 'Rent roll',
  repair_estimate: 'Repair estimate',
  contract: 'Contract',
  photos: 'Photos',
  other: 'Other',
}

export const GATE_WORDS: Readonly<Record<(typeof DOCUMENT_GATES)[number], string>> = {
  login: 'Buyers who are logged in',
  id_verified: 'Buyers with a verified ID',
  address_granted: 'Buyers who were given the address',
}

export const optionsOf = <T extends string>(words: Readonly<Record<T, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))

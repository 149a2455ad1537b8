/** The tables of offers, and of files of offers and messages, as TypeScript sees them; made by migrations 0004 and 0067. */
import type { Generated } from 'kysely'
import type { OfferSnapshot, OfferTerms } from '#shared/contract/offer-terms.ts'
import type { OfferState } from '#shared/contract/offers.ts'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export interface OffersTable {
  id: Generated<number>
  property_id: number
  customer_id: number
  account_id: number
  /** What is on the table now; of a draft, what was typed so far. */
  price_cents: Maybe<number>
  /** The buying entity's name, or the customer's own. */
  buyer: Maybe<string>
  state: OfferState
  /** Rises with every move; a caller says which one was seen. */
  version: Generated<number>
  terms: Json<Partial<OfferTerms>>
  /** The listing as it was when the offer was sent. */
  snapshot: Json<OfferSnapshot | null>
  is_backup: Generated<boolean>
  expires_at: MaybeStamp
  reminded_at: MaybeStamp
  submitted_at: MaybeStamp
  decided_at: MaybeStamp
  release_requested_at: MaybeStamp
  release_reason: Maybe<string>
  /** As it was when the offer was sent. */
  platform_fee_cents: Maybe<number>
  proof_id: Maybe<number>
  idempotency_key: Maybe<string>
  /** A digest of what the call said that has this key. */
  idempotency_terms: Maybe<string>
  updated_at: Stamp
  created_at: Stamp
}

export interface OfferMovesTable {
  id: Generated<number>
  offer_id: number
  kind: string
  by: 'buyer' | 'seller' | 'system'
  /** A customer's or a member's id. */
  person_id: Maybe<number>
  from_state: OfferState
  to_state: OfferState
  price_cents: Maybe<number>
  terms: Json<Partial<OfferTerms>>
  note: Maybe<string>
  ip: Maybe<string>
  created_at: Stamp
}

export interface OfferStepsTable {
  offer_id: number
  step: 'contract_signed' | 'title_opened' | 'escrow_opened' | 'inspection' | 'funded' | 'closed'
  /** YYYY-MM-DD. */
  due_on: Maybe<string>
  done_at: MaybeStamp
  done_by: Maybe<'buyer' | 'seller' | 'system'>
  note: Maybe<string>
}

export interface ProofsOfFundsTable {
  id: Generated<number>
  customer_id: number
  /** The client's name of the upload, so that a repeat makes no second one. */
  ref: string
  file_name: string
  content_type: string
  size_bytes: number
  storage_key: string
  /** The signatures it was last scanned with, once it was stored. */
  scanned_with: Maybe<string>
  /** Waits for its first scan and is handed to nobody. */
  is_quarantined: Generated<boolean>
  amount_cents: Maybe<number>
  bank: Maybe<string>
  /** YYYY-MM-DD. */
  valid_until: Maybe<string>
  review: Generated<'pending' | 'approved' | 'rejected'>
  review_reason: Maybe<string>
  deleted_at: MaybeStamp
  created_at: Stamp
}

export interface CorporateDocumentsTable {
  id: Generated<number>
  offer_id: number
  ref: string
  type: string
  title: string
  /** Of the closing; null: of the offer. */
  step: Maybe<string>
  is_from_seller: Generated<boolean>
  file_name: string
  content_type: string
  size_bytes: number
  storage_key: string
  /** The signatures it was last scanned with, once it was stored. */
  scanned_with: Maybe<string>
  /** Waits for its first scan and is handed to nobody. */
  is_quarantined: Generated<boolean>
  created_at: Stamp
}

export interface InquiriesTable {
  id: Generated<number>
  property_id: number
  customer_id: number
  type: string
  message: Maybe<string>
  created_at: Stamp
  account_id: Maybe<number>
  /** Of an address request; null for a question. */
  state: Maybe<'pending' | 'granted' | 'declined'>
  reason: Maybe<string>
  decided_at: MaybeStamp
  decided_by: Maybe<number>
  idempotency_key: Maybe<string>
}

/** A photo or file of a message. */
export interface MessageAttachmentsTable {
  id: Generated<number>
  customer_id: number
  account_id: number
  /** Who sent it, as in messages. */
  type: 'inbound' | 'outbound'
  /** Null until its message is sent. */
  message_id: Maybe<number>
  position: Generated<number>
  /** The client's name of the upload, so that a repeat makes no second one. */
  ref: string
  kind: 'photo' | 'file'
  file_name: string
  content_type: string
  size_bytes: number
  width: Maybe<number>
  height: Maybe<number>
  storage_key: string
  /** Of a photo. */
  thumb_key: Maybe<string>
  /** The signatures it was last scanned with, once it was stored. */
  scanned_with: Maybe<string>
  /** Waits for its first scan and is handed to nobody. */
  is_quarantined: Generated<boolean>
  created_at: Stamp
}

export interface FileTables {
  proofs_of_funds: ProofsOfFundsTable
  corporate_documents: CorporateDocumentsTable
  message_attachments: MessageAttachmentsTable
}

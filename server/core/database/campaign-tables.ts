/** The tables of an account's buyers and of what it sends to many of them (migration 0011). */
import type { Generated } from 'kysely'
import type { AudienceWire, CampaignState, LeftOut } from '#shared/contract/campaigns.ts'
import type { BuyerSource } from '#shared/contract/seller-buyers.ts'
import type { ConsentChannel } from '#shared/contract/subscriptions.ts'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export interface ConsentProof {
  how: string
  /** The day they agreed. */
  at: string
  /** The member who imported it. */
  by: number | null
  /** The day they confirmed it by email. */
  confirmed_at?: string
}

export type ConsentProofs = Partial<Record<ConsentChannel, ConsentProof>>

export interface AccountBuyersTable {
  id: Generated<number>
  account_id: number
  customer_id: Maybe<number>
  /** In lower case. */
  email: Maybe<string>
  name: Maybe<string>
  source: BuyerSource
  tags: Json<string[]>
  has_consent: Generated<boolean>
  consent_at: MaybeStamp
  imported_by: Maybe<number>
  /** E.164, as it was imported. */
  phone: Maybe<string>
  /** Empty in rows from before the column existed. */
  consents: Json<ConsentProofs>
  /** What waits for the contact's confirmation. */
  unconfirmed: Json<ConsentProofs>
  created_at: Stamp
}

/** That a company asked an address to confirm. Stays after the contact is deleted, so that nobody is asked twice. */
export interface ConfirmationRequestsTable {
  account_id: number
  /** SHA-256 of the address, in hexadecimal digits. */
  hash: string
  asked_at: Stamp
  /** Null before they answered. */
  accepts: boolean | null
}

export interface CampaignStats {
  audience: number
  sent: number
  waiting: number
  /** Copies given up; empty in rows from before the column existed. */
  failed: number
  left_out: Partial<Record<LeftOut, number>>
}

export interface CampaignsTable {
  id: Generated<number>
  account_id: number
  member_id: Maybe<number>
  kind: 'blast' | 'deals_digest'
  channel: Maybe<'sms' | 'email'>
  subject: Maybe<string>
  body: Maybe<string>
  property_ids: Json<number[]>
  audience: Json<AudienceWire>
  /** Parcel or address of the one deal it is about. */
  house: Maybe<string>
  words: string
  state: CampaignState
  send_at: Stamp
  /** Id in account_buyers; null when the whole audience is found. */
  found_up_to: Maybe<number>
  finished_at: MaybeStamp
  stats: Json<CampaignStats | null>
  created_at: Stamp
  idempotency_key: Maybe<string>
  /** Digest of the call with that key. */
  idempotency_terms: Maybe<string>
  /** Of the request that made it. */
  request_id: Maybe<string>
}

export interface CampaignRecipientsTable {
  campaign_id: number
  customer_id: number
  state: Generated<'waiting' | 'sent' | 'left_out'>
  reason: Maybe<LeftOut>
  message_id: Maybe<number>
  sent_at: MaybeStamp
  link_key: Maybe<string>
  clicked_at: MaybeStamp
}

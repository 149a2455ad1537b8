/** The tables of accounts: codes, links, phones, mails, identity (migration 0002). */
import type { Generated } from 'kysely'
import type { SellerKind } from '#shared/contract/seller-join.ts'
import type { TextPurpose } from '#shared/contract/text-purposes.ts'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export interface VerificationCodesTable {
  id: Generated<number>
  /** Stands for this code on the wire; random, so it tells nothing about a customer. */
  handle: number
  purpose: 'login' | 'confirm_email' | 'change_email' | 'phone' | 'guest_email' | 'guest_return'
  /** Null for an e-mail nobody has: such a code is never sent and never fits. */
  customer_id: Maybe<number>
  /** The e-mail address or the E.164 number it belongs to. */
  subject: string
  code_hash: Uint8Array | null
  tries: Generated<number>
  /** How often a code was sent for this row. */
  sends: Generated<number>
  sent_at: MaybeStamp
  expires_at: Date
  used_at: MaybeStamp
  created_at: Stamp
}

export interface UsedCaptchasTable {
  nonce: string
  expires_at: Date
}

export interface MailLinksTable {
  id: Generated<number>
  token_hash: Uint8Array
  /** `auth` logs in and confirms the address, `recovery` sets a password, `login` is a traded code. */
  purpose: 'auth' | 'recovery' | 'login'
  /** Exactly one of the three is set. */
  customer_id: Maybe<number>
  member_id: Maybe<number>
  staff_id: Maybe<number>
  /** The address it was sent to; it confirms that one and no other. */
  email: string
  expires_at: Date
  used_at: MaybeStamp
  created_at: Stamp
}

/** Tokens of a session that were replaced twice or more; migration 0036. */
export interface ReplacedTokensTable {
  token_hash: Uint8Array
  session_id: number
  replaced_at: Stamp
}

/** Made by migration 0034. */
export interface SetupTokensTable {
  token_hash: Uint8Array
  expires_at: Date
}

/** Made by migration 0041. */
export interface SellerApplicationsTable {
  id: Generated<number>
  email: string
  /** Null until an invited person tells them. */
  company: Maybe<string>
  name: Maybe<string>
  phone: Maybe<string>
  kind: Maybe<SellerKind>
  state: 'waiting' | 'approved' | 'declined' | 'joined'
  token_hash: Uint8Array | null
  token_until: MaybeStamp
  account_id: Maybe<number>
  created_at: Stamp
}

export interface LoginAttemptsTable {
  id: Generated<number>
  /** Keyed hash of the kind of person and the e-mail. */
  person_hash: Uint8Array
  /** An IPv4 /24 or an IPv6 /48. */
  network: string
  created_at: Stamp
}

export type TextConsents = Readonly<Partial<Record<TextPurpose, string>>>

export interface CustomerPhonesTable {
  id: Generated<number>
  customer_id: number
  /** E.164. */
  phone: string
  is_default: Generated<boolean>
  confirmed_at: MaybeStamp
  /** To texts of any purpose. */
  opted_in: Generated<boolean>
  /** When they agreed to which purposes; nothing counts while `opted_in` is false, which earlier versions alone set. */
  text_consents: Json<TextConsents>
  /** What a STOP withdrew, for START. */
  stopped_consents: Json<TextConsents>
  created_at: Stamp
}

export interface SmsConsentsTable {
  id: Generated<number>
  customer_id: number
  phone: string
  opted_in: boolean
  source: 'register' | 'profile' | 'reply'
  text_version: string
  /** Agreed to or withdrawn; null before they were kept. */
  purposes: Json<readonly TextPurpose[] | null>
  words: Maybe<string>
  ip: Maybe<string>
  created_at: Stamp
}

export interface MailPreferencesTable {
  customer_id: number
  /** A mail type of the contract; absent means subscribed. */
  type: string
  is_subscribed: boolean
  updated_at: Stamp
}

export interface SocialIdentitiesTable {
  id: Generated<number>
  customer_id: number
  network: string
  subject: string
  created_at: Stamp
}

export interface AvatarsTable {
  customer_id: number
  /** Part of its address, so that it may be cached for ever. */
  version: string
  bytes: Uint8Array
  created_at: Stamp
}

export interface IdentityChecksTable {
  id: Generated<number>
  /** A buyer's, or else a member's. */
  customer_id: Maybe<number>
  member_id: Maybe<number>
  provider: string
  external_id: string
  status: 'started' | 'in_progress' | 'pending_review' | 'success' | 'failed' | 'expired'
  reason: Maybe<string>
  created_at: Stamp
  updated_at: Stamp
}

export interface OutboxTable {
  id: Generated<number>
  channel: 'mail' | 'sms'
  recipient: string
  subject: Maybe<string>
  body_text: string
  body_html: Maybe<string>
  headers: Json<Record<string, string>>
  /** Of the delivery it is, if it is one. */
  key: Maybe<string>
  created_at: Stamp
}

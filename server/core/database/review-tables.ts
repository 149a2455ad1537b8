/** The tables of reviews, reports, settings and the house's own people as TypeScript sees them; made by migrations 0004 and 0005. */
import type { Generated } from 'kysely'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export interface ReviewsTable {
  id: Generated<number>
  /** Who is reviewed; the other of the two has written it. */
  about: 'account' | 'customer'
  account_id: number
  customer_id: number
  /** Who wrote it for the account. */
  member_id: Maybe<number>
  property_id: Maybe<number>
  offer_id: Maybe<number>
  rating: number
  scores: Json<Record<string, number>>
  content: string
  is_verified_deal: Generated<boolean>
  /** Shown from then on. */
  published_at: Date
  edited_at: MaybeStamp
  deleted_at: MaybeStamp
  /** Taken away by the house. */
  hidden_at: MaybeStamp
  /** When its being shown was counted in the rating and told; null while it waits. */
  announced_at: MaybeStamp
  created_at: Stamp
}

export interface ReviewEditsTable {
  id: Generated<number>
  review_id: number
  /** As it was before. */
  rating: number
  content: string
  created_at: Stamp
}

export interface ReviewResponsesTable {
  review_id: number
  content: string
  edited_at: MaybeStamp
  created_at: Stamp
}

export interface ContentReportsTable {
  id: Generated<number>
  subject_kind: 'review' | 'message'
  subject_id: number
  reporter_kind: 'customer' | 'member'
  reporter_id: number
  reason: string
  details: Maybe<string>
  decision: Maybe<'kept' | 'removed'>
  closed_at: MaybeStamp
  closed_by: Maybe<number>
  created_at: Stamp
}

export interface AccountFollowsTable {
  customer_id: number
  account_id: number
  created_at: Stamp
}

export interface StaffTable {
  id: Generated<number>
  name: string
  email: string
  password_hash: Maybe<string>
  created_at: Stamp
}

export interface SavedRepliesTable {
  id: Generated<number>
  account_id: number
  title: string
  body: string
  created_at: Stamp
}

export interface SettingsTable {
  name: string
  value: Json<unknown>
  updated_at: Stamp
  updated_by: Maybe<number>
}

export interface AuditLogTable {
  id: Generated<number>
  at: Stamp
  actor_kind: 'customer' | 'member' | 'staff' | 'system'
  actor_id: Maybe<number>
  action: string
  subject_kind: string
  subject_id: Maybe<number>
  before: Json<Record<string, unknown> | null>
  after: Json<Record<string, unknown> | null>
  ip: Maybe<string>
}

/** The tables of a seller's keys and of its site's visitors as TypeScript sees them; made by migration 0035. */
import type { Generated } from 'kysely'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export interface ServerKeysTable {
  id: Generated<number>
  account_id: number
  name: string
  publishable_key: string
  /** sha256 of the secret key; the key itself is never stored. */
  secret_hash: Uint8Array
  secret_ends_with: string
  /** The secret from before the last rotation, and until when it works. */
  former_hash: Maybe<Uint8Array>
  former_until: MaybeStamp
  origins: Json<string[]>
  created_at: Stamp
  last_used_at: MaybeStamp
  revoked_at: MaybeStamp
}

export interface SiteVisitorsTable {
  id: Generated<number>
  account_id: number
  /** The id that the site's own user has there. */
  external_id: string
  customer_id: number
  /** As the site says it. Nobody has confirmed it, so it is never a login. */
  email: string
  phone: Maybe<string>
  created_at: Stamp
  seen_at: Stamp
}

/** The tables of a seller's keys and of its site's visitors as TypeScript sees them; made by migrations 0035, 0038 and 0039. */
import type { Generated } from 'kysely'
import type { LauncherSettingsWire } from '#shared/contract/launcher.ts'
import type { GuestSettingsWire } from '#shared/contract/seller-keys.ts'
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
  /** What was changed of `GUEST_DEFAULTS`. */
  guests: Json<Partial<GuestSettingsWire>>
  /** What was changed of `LAUNCHER_DEFAULTS`. */
  launcher: Json<Partial<LauncherSettingsWire>>
  created_at: Stamp
  last_used_at: MaybeStamp
  revoked_at: MaybeStamp
}

export interface SiteVisitorsTable {
  id: Generated<number>
  account_id: number
  /** The id that the site's own user has there; null for a guest, whom no site vouches for. */
  external_id: Maybe<string>
  customer_id: number
  /** As the site or the guest says it, so it is never a login before it is confirmed. */
  email: Maybe<string>
  phone: Maybe<string>
  /** Of a guest, by a code. */
  email_confirmed_at: MaybeStamp
  created_at: Stamp
  seen_at: Stamp
}

/** The browsers in which a guest writes: each signs with a key that it gives to nobody. */
export interface GuestBrowsersTable {
  id: Generated<number>
  visitor_id: number
  /** A P-256 point, uncompressed. */
  public_key: Uint8Array
  created_at: Stamp
}

/** The tables of a seller's keys and of its site's visitors as TypeScript sees them; made by migrations 0035, 0038, 0039 and 0043. */
import type { Generated } from 'kysely'
import type { LauncherSettingsWire } from '#shared/contract/launcher.ts'
import type { GuestSettingsWire, SiteJwksWire } from '#shared/contract/seller-keys.ts'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

export interface ServerKeysTable {
  id: Generated<number>
  account_id: number
  name: string
  publishable_key: string
  /** sha256 of the secret key. */
  secret_hash: Uint8Array
  /** The secret key, encrypted, to verify what it signed; null for one made before migration 0043. */
  secret_sealed: Maybe<Uint8Array>
  secret_ends_with: string
  /** The secret from before the last rotation, and until when it works. */
  former_hash: Maybe<Uint8Array>
  former_sealed: Maybe<Uint8Array>
  former_until: MaybeStamp
  origins: Json<string[]>
  /** What was changed of `GUEST_DEFAULTS`. */
  guests: Json<Partial<GuestSettingsWire>>
  /** What was changed of `LAUNCHER_DEFAULTS`. */
  launcher: Json<Partial<LauncherSettingsWire>>
  /** Public keys of the site. */
  jwks: Json<SiteJwksWire | null>
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
interface GuestBrowsersTable {
  id: Generated<number>
  visitor_id: number
  /** A P-256 point, uncompressed. */
  public_key: Uint8Array
  created_at: Stamp
}

/** Signed assertions that were exchanged, until they expire. */
interface UsedAssertionsTable {
  server_key_id: number
  /** sha256 of the `jti`. */
  jti_hash: Uint8Array
  expires_at: Stamp
}

export interface KeyTables {
  server_keys: ServerKeysTable
  site_visitors: SiteVisitorsTable
  guest_browsers: GuestBrowsersTable
  used_assertions: UsedAssertionsTable
}

/** The tables of two-step login as TypeScript sees them; made by migration 0023. */
import type { Generated } from 'kysely'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'

/** A person who may log in in two steps: a seller's person or staff. */
interface OfPerson {
  person_kind: 'member' | 'staff'
  person_id: number
}

export interface SecondFactorsTable extends OfPerson {
  id: Generated<number>
  kind: 'app' | 'passkey'
  name: string
  created_at: Stamp
  /** Null until a code of this app was entered. */
  confirmed_at: MaybeStamp
  last_used_at: MaybeStamp
  /** Of an app: its secret, encrypted (server/accounts/two-step/seal.ts). */
  sealed_secret: Maybe<Uint8Array>
  /** Of an app: the half minute of the last accepted code. No earlier one is accepted again. */
  last_time_step: Maybe<number>
  /** Of a passkey, in base64url. */
  credential_id: Maybe<string>
  public_key: Maybe<Uint8Array>
  sign_count: Maybe<number>
  transports: Json<string[]>
}

export interface RecoveryCodesTable extends OfPerson {
  id: Generated<number>
  code_hash: Uint8Array
  used_at: MaybeStamp
  created_at: Stamp
}

export interface LoginChallengesTable {
  id: Generated<number>
  /** sha256 of the token. */
  token_hash: Uint8Array
  purpose: 'login' | 'passkey-login' | 'confirm' | 'add-passkey'
  person_kind: OfPerson['person_kind']
  /** Null until a passkey says whose it is. */
  person_id: Maybe<number>
  tries: Generated<number>
  expires_at: Date
  used_at: MaybeStamp
  created_at: Stamp
}

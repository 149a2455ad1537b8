/**
 * Passkeys: making one, and checking what one signed. User verification is always required, so a passkey alone is two factors: the
 * device, and the finger or PIN that unlocks it.
 */

import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { LoginChallengesTable } from '#server/core/database/two-step-tables.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { installationOf, originFor, type Site } from '#server/core/http/site.ts'
import { type Secret, signingSecret } from '#server/core/secret.ts'
import type { PasskeyAssertion, PasskeyOptionsWire } from '#shared/contract/second-step.ts'
import type { PasskeyAttestation } from '#shared/contract/two-step.ts'
import { LOGIN_CHALLENGE_MS } from '#shared/contract/two-step-limits.ts'
import { factorsOf, requireRoom } from './factors.ts'
import type { KnownPerson, Person } from './people.ts'

export interface PasskeyDeps {
  db: Database
  secret: Secret
  site: Site
}

/** Costs 30 MB and half a second: read by a server whose people use passkeys. */
const webAuthn = () => import('@simplewebauthn/server')

const relyingParty = (site: Site, kind: Person['kind']) => {
  const expectedOrigin = originFor(site, kind)
  return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** Without a list of credentials, which would tell who has one: the device offers those it has for this site. */
export const assertionOptions = (
  site: Site,
  kind: Person['kind'],
  challenge: string,
): PasskeyOptionsWire => ({
  challenge,
  rpId: relyingParty(site, kind).expectedRPID,
  allowCredentials: [],
  userVerification: 'required',
  timeout: LOGIN_CHALLENGE_MS,
})

export async function attestationOptions(
  { db, secret, site }: PasskeyDeps,
  person: KnownPerson,
  challenge: string,
): Promise<PasskeyOptionsWire> {
  await requireRoom(db, person)
  const known = (await factorsOf(db, person)).flatMap(({ credential_id }) => credential_id ?? [])
  const { generateRegistrationOptions } = await webAuthn()
  return {
    ...(await generateRegistrationOptions({
      rpName: (await installationOf(site)).name,
      rpID: relyingParty(site, person.kind).expectedRPID,
      userID: userHandle(secret, person),
      userName: person.email,
      userDisplayName: person.name,
      challenge: bytesOf(challenge),
      timeout: LOGIN_CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: known.map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })),
  }
}

/** Opaque, and the same for all passkeys of a person. Devices show it to nobody, yet keep it. */
const userHandle = (secret: Secret, { kind, id }: Person) =>
  new Uint8Array(createHmac('sha256', signingSecret(secret)).update(`passkey user ${kind}:${id}`).digest())

/** Throws 422 for what does not fit the challenge and for a passkey that is known already. */
export async function storePasskey(
  { db, site }: PasskeyDeps,
  person: Person,
  given: { challenge: string; name: string; passkey: PasskeyAttestation },
): Promise<void> {
  const { verifyRegistrationResponse } = await webAuthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...relyingParty(site, person.kind),
    response: { ...given.passkey, clientExtensionResults: {} } as never,
    expectedChallenge: given.challenge,
    requireUserVerification: true,
  }).catch(() => ({ verified: false, registrationInfo: undefined }))
  if (!verified || !registrationInfo)
    throw invalid({ passkey: ['This passkey could not be added. Try again.'] })
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({
      person_kind: person.kind,
      person_id: person.id,
      kind: 'passkey',
      name: given.name,
      credential_id: id,
      public_key: publicKey,
      sign_count: counter,
      confirmed_at: NOW,
      transports: JSON.stringify(transports),
    })
    .onConflict((known) => known.column('credential_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw invalid({ passkey: ['This passkey is known already.'] })
}

/**
 * Whose passkey signed this challenge, or null. `challenge.person_id` null takes anybody of its kind. By the unique index on
 * credential_id. A counter that does not grow is that of a copy, and is refused.
 */
export async function passkeyOwner(
  { db, site }: PasskeyDeps,
  challenge: Selectable<LoginChallengesTable>,
  { token, passkey }: { token: string; passkey: PasskeyAssertion },
): Promise<Person | null> {
  let wanted = db
    .selectFrom('second_factors')
    .selectAll()
    .where('credential_id', '=', passkey.id)
    .where('person_kind', '=', challenge.person_kind)
  if (challenge.person_id !== null) wanted = wanted.where('person_id', '=', challenge.person_id)
  const row = await wanted.executeTakeFirst()
  if (!row?.public_key || row.sign_count === null) return null
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...relyingParty(site, row.person_kind),
    response: { ...passkey, clientExtensionResults: {} } as never,
    expectedChallenge: token,
    credential: { id: passkey.id, publicKey: new Uint8Array(row.public_key), counter: row.sign_count },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return null
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ sign_count: authenticationInfo.newCounter, last_used_at: NOW })
    .where('id', '=', row.id)
    // Two answers with one counter: one of them is a copy's.
    .where('sign_count', '=', row.sign_count)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? { kind: row.person_kind, id: row.person_id } : null
}

/** Authenticator apps: creating a secret, confirming it by a code, and checking the codes of a login. Each code works once. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { installationOf, type Site } from '#server/core/http/site.ts'
import type { Secret } from '#server/core/secret.ts'
import { factorsOf, requireRoom } from './factors.ts'
import type { KnownPerson, Person } from './people.ts'
import { seal, unseal } from './seal.ts'

interface AppDeps {
  db: Database
  secret: Secret
  nowMs: () => number
}

/** A secret that counts after `confirmApp` has accepted a code of it. One unconfirmed secret at a time. */
export async function offerApp({ db, secret, site }: AppDeps & { site: Site }, person: KnownPerson) {
  await requireRoom(db, person)
  const plain = newSecret()
  const { id } = await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('second_factors')
      .where('person_kind', '=', person.kind)
      .where('person_id', '=', person.id)
      .where('confirmed_at', 'is', null)
      .execute()
    return trx
      .insertInto('second_factors')
      .values({
        person_kind: person.kind,
        person_id: person.id,
        kind: 'app',
        name: 'Authenticator app',
        sealed_secret: seal(secret, person, plain),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  const text = base32(plain)
  const { name: issuer } = await installationOf(site)
  return { id, secret: text, uri: keyUri({ secret: text, issuer, label: person.email }) }
}

/** Throws 422 unless the code belongs to this secret. */
export async function confirmApp(
  { db, secret, nowMs }: AppDeps,
  person: Person,
  given: { id: number; code: string; name: string },
): Promise<void> {
  const row = await db
    .selectFrom('second_factors')
    .select('sealed_secret')
    .where('id', '=', given.id)
    .where('person_kind', '=', person.kind)
    .where('person_id', '=', person.id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!row?.sealed_secret) throw invalid({ code: ['This setup has expired. Start again.'] })
  const plain = unseal(secret, person, row.sealed_secret)
  const step = plain && stepOf(plain, given.code, nowMs())
  if (step === null)
    throw invalid({
      code: ['This code does not match. Check the clock of your phone and type the newest code.'],
    })
  await db
    .updateTable('second_factors')
    .set({ name: given.name, confirmed_at: NOW, last_used_at: NOW, last_time_step: step })
    .where('id', '=', given.id)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** True for a code of one of their apps that is newer than the last one used. */
export async function spendAppCode(
  { db, secret, nowMs }: AppDeps,
  person: Person,
  code: string,
): Promise<boolean> {
  for (const { id, sealed_secret } of await factorsOf(db, person)) {
    const plain = sealed_secret && unseal(secret, person, sealed_secret)
    const step = plain && stepOf(plain, code, nowMs())
    if (step === null) continue
    const { numUpdatedRows } = await db
      .updateTable('second_factors')
      .set({ last_used_at: NOW, last_time_step: step })
      .where('id', '=', id)
      .where((row) => row.or([row('last_time_step', 'is', null), row('last_time_step', '<', step)]))
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return true
  }
  return false
}

/** Codes of authenticator apps: RFC 6238 with what every app knows, SHA-1, six digits, half a minute. */
const STEP_MS = 30_000
const SECRET_BYTES = 20
const DIGITS = 6
/** A clock may be off by one step, and people type slowly. */
const STEPS_AROUND = [0, -1, 1]
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

export const timeStep = (nowMs: number): number => Math.floor(nowMs / STEP_MS)

/** RFC 4226 with the time step as its counter. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step that a code belongs to, or null when it is none of now. */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | null {
  const now = timeStep(nowMs)
  const fits = (step: number) => {
    const right = Buffer.from(codeAt(secret, step))
    const given = Buffer.from(code)
    return given.length === right.length && timingSafeEqual(given, right)
  }
  return STEPS_AROUND.map((around) => now + around).find(fits) ?? null
}

/** As apps take it from a person who types. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}

/** What the QR code says. */
export function keyUri({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string {
  const query = new URLSearchParams({ secret, issuer })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(label)}?${query}`
}

/** Ten codes in case the phone is lost. Each works once; the database has only keyed hashes of them. */

import { createHmac, randomInt } from 'node:crypto'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import { RECOVERY_CODES } from '#shared/contract/two-step-limits.ts'
import type { Person } from './people.ts'

/** Without letters that look like digits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** Replaces all codes. The new ones are returned here and never again. */
export async function renewRecoveryCodes(db: Database, person: Person, secret: Secret): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await db.transaction().execute(async (trx) => {
    await dropRecoveryCodes(trx, person)
    await trx
      .insertInto('recovery_codes')
      .values(
        codes.map((code) => ({
          person_kind: person.kind,
          person_id: person.id,
          code_hash: hashOf(code, signingSecret(secret)),
        })),
      )
      .execute()
  })
  return codes
}

/** True if it was theirs and unused; it is used now. By recovery_codes_person. */
export async function spendRecoveryCode(
  db: Database,
  person: Person,
  { code, secret }: { code: string; secret: Secret },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: NOW })
    .where('person_kind', '=', person.kind)
    .where('person_id', '=', person.id)
    .where(
      'code_hash',
      'in',
      verifyingSecrets(secret).map((one) => hashOf(code, one)),
    )
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function countRecoveryCodes(db: Database, { kind, id }: Person): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('left'))
    .where('person_kind', '=', kind)
    .where('person_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function dropRecoveryCodes(db: Database, { kind, id }: Person): Promise<void> {
  await db.deleteFrom('recovery_codes').where('person_kind', '=', kind).where('person_id', '=', id).execute()
}

const newCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** In any spelling: capitals, spaces and dashes do not matter. */
const hashOf = (code: string, secret: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('recovery codes').digest())
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()

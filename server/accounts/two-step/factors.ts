/** The second factors of a person: list, names, removal. By second_factors_person. */
import type { Selectable } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { SecondFactorsTable } from '#server/core/database/two-step-tables.ts'
import { conflict, notFound } from '#server/core/http/refusal.ts'
import { FACTORS_MAX } from '#shared/contract/two-step-limits.ts'
import type { KnownPerson, Person } from './people.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'

export type FactorRow = Selectable<SecondFactorsTable>

/** The confirmed ones, the oldest first. */
export const factorsOf = (db: Database, { kind, id }: Person): Promise<FactorRow[]> =>
  db
    .selectFrom('second_factors')
    .selectAll()
    .where('person_kind', '=', kind)
    .where('person_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()

export async function hasFactor(db: Database, person: Person): Promise<boolean> {
  return (await factorsOf(db, person)).length > 0
}

/** Which of these people have one. */
export async function withFactors(
  db: Database,
  kind: Person['kind'],
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('second_factors')
    .select('person_id')
    .distinct()
    .where('person_kind', '=', kind)
    .where('person_id', 'in', ids)
    .where('confirmed_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ person_id }) => person_id))
}

export async function requireRoom(db: Database, person: Person): Promise<void> {
  if ((await factorsOf(db, person)).length >= FACTORS_MAX)
    throw conflict(`You have ${FACTORS_MAX} passkeys and apps. Remove one before you add another.`)
}

/** Throws 404 for another person's. */
export async function renameFactor(db: Database, person: Person, factor: { id: number; name: string }) {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ name: factor.name })
    .where('id', '=', factor.id)
    .where('person_kind', '=', person.kind)
    .where('person_id', '=', person.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw notFound()
}

/** Throws 404 for another person's, and 409 for the last one if it is required. The recovery codes are deleted with the last one. */
export async function removeFactor(db: Database, person: KnownPerson, id: number): Promise<FactorRow> {
  return db.transaction().execute(async (trx) => {
    const all = await trx
      .selectFrom('second_factors')
      .selectAll()
      .where('person_kind', '=', person.kind)
      .where('person_id', '=', person.id)
      .where('confirmed_at', 'is not', null)
      // Two parallel removals must not both see the other factor.
      .orderBy('id')
      .forUpdate()
      .execute()
    const found = all.find((row) => row.id === id)
    if (!found) throw notFound()
    if (all.length === 1 && person.isRequired)
      throw conflict(
        'Two-step login is required for you. Add another passkey or app before you remove this one.',
      )
    await trx.deleteFrom('second_factors').where('id', '=', id).execute()
    if (all.length === 1) await dropRecoveryCodes(trx, person)
    return found
  })
}

/** Deletes everything: the next login needs only the password, or enrolls again. */
export async function dropFactors(trx: Database, person: Person): Promise<void> {
  await trx
    .deleteFrom('second_factors')
    .where('person_kind', '=', person.kind)
    .where('person_id', '=', person.id)
    .execute()
  await dropRecoveryCodes(trx, person)
}

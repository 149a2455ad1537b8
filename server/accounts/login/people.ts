/** The three kinds of people who log in, as far as a login needs them. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Person, PersonKind } from './sessions.ts'

export interface PersonRow {
  id: number
  name: string
  email: string
  password_hash: string | null
}

export const PEOPLE_TABLES = { customer: 'customers', member: 'account_members', staff: 'staff' } as const

const selectPeople = (kind: PersonKind) =>
  sql`select id, name, email, password_hash from ${sql.table(PEOPLE_TABLES[kind])}`

/** By the unique index on lower(email) of each table. */
export async function personByEmail(
  db: Database,
  kind: PersonKind,
  email: string,
): Promise<PersonRow | undefined> {
  const { rows } =
    await sql<PersonRow>`${selectPeople(kind)} where lower(email) = ${email.toLowerCase()}`.execute(db)
  return rows[0]
}

/** By primary key. */
export async function personById(db: Database, { kind, id }: Person): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`${selectPeople(kind)} where id = ${id}`.execute(db)
  return rows[0]
}

/** Undefined for a deleted person. */
export const passwordHashOf = async (db: Database, person: Person): Promise<string | null | undefined> =>
  (await personById(db, person))?.password_hash

export async function setPasswordHash(
  db: Database,
  { kind, id }: Person,
  passwordHash: string,
): Promise<void> {
  await sql`update ${sql.table(PEOPLE_TABLES[kind])} set password_hash = ${passwordHash} where id = ${id}`.execute(
    db,
  )
}

/** The rows of codes: finding, locking, adding and counting them. What a code is and when it fits is said in `codes.ts`. */
import { randomInt } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { VerificationCodesTable } from '#server/core/database/account-tables.ts'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { tooMany } from '#server/core/http/refusal.ts'
import { CODE_LIFETIME_MS, CODE_TRIES, CODES_PER_HOUR } from '#shared/contract/limits.ts'

export type CodeRow = Selectable<VerificationCodesTable>
export type CodePurpose = VerificationCodesTable['purpose']

export interface CodeOwner {
  purpose: CodePurpose
  /** Null for an e-mail nobody has: everything happens as for others, and nothing is sent. */
  customerId: number | null
  /** The e-mail address or E.164 number the code goes to. */
  subject: string
}

const HOUR_MS = 3_600_000
const HANDLE_MAX = 2 ** 48 - 1

/** By the unique index on handle. */
export const byHandle = (db: Database, purpose: CodePurpose, handle: number): Promise<CodeRow | undefined> =>
  db
    .selectFrom('verification_codes')
    .selectAll()
    .where('handle', '=', handle)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

interface Key {
  purpose: CodePurpose
  subject: string
  customerId?: number | null
  customer_id?: number | null
}

/** The newest row for this purpose and address. By verification_codes_subject. */
export function latest(db: Database, key: Key): Promise<CodeRow | undefined> {
  const customerId = key.customerId ?? key.customer_id ?? null
  return db
    .selectFrom('verification_codes')
    .selectAll()
    .where('subject', '=', key.subject)
    .where('purpose', '=', key.purpose)
    .where('customer_id', customerId === null ? 'is' : '=', customerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Two calls in the same moment must not both find that nothing was sent yet. Held until the transaction ends. */
export const lockSubject = (trx: Database, subject: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(trx)

/** Throws 429 when this address or number was sent its share of the hour. By verification_codes_subject. */
export async function requireShare(trx: Database, subject: string): Promise<void> {
  const at = sql<Date>`coalesce(sent_at, created_at)`
  const { sends, sinceFirst } = await trx
    .selectFrom('verification_codes')
    .select(sql<number>`coalesce(sum(sends), 0)::int`.as('sends'))
    .select(
      sql<number>`coalesce(extract(epoch from now() - min(coalesce(sent_at, created_at)) filter (where sends > 0)), 0)::float8`.as(
        'sinceFirst',
      ),
    )
    .where('subject', '=', subject)
    .where(at, '>', fromNow(-HOUR_MS))
    .executeTakeFirstOrThrow()
  if (sends < CODES_PER_HOUR) return
  throw tooMany(Math.ceil(HOUR_MS / 1000 - sinceFirst))
}

export const insertRow = (db: Database, { purpose, customerId, subject }: CodeOwner): Promise<CodeRow> =>
  db
    .insertInto('verification_codes')
    .values({
      handle: randomInt(1, HANDLE_MAX),
      purpose,
      customer_id: customerId,
      subject,
      expires_at: fromNow(CODE_LIFETIME_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Counts before looking, so that parallel guesses count too. Undefined when no try is left to count. */
export const countTry = (db: Database, id: number): Promise<CodeRow | undefined> =>
  db
    .updateTable('verification_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', NOW)
    .where('tries', '<', CODE_TRIES)
    .returningAll()
    .executeTakeFirst()

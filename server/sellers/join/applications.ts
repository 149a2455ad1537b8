/** Applications to sell, from the form or from an invitation of staff to the account they become. */
import { type Selectable, sql } from 'kysely'
import { newToken, tokenHash } from '#server/accounts/login/tokens.ts'
import type { SellerApplicationsTable } from '#server/core/database/account-tables.ts'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { INVITATION_LIFETIME_MS } from '#shared/contract/login-limits.ts'
import type { SellerKind } from '#shared/contract/seller-join.ts'

export type Application = Selectable<SellerApplicationsTable>

export interface SellerDetails {
  company: string
  name: string
  phone: string
  kind: SellerKind
}

/** Another one of the same email takes its place, unless staff decided already. By seller_applications_open. */
export const addApplication = (
  db: Database,
  of: { email: string; state: 'waiting' | 'approved' } & Partial<SellerDetails>,
): Promise<Application> =>
  db
    .insertInto('seller_applications')
    .values(of)
    .onConflict((clash) =>
      clash
        .expression(sql`lower(email)`)
        .where(sql<boolean>`state in ('waiting', 'approved')`)
        .doUpdateSet((row) => ({
          company: row.fn.coalesce('excluded.company', 'seller_applications.company'),
          name: row.fn.coalesce('excluded.name', 'seller_applications.name'),
          phone: row.fn.coalesce('excluded.phone', 'seller_applications.phone'),
          kind: row.fn.coalesce('excluded.kind', 'seller_applications.kind'),
          // An application after an invitation stays invited.
          state: sql`case when seller_applications.state = 'approved' then 'approved' else excluded.state end`,
        })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

const OPEN_STATES = ['waiting', 'approved'] as const

export const isOpen = ({ state }: Application): boolean => OPEN_STATES.some((open) => open === state)

/** By seller_applications_open, of which there are few. */
export const openApplications = (db: Database): Promise<Application[]> =>
  db
    .selectFrom('seller_applications')
    .selectAll()
    .where('state', 'in', OPEN_STATES)
    .orderBy((row) => row('state', '=', 'approved'))
    .orderBy('id')
    .limit(200)
    .execute()

/** The token for the mailed link; a former one ends. */
export async function approve(db: Database, id: number): Promise<string> {
  const token = newToken()
  await db
    .updateTable('seller_applications')
    .set({
      state: 'approved',
      token_hash: tokenHash(token),
      token_until: fromNow(INVITATION_LIFETIME_MS),
    })
    .where('id', '=', id)
    .execute()
  return token
}

export async function decline(db: Database, id: number): Promise<null> {
  await db
    .updateTable('seller_applications')
    .set({ state: 'declined', token_hash: null })
    .where('id', '=', id)
    .execute()
  return null
}

/** By primary key; locked until the transaction ends. */
export const lockApplication = (trx: Database, id: number): Promise<Application | undefined> =>
  trx.selectFrom('seller_applications').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** By the unique index on token_hash. Undefined once the link has ended. */
export const applicationOfToken = (db: Database, token: string): Promise<Application | undefined> =>
  db
    .selectFrom('seller_applications')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('state', '=', 'approved')
    .where('token_until', '>', NOW)
    .executeTakeFirst()

interface Joining extends SellerDetails {
  token: string
  email: string
  passwordHash: string
  termsVersion: string
}

/**
 * The account and its owner. Null when the link was used meanwhile, or when the email has got a seller login: of parallel
 * calls one makes the account.
 */
export const makeSeller = (
  db: Database,
  of: Joining,
): Promise<{ accountId: number; memberId: number } | null> =>
  db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('seller_applications')
      .set({
        state: 'joined',
        token_hash: null,
        company: of.company,
        name: of.name,
        phone: of.phone,
        kind: of.kind,
      })
      .where('token_hash', '=', tokenHash(of.token))
      .where('state', '=', 'approved')
      .returning('id')
      .executeTakeFirst()
    if (!used) return null
    const account = await trx
      .insertInto('accounts')
      .values({ title: of.company })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = await trx
      .insertInto('account_members')
      .values({
        account_id: account.id,
        name: of.name,
        email: of.email,
        password_hash: of.passwordHash,
        role: 'administrator',
        terms_version: of.termsVersion,
        terms_accepted_at: NOW,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('seller_applications')
      .set({ account_id: account.id })
      .where('id', '=', used.id)
      .execute()
    return { accountId: account.id, memberId: member.id }
  })

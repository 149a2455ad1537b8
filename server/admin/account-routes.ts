/** Sellers as the house sees them, and their suspension (checklist ADM-03). */
import type { FastifyInstance } from 'fastify'
import { endSessions } from '#server/accounts/login/sessions.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import { refreshDealsOf } from '#server/deals/list/bump-revision.ts'
import { listedDeals } from '#server/deals/properties/queries.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { setDealStatus } from '#server/offers/deal-status/set-status.ts'
import { runPendingEffects } from '#server/offers/offers/after-commit.ts'
import {
  type AdminAccountWire,
  adminAccounts,
  adminSuspendAccount,
  adminVerifyAccount,
} from '#shared/contract/admin-people.ts'
import { links } from '#shared/contract/pages.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

type Deps = AdminDeps & { messenger: Pick<Messenger, 'announce'> }

export function registerAdminAccounts(app: FastifyInstance, deps: Deps): void {
  const { db, site, nowMs } = deps
  registerVerification(app, deps)

  serve(app, adminAccounts, async ({ query, page, paginated }) => {
    const { rows, hasMore } = await accountPage(db, page, query.q?.trim() ?? '')
    return paginated({ rows: rows.map((row) => accountWire(row, site.origin)), hasMore })
  })

  serve(app, adminSuspendAccount, async ({ params, body, request, me }) => {
    await db.transaction().execute(async (trx) => {
      const changed = await trx
        .updateTable('accounts')
        // A company that an owner closes stays, with its data, until staff reinstate it.
        .set({ suspended_at: body.is_suspended ? new Date(nowMs()) : null, closes_at: null })
        .where('id', '=', params.account)
        .where('closed_at', 'is', null)
        .where((row) =>
          body.is_suspended
            ? row.or([row('suspended_at', 'is', null), row('closes_at', 'is not', null)])
            : row.and([row('suspended_at', 'is not', null), row('closes_at', 'is', null)]),
        )
        .returning('id')
        .executeTakeFirst()
      if (!changed) return
      await writeAudit(trx, {
        ...actingAs(me, request),
        action: body.is_suspended ? 'account.suspend' : 'account.release',
        subject: { kind: 'account', id: params.account },
        after: { reason: body.reason },
      })
      await refreshDealsOf(trx, params.account)
    })
    // Whatever was left half done is done by asking again.
    if (body.is_suspended) await shutOut(deps, params.account)
    else for (const id of await listedDeals(db, params.account)) await broadcastChanged(deps, id)
    const row = await selectAccounts(db).where('accounts.id', '=', params.account).executeTakeFirst()
    if (!row) throw notFound()
    return { data: accountWire(row, site.origin) }
  })
}

function registerVerification(app: FastifyInstance, { db, site }: Deps): void {
  serve(app, adminVerifyAccount, async ({ params, body, request, me }) => {
    await db.transaction().execute(async (trx) => {
      const changed = await trx
        .updateTable('accounts')
        .set({ is_verified: body.is_verified })
        .where('id', '=', params.account)
        .where('is_verified', '!=', body.is_verified)
        .returning('id')
        .executeTakeFirst()
      if (!changed) return
      await writeAudit(trx, {
        ...actingAs(me, request),
        action: body.is_verified ? 'account.verify' : 'account.unverify',
        subject: { kind: 'account', id: params.account },
        after: { reason: body.reason },
      })
      await refreshDealsOf(trx, params.account)
    })
    const row = await selectAccounts(db).where('accounts.id', '=', params.account).executeTakeFirst()
    if (!row) throw notFound()
    return { data: accountWire(row, site.origin) }
  })
}

/** Logs its people out, then takes down its deals one by one, because each is announced. */
async function shutOut(deps: Deps, accountId: number): Promise<void> {
  for (const { id } of await membersOf(deps.db, accountId)) await endSessions(deps, { kind: 'member', id })
  for (const propertyId of await listedDeals(deps.db, accountId)) {
    const { hasChanged, pendingEffects } = await setDealStatus(
      deps.db,
      { accountId },
      { propertyId, status: 'removed' },
    ).catch(keepBound)
    if (hasChanged) await broadcastChanged(deps, propertyId)
    if (pendingEffects) await runPendingEffects(deps, pendingEffects)
  }
}

/** One with an accepted offer binds two people: it is in no list any more, and taken down when they are done. */
function keepBound(error: unknown): { hasChanged: true; pendingEffects: null } {
  if (error instanceof Refusal) return { hasChanged: true, pendingEffects: null }
  throw error
}

/** By account_members_account. */
const membersOf = (db: Database, accountId: number) =>
  db.selectFrom('account_members').select('id').where('account_id', '=', accountId).execute()

const selectAccounts = (db: Database) =>
  db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.title', 'accounts.is_verified', 'accounts.suspended_at'])
    .select(['accounts.closes_at', 'accounts.closed_at', 'accounts.registration_state', 'accounts.ein'])
    .select((row) =>
      row
        .selectFrom('properties')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('properties.account_id', '=', 'accounts.id')
        .where('properties.listing', '=', 'listed')
        .as('deals'),
    )

/** By primary key in order; sellers are a few hundred. */
async function accountPage(db: Database, page: number, q: string) {
  const { limit, offset } = windowOf(page)
  let rows = selectAccounts(db)
    .orderBy((row) => row('accounts.suspended_at', 'is', null))
    .orderBy('accounts.title')
    .orderBy('accounts.id')
    .limit(limit)
    .offset(offset)
  if (q !== '') rows = rows.where('accounts.title', 'ilike', `%${q.replace(/[\\%_]/g, '\\$&')}%`)
  return pageOf(await rows.execute())
}

const accountWire = (
  row: Awaited<ReturnType<typeof accountPage>>['rows'][number],
  origin: string,
): AdminAccountWire => ({
  id: row.id,
  title: row.title,
  is_verified: row.is_verified,
  registration_state: row.registration_state,
  ein: row.ein,
  suspended_at: row.suspended_at?.toISOString() ?? null,
  closes_at: row.closes_at?.toISOString() ?? null,
  closed_at: row.closed_at?.toISOString() ?? null,
  active_deals: Number(row.deals ?? 0),
  url: `${origin}${links.company(row.id)}`,
})

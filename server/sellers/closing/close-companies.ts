/**
 * Scheduled job: deletes the data of companies whose time to cancel is over. Deals are taken down one by one, each with its offers; the
 * rest is one transaction. A node that dies in the middle leaves what is left to another.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { closeSockets } from '#server/accounts/login/sessions.ts'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { workThrough } from '#server/core/jobs/work-through.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import { listedDeals } from '#server/deals/properties/queries.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { setDealStatus } from '#server/offers/deal-status/set-status.ts'
import { runPendingEffects } from '#server/offers/offers/after-commit.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { deleteFiles } from '#server/providers/files/delete-files.ts'
import { DELIVERY_TRIES } from '#shared/contract/notification-limits.ts'
import { eraseCompany } from './erase-company.ts'

const LOOK_MS = 10 * 60_000
/** A company may have hundreds of deals. */
const COMPANY_MAX_MS = 10 * 60_000

/** Tried for about two days. */
const CLOSING = workKind({ name: 'closing-companies', label: 'Company to close', tries: DELIVERY_TRIES })

export type ClosingDeps = RoomDeps & { messenger: Pick<Messenger, 'announce'> }
type Deps = Omit<ClosingDeps, 'jobs' | 'watch'> & Partial<Pick<RuleDeps, 'watch'>>

export function startClosingCompanies(app: FastifyInstance, deps: ClosingDeps): void {
  startScheduledJob(app, deps, {
    name: 'closing-companies',
    everyMs: LOOK_MS,
    kinds: [CLOSING],
    dueSince: async (nowMs) => (await dueCompanies(deps.db, nowMs))[0]?.closes_at?.getTime() ?? null,
    run: (nowMs) => closeCompanies(deps, nowMs),
  })
}

export async function closeCompanies(deps: Deps, nowMs: number): Promise<void> {
  await workThrough(deps, CLOSING, {
    nowMs,
    items: await dueCompanies(deps.db, nowMs),
    keyOf: ({ id }) => String(id),
    maxMs: COMPANY_MAX_MS,
    run: ([{ id }]) => closeCompany(deps, id, nowMs),
  })
}

/** Sellers are a few hundred. */
const dueCompanies = (db: Database, nowMs: number) =>
  db
    .selectFrom('accounts')
    .select(['id', 'closes_at'])
    .where('closes_at', '<=', new Date(nowMs))
    .where('closed_at', 'is', null)
    .where(mayBeTried(CLOSING, sql`accounts.id`, nowMs))
    .orderBy('closes_at')
    .execute()

async function closeCompany(deps: Deps, accountId: number, nowMs: number): Promise<void> {
  const { db } = deps
  for (const propertyId of await listedDeals(db, accountId)) {
    const { pendingEffects } = await setDealStatus(db, { accountId }, { propertyId, status: 'removed' })
    await broadcastChanged(deps, propertyId)
    await runPendingEffects(deps, pendingEffects)
  }
  const { members, fileKeys } = await eraseCompany(deps, accountId, nowMs)
  for (const { id, sessionIds } of members)
    for (const sessionId of sessionIds)
      await closeSockets(deps.broadcaster, { kind: 'member', id }, sessionId)
  await deleteFiles(deps, fileKeys)
}

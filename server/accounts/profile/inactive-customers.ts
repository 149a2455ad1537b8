/** Deletes the accounts of buyers whom nobody has seen for long, after an email, and guests whose conversations ended long ago. Days: shared/rules/site/retention.ts. */
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { installationOf } from '#server/core/http/site.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { workThrough } from '#server/core/jobs/work-through.ts'
import { deleteFiles } from '#server/providers/files/delete-files.ts'
import { DELIVERY_TRIES } from '#shared/contract/notification-limits.ts'
import { INACTIVE_NOTICE_DAYS, keptDays, periodWords } from '#shared/rules/site/retention.ts'
import { openCommitments } from './commitments.ts'
import { deleteCustomer } from './delete-customer.ts'
import { ownRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

/** Tried for about two days: an email is a part of it. */
const INACTIVE = workKind({
  name: 'inactive-accounts',
  label: 'Account that nobody uses',
  tries: DELIVERY_TRIES,
})
const LOOK_MS = 10 * 60_000
const PORTION = 200
const DAY_MS = 86_400_000

type InactiveDeps = Pick<
  ProfileDeps,
  'db' | 'nowMs' | 'leaving' | 'afterLeaving' | 'holdingsOf' | 'site' | 'parts' | 'mails'
> &
  RuleDeps

type Deps = Omit<InactiveDeps, 'jobs'>

export function startDeletingInactive(app: FastifyInstance, deps: InactiveDeps): void {
  startScheduledJob(app, deps, {
    name: 'inactive-accounts',
    everyMs: LOOK_MS,
    kinds: [INACTIVE],
    run: (nowMs) => deleteInactive(deps, nowMs),
  })
}

interface Item {
  id: number
  step: 'notice' | 'delete' | 'delete guest'
}

export async function deleteInactive(deps: Deps, nowMs: number): Promise<void> {
  const { db } = deps
  const { retention } = await installationOf(deps.site)
  const days = keptDays(retention, 'inactive')
  const daysAgo = (count: number) => new Date(nowMs - count * DAY_MS).toISOString()
  const guestsBefore = daysAgo(keptDays(retention, 'guests'))
  await dropNotices(db, daysAgo(2 * INACTIVE_NOTICE_DAYS))
  const isDue: Record<Item['step'], RawBuilder<boolean>> = {
    notice: sql`${idleSince(daysAgo(days - INACTIVE_NOTICE_DAYS))} and c.inactive_noticed_at is null and not (${IS_GUEST})`,
    delete: sql`${idleSince(daysAgo(days))} and c.inactive_noticed_at <= ${daysAgo(INACTIVE_NOTICE_DAYS)}::timestamptz`,
    'delete guest': sql`${IS_GUEST} and c.deleted_at is null and c.last_active_at < ${guestsBefore}::timestamptz and not exists (select 1 from chats
      where chats.customer_id = c.id and chats.last_message_at >= ${guestsBefore}::timestamptz)
      and exists (select 1 from site_visitors v where v.customer_id = c.id and v.seen_at < ${guestsBefore}::timestamptz)`,
  }
  const items: Item[] = []
  for (const step of ['notice', 'delete', 'delete guest'] as const) {
    const { rows } = await sql<{ id: number }>`select c.id from customers c
      where ${isDue[step]} and ${mayBeTried(INACTIVE, sql`c.id`, nowMs)}
      order by c.last_active_at limit ${PORTION}`.execute(db)
    items.push(...rows.map(({ id }) => ({ id, step })))
  }
  await workThrough(deps, INACTIVE, {
    nowMs,
    items,
    keyOf: ({ id }) => String(id),
    run: ([{ id, step }]) =>
      step === 'notice'
        ? notice(deps, id, { days, nowMs })
        : remove(deps, id, { isWhole: step === 'delete guest', isDue: isDue[step] }),
  })
}

/** Nobody can log in as one: see server/sellers/keys/visitors.ts. */
const IS_GUEST = sql`c.email_confirmed_at is null and c.email like '%@visitors.invalid'`

/** Logged in or wrote after it. By access_tokens_principal and messages_thread. */
const seenSince = (at: RawBuilder<unknown>) => sql`(c.last_active_at > ${at}
  or exists (select 1 from access_tokens t where t.principal_kind = 'customer' and t.principal_id = c.id
    and t.purpose <> 'view' and coalesce(t.last_used_at, t.created_at) > ${at})
  or exists (select 1 from messages m where m.customer_id = c.id and m.type = 'inbound' and m.created_at > ${at}))`

/** By customers_activity. */
const idleSince = (at: string) => sql`c.deleted_at is null and c.last_active_at <= ${at}::timestamptz
  and not ${seenSince(sql`${at}::timestamptz`)}`

/** Who came after the email, or got it long ago, gets another one before anything is deleted. By customers_noticed. */
const dropNotices = (db: Database, before: string) =>
  sql`update customers c set inactive_noticed_at = null where c.inactive_noticed_at is not null
    and (c.inactive_noticed_at < ${before}::timestamptz or ${seenSince(sql`c.inactive_noticed_at`)})`.execute(
    db,
  )

/** Money or an open offer keeps an account; its days are counted from the last time that one was found. */
async function isKept({ db, holdingsOf }: Deps, id: number): Promise<boolean> {
  const [open, { balance }] = await Promise.all([openCommitments(db, id), holdingsOf(id)])
  if (open.length === 0 && balance === 0) return false
  await db
    .updateTable('customers')
    .set({ last_active_at: NOW, inactive_noticed_at: null })
    .where('id', '=', id)
    .execute()
  return true
}

async function notice(
  deps: Deps,
  id: number,
  { days, nowMs }: { days: number; nowMs: number },
): Promise<void> {
  if (await isKept(deps, id)) return
  const row = await ownRow(deps.db, id)
  const deletedAt = new Date(nowMs + INACTIVE_NOTICE_DAYS * DAY_MS)
  // The email first: after a crash between the two, somebody gets it twice, and nobody loses an account without one.
  await deps.mails.accountInactive(row, { period: periodWords(days), deletedAt })
  await deps.db
    .updateTable('customers')
    .set({ inactive_noticed_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}

async function remove(
  deps: Deps,
  id: number,
  { isWhole, isDue }: { isWhole: boolean; isDue: RawBuilder<boolean> },
): Promise<void> {
  if (await isKept(deps, id)) return
  const { places, fileKeys } = await deleteCustomer(deps, await ownRow(deps.db, id), {
    isWhole,
    async check(trx) {
      const { rows } = await sql`select 1 from customers c where c.id = ${id} and ${isDue}`.execute(trx)
      if (rows.length === 0) throw new CameBack()
    },
  }).catch((error: unknown) => {
    if (error instanceof CameBack) return { places: [], fileKeys: [] }
    throw error
  })
  await deps.afterLeaving.notifyPlaces(places)
  await deleteFiles(deps, fileKeys)
}

/** Somebody logged in or wrote while others were deleted. */
class CameBack extends Error {}

/** Decisions on what people reported, and parcels that are listed twice (checklist ADM-03). */
import type { FastifyInstance } from 'fastify'
import { sql, type Transaction } from 'kysely'
import { writeAudit, writeReads } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { conflict, notFound, type Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import { keysOf } from '#server/messaging/attachments/attach.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { changeDealStatus } from '#server/offers/deal-status/set-status.ts'
import { runPendingEffects } from '#server/offers/offers/after-commit.ts'
import { queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { notifyReview, writeHiddenNotification } from '#server/sellers/reviews/notify.ts'
import { reviewById } from '#server/sellers/reviews/queries.ts'
import { lockAccount, recount } from '#server/sellers/reviews/rating.ts'
import { adminDecideReport, adminDuplicates, adminReports } from '#shared/contract/admin-people.ts'
import { adminReviewEdits } from '#shared/contract/admin-review-edits.ts'
import { links } from '#shared/contract/pages.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'
import { type ReportRow, reportPage, reportWire, reportWith, reviewTexts } from './report-queries.ts'

type Deps = AdminDeps & { messenger: Pick<Messenger, 'announce'> }

/** Tells the others, once the transaction has been committed. */
type Announce = () => Promise<unknown>

export function registerAdminReports(app: FastifyInstance, deps: Deps): void {
  const { db, site, nowMs } = deps

  serve(app, adminReports, async ({ query, page, me, request, paginated }) => {
    const { rows, hasMore } = await reportPage(db, { page, isClosed: query.is_closed === '1' })
    const named = rows.flatMap(({ customer_ids }) => customer_ids.map((customer_id) => ({ customer_id })))
    await writeReads(db, { ...actingAs(me, request), action: 'customer.read' }, named)
    return paginated({ rows: rows.map((row) => reportWire(row, site.origin)), hasMore })
  })

  serve(app, adminDecideReport, async ({ params, body, request, me }) => {
    const { decision } = body
    const announce = await db.transaction().execute(async (trx) => {
      const row = await reportWith(trx, params.kind, params.report)
      if (!row) throw notFound()
      const announceRemoval = decision === 'removed' ? await remove(trx, row) : null
      if (!(await close(trx, row, { decision, by: me.staffId, nowMs: nowMs() })))
        throw await decidedBy(trx, row)
      await writeAudit(trx, {
        ...actingAs(me, request),
        action: `report.${decision}`,
        subject: { kind: row.kind, id: Number(row.subject_id) },
        after: { report: row.id, reason: row.reason },
      })
      return announceRemoval
    })
    await announce?.()
    const decided = await reportWith(db, params.kind, params.report)
    if (!decided) throw notFound()
    return { data: reportWire(decided, site.origin) }
  })

  serve(app, adminReviewEdits, async ({ params, me, request }) => {
    const texts = await reviewTexts(db, params.review)
    if (!texts) throw notFound()
    await writeReads(db, { ...actingAs(me, request), action: 'customer.read' }, [texts])
    return { data: texts.former }
  })

  serve(app, adminDuplicates, async () => {
    return { data: await duplicates(db, site.origin) }
  })

  async function remove(trx: Transaction<Schema>, row: ReportRow): Promise<Announce | null> {
    if (row.kind === 'deal') return takeDown(trx, Number(row.subject_id), Number(row.account_id))
    if (row.kind === 'review') return hideReview(trx, Number(row.subject_id))
    await emptyMessage(trx, Number(row.subject_id))
    return null
  }

  async function takeDown(
    trx: Transaction<Schema>,
    propertyId: number,
    accountId: number,
  ): Promise<Announce> {
    const { hasChanged, pendingEffects } = await changeDealStatus(
      trx,
      { accountId },
      { propertyId, status: 'removed' },
    )
    return async () => {
      if (hasChanged) await broadcastChanged(deps, propertyId)
      await runPendingEffects(deps, pendingEffects)
    }
  }

  async function hideReview(trx: Transaction<Schema>, id: number): Promise<Announce | null> {
    const review = await reviewById(trx, id)
    if (!review || review.hidden_at) return null
    await lockAccount(trx, review.account_id)
    await writeHiddenNotification(trx, review)
    await trx
      .updateTable('reviews')
      .set({ hidden_at: new Date(nowMs()) })
      .where('id', '=', id)
      .execute()
    if (review.about === 'account') await recount(trx, review.account_id, nowMs())
    return () => notifyReview(deps, review)
  }
}

/** The thread keeps its place. By primary key and message_attachments_message. */
async function emptyMessage(trx: Database, id: number): Promise<void> {
  await trx.updateTable('messages').set({ body: 'This message was removed.' }).where('id', '=', id).execute()
  const files = await trx
    .deleteFrom('message_attachments')
    .where('message_id', '=', id)
    .returning(['storage_key', 'thumb_key'])
    .execute()
  await queueFileDeletions(trx, files.flatMap(keysOf))
}

/**
 * Whatever else was said about the same thing is decided with it. False when somebody else has decided this report: of two at the
 * same moment, the second waits here for the first.
 */
async function close(
  trx: Database,
  row: ReportRow,
  { decision, by, nowMs }: { decision: 'kept' | 'removed'; by: number; nowMs: number },
): Promise<boolean> {
  const closed = { decision, closed_by: by, closed_at: new Date(nowMs) }
  const ids =
    row.kind === 'deal'
      ? await trx
          .updateTable('property_reports')
          .set(closed)
          .where('property_id', '=', row.subject_id)
          .where('closed_at', 'is', null)
          .returning('id')
          .execute()
      : await trx
          .updateTable('content_reports')
          .set(closed)
          .where('subject_kind', '=', row.kind)
          .where('subject_id', '=', row.subject_id)
          .where('closed_at', 'is', null)
          .returning('id')
          .execute()
  return ids.some(({ id }) => Number(id) === Number(row.id))
}

async function decidedBy(trx: Database, { kind, id }: ReportRow): Promise<Refusal> {
  const row = await reportWith(trx, kind, id)
  const who = row?.closed_by ?? 'Another member of staff'
  return conflict(`${who} has decided this report already: ${row?.decision ?? 'closed'}.`)
}

const DUPLICATES_MAX = 100

/** By properties_parcel. */
async function duplicates(db: Database, origin: string) {
  const twice = db
    .selectFrom('properties')
    .select('parcel')
    .where('parcel', 'is not', null)
    .where('listing', '=', 'listed')
    .groupBy('parcel')
    .having(sql<boolean>`count(*) > 1`)
    .limit(DUPLICATES_MAX)
  const rows = await db
    .selectFrom('properties')
    .innerJoin('accounts', 'accounts.id', 'properties.account_id')
    .select(['properties.id', 'parcel', 'accounts.title as account', 'properties.title', 'city', 'state'])
    .where('parcel', 'in', twice)
    .where('listing', '=', 'listed')
    .orderBy('parcel')
    .orderBy('properties.id')
    .execute()
  const parcels = [...new Set(rows.map(({ parcel }) => parcel ?? ''))]
  return parcels.map((parcel) => ({
    parcel,
    deals: rows
      .filter((row) => row.parcel === parcel)
      .map(({ id, title, city, state, account }) => ({
        id,
        account,
        name: title ?? `${city}, ${state}`,
        url: `${origin}${links.deal(id)}`,
      })),
  }))
}

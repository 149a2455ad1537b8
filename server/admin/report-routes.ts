/** Decisions on what people reported, and parcels that are listed twice (checklist ADM-03). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { setDealStatus } from '#server/offers/deal-status/set-status.ts'
import { runPendingEffects } from '#server/offers/offers/after-commit.ts'
import { notifyReview, writeHiddenNotification } from '#server/sellers/reviews/notify.ts'
import { reviewById } from '#server/sellers/reviews/queries.ts'
import { lockAccount, recount } from '#server/sellers/reviews/rating.ts'
import { adminDecideReport, adminDuplicates, adminReports } from '#shared/contract/admin-people.ts'
import { links } from '#shared/contract/pages.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'
import { type ReportRow, reportPage, reportWire, reportWith } from './report-queries.ts'

type Deps = AdminDeps & { messenger: Pick<Messenger, 'announce'> }

export function registerAdminReports(app: FastifyInstance, deps: Deps): void {
  const { db, site, nowMs } = deps

  serve(app, adminReports, async ({ query, page, paginated }) => {
    const { rows, hasMore } = await reportPage(db, { page, isClosed: query.is_closed === '1' })
    return paginated({ rows: rows.map((row) => reportWire(row, site.origin)), hasMore })
  })

  serve(app, adminDecideReport, async ({ params, body, request, me }) => {
    const row = await reportWith(db, params.kind, params.report)
    if (!row) throw notFound()
    if (row.closed_at) throw conflict(`This report was decided already: ${row.decision ?? 'closed'}.`)
    if (body.decision === 'removed') await remove(row)
    await db.transaction().execute(async (trx) => {
      await close(trx, row, { decision: body.decision, by: me.staffId, nowMs: nowMs() })
      await writeAudit(trx, {
        ...actingAs(me, request),
        action: `report.${body.decision}`,
        subject: { kind: row.kind, id: Number(row.subject_id) },
        after: { report: row.id, reason: row.reason },
      })
    })
    const decided = await reportWith(db, params.kind, params.report)
    if (!decided) throw notFound()
    return { data: reportWire(decided, site.origin) }
  })

  serve(app, adminDuplicates, async () => {
    return { data: await duplicates(db, site.origin) }
  })

  /** Again changes nothing, so a report that could not be closed may be decided once more. */
  async function remove(row: ReportRow): Promise<void> {
    if (row.kind === 'deal') await takeDown(Number(row.subject_id), Number(row.account_id))
    else if (row.kind === 'review') await hideReview(deps, Number(row.subject_id))
    else await emptyMessage(db, Number(row.subject_id))
  }

  async function takeDown(propertyId: number, accountId: number): Promise<void> {
    const { hasChanged, pendingEffects } = await setDealStatus(
      db,
      { accountId },
      { propertyId, status: 'removed' },
    )
    if (hasChanged) await broadcastChanged(deps, propertyId)
    await runPendingEffects(deps, pendingEffects)
  }
}

async function hideReview(deps: Deps, id: number): Promise<void> {
  const nowMs = deps.nowMs()
  const hidden = await deps.db.transaction().execute(async (trx) => {
    const review = await reviewById(trx, id)
    if (!review || review.hidden_at) return null
    await lockAccount(trx, review.account_id)
    await writeHiddenNotification(trx, review)
    await trx
      .updateTable('reviews')
      .set({ hidden_at: new Date(nowMs) })
      .where('id', '=', id)
      .execute()
    if (review.about === 'account') await recount(trx, review.account_id, nowMs)
    return review
  })
  if (hidden) await notifyReview(deps, hidden)
}

/** The thread keeps its place. By primary key. */
const emptyMessage = (db: Database, id: number) =>
  db.updateTable('messages').set({ body: 'This message was removed.' }).where('id', '=', id).execute()

/** Whatever else was said about the same thing is decided with it. */
async function close(
  trx: Database,
  row: ReportRow,
  { decision, by, nowMs }: { decision: 'kept' | 'removed'; by: number; nowMs: number },
): Promise<void> {
  const closed = { decision, closed_by: by, closed_at: new Date(nowMs) }
  if (row.kind === 'deal')
    await trx
      .updateTable('property_reports')
      .set(closed)
      .where('property_id', '=', row.subject_id)
      .where('closed_at', 'is', null)
      .execute()
  else
    await trx
      .updateTable('content_reports')
      .set(closed)
      .where('subject_kind', '=', row.kind)
      .where('subject_id', '=', row.subject_id)
      .where('closed_at', 'is', null)
      .execute()
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

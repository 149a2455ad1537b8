/** Adjustments of a wallet over HTTP (checklist ADM-02): proposed by one member of staff, decided by another. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { writeReads } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { neededKey } from '#server/core/http/idempotency.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { StaffPrincipal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { broadcastWallet } from '#server/payments/broadcast.ts'
import {
  type AdjustmentWire,
  adminAdjustments,
  adminDecideAdjustment,
  adminProposeAdjustment,
} from '#shared/contract/adjustments.ts'
import { adjustmentRows, decideAdjustment, mailboxOf, proposeAdjustment } from './adjustments.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

export function registerAdjustments(app: FastifyInstance, deps: AdminDeps): void {
  const { db, nowMs } = deps
  const answer = async (id: number, me: StaffPrincipal) => {
    const row = await adjustmentRows(db, nowMs()).where('adjustments.id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    return { data: adjustmentWire(row, me) }
  }

  serve(app, adminAdjustments, async ({ me, page, request, paginated }) => {
    const { limit, offset } = windowOf(page)
    const rows = adjustmentRows(db, nowMs())
      .orderBy(sql`decision is not null or expires_at <= ${new Date(nowMs()).toISOString()}::timestamptz`)
      .orderBy('adjustments.id', 'desc')
    const found = pageOf(await rows.limit(limit).offset(offset).execute())
    await writeReads(db, { ...actingAs(me, request), action: 'ledger.read' }, found.rows)
    const shown = { ...found, rows: found.rows.map((row) => adjustmentWire(row, me)) }
    return { ...paginated(shown), deciders: await countOthers(db, me) }
  })

  serve(app, adminProposeAdjustment, async ({ body, me, request }) => {
    const proposal = {
      staffId: me.staffId,
      customerId: body.customer_id,
      amountCents: body.amount_cents,
      reason: body.reason,
      idempotencyKey: neededKey(request),
    }
    const by = { acting: actingAs(me, request), nowMs: nowMs() }
    return answer(await proposeAdjustment(db, proposal, by), me)
  })

  serve(app, adminDecideAdjustment, async ({ params, body, me, request }) => {
    const decision = { id: params.adjustment, staffId: me.staffId, decision: body.decision, note: body.note }
    const by = { acting: actingAs(me, request), nowMs: nowMs() }
    const row = await decideAdjustment(db, decision, by)
    if (row.decision === 'approved') await broadcastWallet(deps, row.customer_id)
    return answer(row.id, me)
  })
}

/** How many other people are staff. There are only a few rows. */
export async function countOthers(db: Database, { staffId }: StaffPrincipal): Promise<number> {
  const rows = await db.selectFrom('staff').select(['id', 'email']).execute()
  const own = rows.find(({ id }) => id === staffId)
  return rows.filter(({ email }) => own && mailboxOf(email) !== mailboxOf(own.email)).length
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof adjustmentRows>['executeTakeFirstOrThrow']>>

const adjustmentWire = (row: ShownRow, me: StaffPrincipal): AdjustmentWire => ({
  id: row.id,
  customer: { id: row.customer_id, name: row.name },
  amount_cents: row.amount_cents,
  reason: row.reason,
  state: row.state,
  proposed_by: row.proposer,
  proposed_at: row.proposed_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  is_own: row.proposed_by === me.staffId,
  decided_by: row.decider,
  decided_at: row.decided_at?.toISOString() ?? null,
  note: row.note,
})

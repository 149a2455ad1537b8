/** The queue of withdrawals over HTTP: who gets how much on which account, and what staff did about it. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { writeReads } from '#server/core/audit/audit.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { StaffPrincipal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { broadcastWallet } from '#server/payments/broadcast.ts'
import { mailPayee } from '#server/payments/payee-mail.ts'
import { bankOf } from '#server/payments/withdraw.ts'
import {
  CANCELLED_BY_OWNER,
  isTakenOn,
  shownWithdrawals,
  withdrawalWire,
} from '#server/payments/withdrawal-rows.ts'
import {
  type AdminWithdrawalWire,
  adminDecideWithdrawal,
  adminPayWithdrawal,
  adminTakeWithdrawal,
  adminWithdrawals,
} from '#shared/contract/admin-withdrawals.ts'
import { countOthers } from './adjustment-routes.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'
import { decideWithdrawal, noteTransfer, takeOn } from './withdrawals.ts'

export function registerAdminWithdrawals(app: FastifyInstance, deps: AdminDeps): void {
  const { db, nowMs } = deps
  const answer = async (id: number, me: StaffPrincipal) => {
    const row = await queue(deps).where('withdrawals.id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    return { data: wireOf(deps, row, me) }
  }

  serve(app, adminWithdrawals, async ({ me, page, request, paginated }) => {
    const { limit, offset } = windowOf(page)
    const rows = await queue(deps)
      .orderBy(sql`withdrawals.state in ('paid', 'returned')`)
      .orderBy(
        sql`case when withdrawals.state in ('paid', 'returned') then -withdrawals.id else withdrawals.id end`,
      )
      .limit(limit)
      .offset(offset)
      .execute()
    const found = pageOf(rows)
    await writeReads(db, { ...actingAs(me, request), action: 'ledger.read' }, found.rows)
    const shown = { ...found, rows: found.rows.map((row) => wireOf(deps, row, me)) }
    return { ...paginated(shown), deciders: await countOthers(db, me) }
  })

  serve(app, adminTakeWithdrawal, async ({ params, body, me, request }) => {
    const by = { staffId: me.staffId, acting: actingAs(me, request), nowMs: nowMs() }
    const { customer_id } = await takeOn(db, { id: params.withdrawal, from: body.taken_at }, by)
    await broadcastWallet(deps, customer_id)
    return answer(params.withdrawal, me)
  })

  serve(app, adminPayWithdrawal, async ({ params, body, me, request }) => {
    const by = { staffId: me.staffId, acting: actingAs(me, request), nowMs: nowMs() }
    await noteTransfer(db, { id: params.withdrawal, reference: body.reference }, by)
    return answer(params.withdrawal, me)
  })

  serve(app, adminDecideWithdrawal, async ({ params, body, me, request }) => {
    const by = { staffId: me.staffId, acting: actingAs(me, request), nowMs: nowMs() }
    const row = await decideWithdrawal(db, { id: params.withdrawal, ...body, note: body.note }, by)
    if (row.state === 'paid') await mailPayee(deps, row)
    await broadcastWallet(deps, row.customer_id)
    return answer(row.id, me)
  })
}

/** By withdrawals_open and primary keys; ended ones by the primary key. */
const queue = ({ db }: AdminDeps) =>
  shownWithdrawals(db)
    .leftJoin('customers', 'customers.id', 'withdrawals.customer_id')
    .leftJoin('staff as taker', 'taker.id', 'withdrawals.taken_by')
    .leftJoin('staff as proposer', 'proposer.id', 'withdrawals.proposed_by')
    .leftJoin('staff as decider', 'decider.id', 'withdrawals.decided_by')
    .select(['customers.name', 'customers.email'])
    .select(['taker.name as taker', 'proposer.name as proposer', 'decider.name as decider'])

type QueueRow = Awaited<ReturnType<ReturnType<typeof queue>['executeTakeFirstOrThrow']>>

const wireOf = ({ secret }: AdminDeps, row: QueueRow, me: StaffPrincipal): AdminWithdrawalWire => ({
  ...withdrawalWire(row),
  reference: row.reference,
  note: row.note === CANCELLED_BY_OWNER ? 'The customer canceled it.' : row.note,
  customer: {
    id: row.customer_id,
    name: row.name ?? row.payee_name,
    email: row.email ?? row.payee_email,
    is_deleted: row.name === null,
  },
  bank: isTakenOn(row) ? bankOf(secret, row) : null,
  taken_by: row.taker,
  taken_at: row.taken_at?.toISOString() ?? null,
  is_handler: row.taken_by === me.staffId,
  paid_by: row.proposer,
  is_own: row.proposed_by === me.staffId,
  decided_by: row.decider,
})

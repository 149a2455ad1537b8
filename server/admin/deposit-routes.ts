/**
 * Decisions on deposits (checklist ADM-02, MON-03): one person can refund one; it is kept only when one person has proposed it, the
 * customer was notified and could object, and another decides.
 */
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { countActiveOffers } from '#server/accounts/profile/active-offers.ts'
import { writeAudit, writeReads } from '#server/core/audit/audit.ts'
import type { DepositsTable } from '#server/core/database/money-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { StaffPrincipal } from '#server/core/http/principal.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { installationOf, type Site } from '#server/core/http/site.ts'
import { mailNow, type ServiceMail } from '#server/notifications/deliveries/mail-now.ts'
import { letter } from '#server/notifications/letter.ts'
import { broadcastWallet } from '#server/payments/broadcast.ts'
import { endDeposit, isOpen, lockDeposit } from '#server/payments/deposits.ts'
import { centsText } from '#server/payments/labels.ts'
import {
  type AdminDepositWire,
  adminDecideForfeit,
  adminDeposits,
  adminProposeForfeit,
  adminRefundDeposit,
} from '#shared/contract/admin-money.ts'
import type { AuditAction } from '#shared/contract/audit-actions.ts'
import { FORFEIT_NOTICE_MS } from '#shared/contract/limits.ts'
import type { DepositState } from '#shared/contract/money.ts'
import { links } from '#shared/contract/pages.ts'
import { ACTIVE_STATES } from '#shared/rules/offers/offer-graph.ts'
import { isSamePerson } from './adjustments.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

type DepositRow = Selectable<DepositsTable>

export function registerAdminDeposits(app: FastifyInstance, deps: AdminDeps): void {
  const { db, nowMs } = deps

  serve(app, adminDeposits, async ({ query, me, page, request, paginated }) => {
    const { rows, hasMore } = await depositPage(db, page, query.state)
    await writeReads(db, { ...actingAs(me, request), action: 'ledger.read' }, rows)
    return paginated({ rows: rows.map((row) => depositWire(row, me)), hasMore })
  })

  serve(app, adminRefundDeposit, async ({ params, body, request, me }) => {
    await db.transaction().execute(async (trx) => {
      const row = await openDeposit(trx, params.deposit)
      await refuseWhileUsed(trx, row)
      await endDeposit(trx, row, { as: 'refunded', nowMs: nowMs() })
      await writeDown(trx, row, {
        ...actingAs(me, request),
        action: 'deposit.refund',
        before: row.state,
        after: { reason: body.reason },
      })
    })
    return answer(params.deposit, me)
  })

  serve(app, adminProposeForfeit, async ({ params, body, request, me }) => {
    await db.transaction().execute(async (trx) => {
      const row = await openDeposit(trx, params.deposit)
      if (row.forfeit_proposed_at)
        throw refused('proposed', 'Somebody has already proposed to keep this deposit.')
      await trx
        .updateTable('deposits')
        .set({ forfeit_reason: body.reason, forfeit_proposed_by: me.staffId, appeal: null })
        .set({ forfeit_proposed_at: new Date(nowMs()) })
        .where('id', '=', row.id)
        .execute()
      await writeDown(trx, row, {
        ...actingAs(me, request),
        action: 'deposit.propose_forfeit',
        before: row.state,
        after: { reason: body.reason },
      })
    })
    const reply = await answer(params.deposit, me)
    await mailNow(deps, await forfeitLetter(reply.data, deps.site))
    return reply
  })

  serve(app, adminDecideForfeit, async ({ params, body, request, me }) => {
    await db.transaction().execute(async (trx) => {
      const row = await openDeposit(trx, params.deposit)
      if (!row.forfeit_proposed_at) throw refused('not_proposed', 'Nobody has proposed to keep this deposit.')
      if (body.decision === 'drop') await dropForfeit(trx, row)
      else await forfeit(trx, row, me)
      await writeDown(trx, row, {
        ...actingAs(me, request),
        action: `deposit.${body.decision}`,
        before: row.state,
        after: null,
      })
    })
    return answer(params.deposit, me)
  })

  async function forfeit(trx: Database, row: DepositRow, me: StaffPrincipal): Promise<void> {
    if (await isSamePerson(trx, row.forfeit_proposed_by, me.staffId))
      throw refused('same_person', 'You proposed this, so another person has to decide.')
    if (nowMs() < decidedAfterMs(row))
      throw refused('too_early', 'The customer may still object. Decide after the notice period.')
    await refuseWhileUsed(trx, row)
    await endDeposit(trx, row, { as: 'forfeited', nowMs: nowMs() })
  }

  async function answer(depositId: number, me: StaffPrincipal): Promise<{ data: AdminDepositWire }> {
    const row = await selectDeposits(db).where('deposits.id', '=', depositId).executeTakeFirst()
    if (!row) throw notFound()
    await broadcastWallet(deps, row.customer_id)
    return { data: depositWire(row, me) }
  }
}

async function openDeposit(trx: Database, id: number): Promise<DepositRow> {
  const row = await lockDeposit(trx, id)
  if (!row) throw notFound()
  if (!isOpen(row) || row.state === 'pending')
    throw refused('state', `This deposit is ${row.state.replace('_', ' ')}; there is nothing to decide.`)
  return row
}

async function refuseWhileUsed(trx: Database, row: DepositRow): Promise<void> {
  if ((await countActiveOffers(trx, row.customer_id)) > 0)
    throw refused('active_offers', 'Active offers depend on this deposit. Wait until they end.')
}

const dropForfeit = (trx: Database, row: DepositRow) =>
  trx
    .updateTable('deposits')
    .set({ forfeit_reason: null, forfeit_proposed_by: null, forfeit_proposed_at: null, appeal: null })
    .where('id', '=', row.id)
    .execute()

const writeDown = (
  trx: Database,
  row: DepositRow,
  {
    before,
    ...entry
  }: ReturnType<typeof actingAs> & {
    action: AuditAction
    before: DepositState
    after: Record<string, unknown> | null
  },
) => writeAudit(trx, { ...entry, subject: { kind: 'deposit', id: row.id }, before: { state: before } })

const refused = (code: string, message: string) => new Refusal(409, { message, code })

const decidedAfterMs = (row: Pick<DepositRow, 'forfeit_proposed_at'>): number =>
  (row.forfeit_proposed_at?.getTime() ?? 0) + FORFEIT_NOTICE_MS

const selectDeposits = (db: Database) =>
  db
    .selectFrom('deposits')
    .leftJoin('customers', 'customers.id', 'deposits.customer_id')
    .leftJoin('staff', 'staff.id', 'deposits.forfeit_proposed_by')
    .selectAll('deposits')
    .select(['customers.name', 'customers.email', 'staff.name as proposed_by'])
    .select((row) =>
      row
        .selectFrom('offers')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('offers.customer_id', '=', 'deposits.customer_id')
        .where('offers.state', 'in', ACTIVE_STATES)
        .as('active'),
    )

/** By deposits_state, and offers_customer for each row. */
async function depositPage(db: Database, page: number, state: DepositState | undefined) {
  const { limit, offset } = windowOf(page)
  const rows = await selectDeposits(db)
    .where('deposits.state', 'in', state ? [state] : ['current', 'refund_requested', 'pending'])
    .orderBy((row) => row('deposits.forfeit_proposed_at', 'is', null))
    .orderBy((row) => row('deposits.state', '!=', 'refund_requested'))
    .orderBy('deposits.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return pageOf(rows)
}

type ShownRow = Awaited<ReturnType<typeof depositPage>>['rows'][number]

const depositWire = (row: ShownRow, me: StaffPrincipal): AdminDepositWire => ({
  id: row.id,
  amount_cents: row.amount_cents,
  state: row.state,
  customer: { id: row.customer_id, name: row.name ?? 'Deleted account', email: row.email ?? '' },
  created_at: row.created_at.toISOString(),
  active_offers_count: Number(row.active ?? 0),
  forfeit: row.forfeit_proposed_at
    ? {
        reason: row.forfeit_reason ?? '',
        proposed_by: row.proposed_by,
        appeal: row.appeal,
        proposed_at: row.forfeit_proposed_at.toISOString(),
        decided_after: new Date(decidedAfterMs(row)).toISOString(),
        is_own: row.forfeit_proposed_by === me.staffId,
      }
    : null,
})

/** The mail about a proposal to keep a deposit: why, until when one may object, and where. */
async function forfeitLetter(
  { customer, amount_cents, forfeit }: AdminDepositWire,
  site: Site,
): Promise<ServiceMail> {
  const amount = centsText(amount_cents)
  const contents = {
    subject: `Your deposit of ${amount} may be kept`,
    greeting: `Hello ${customer.name},`,
    paragraphs: [
      `Our staff propose to keep your deposit of ${amount}. The reason: ${forfeit?.reason ?? ''}`,
      `You can object until ${(forfeit?.decided_after ?? '').slice(0, 10)}. A different staff member decides, and reads your objection.`,
    ],
    button: { label: 'Object or read more', url: `${site.origin}${links.profile('deposit')}` },
    notes: ['Nothing happens to your deposit before that day.'],
  }
  return {
    ...letter(contents, await installationOf(site)),
    to: customer.email,
    type: 'wallet',
    customerId: customer.id,
  }
}

/** Adjustments of a wallet: proposed by one member of staff, booked only when another approves. Every step is in the audit log. */
import { type Selectable, sql } from 'kysely'
import { holdCustomer } from '#server/accounts/login/hold-customer.ts'
import { type AuditEntry, writeAudit } from '#server/core/audit/audit.ts'
import type { AdjustmentsTable } from '#server/core/database/money-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { refuseOtherTerms } from '#server/core/http/idempotency.ts'
import { invalid, notFound, Refusal } from '#server/core/http/refusal.ts'
import { centsText } from '#server/payments/labels.ts'
import { book, lockBalances } from '#server/payments/ledger.ts'
import type { AuditAction } from '#shared/contract/audit-actions.ts'
import type { Acting } from './admin-deps.ts'

export type AdjustmentRow = Selectable<AdjustmentsTable>

/** More than any wallet should hold: a typing error. */
const ADJUSTMENT_MAX_CENTS = 10_000_000
/** An undecided adjustment cannot be approved after this time. */
const EXPIRES_MS = 7 * 24 * 60 * 60_000

export interface Proposal {
  staffId: number
  customerId: number
  amountCents: number
  reason: string
  idempotencyKey: string
}

interface Deciding {
  acting: Acting
  nowMs: number
}

/** Resolves with its id; a repeat with the same key gets the first one's. */
export const proposeAdjustment = (
  db: Database,
  proposal: Proposal,
  { acting, nowMs }: Deciding,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { staffId, customerId, amountCents, reason, idempotencyKey } = proposal
    if (amountCents === 0 || Math.abs(amountCents) > ADJUSTMENT_MAX_CENTS)
      throw invalid({
        amount_cents: [`Enter an amount other than zero, up to ${centsText(ADJUSTMENT_MAX_CENTS)}.`],
      })
    const row = await trx
      .insertInto('adjustments')
      .values({
        customer_id: customerId,
        amount_cents: amountCents,
        reason,
        proposed_by: staffId,
        proposed_at: new Date(nowMs),
        expires_at: new Date(nowMs + EXPIRES_MS),
        idempotency_key: idempotencyKey,
      })
      .onConflict((clash) => clash.columns(['proposed_by', 'idempotency_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) return firstOf(trx, proposal)
    if (!(await holdCustomer(trx, customerId)))
      throw invalid({ customer_id: ['This customer does not exist.'] })
    await refuseOverdraft(trx, customerId, amountCents)
    await writeAudit(trx, {
      ...acting,
      action: 'wallet.propose_adjustment',
      subject: { kind: 'customer', id: customerId },
      after: { adjustment: row.id, amount_cents: amountCents, reason },
    })
    return row.id
  })

/** By the unique index on proposer and key. */
async function firstOf(trx: Database, proposal: Proposal): Promise<number> {
  const first = await trx
    .selectFrom('adjustments')
    .selectAll()
    .where('proposed_by', '=', proposal.staffId)
    .where('idempotency_key', '=', proposal.idempotencyKey)
    .executeTakeFirstOrThrow()
  const { customerId, amountCents, reason } = proposal
  refuseOtherTerms(
    first.customer_id === customerId && first.amount_cents === amountCents && first.reason === reason,
  )
  return first.id
}

export interface Decision {
  id: number
  staffId: number
  decision: 'approve' | 'decline'
  note: string | undefined
}

/** Resolves with the row afterwards. Throws 409 for its proposer, if it is decided already, and after its time. */
export const decideAdjustment = (
  db: Database,
  decision: Decision,
  { acting, nowMs }: Deciding,
): Promise<AdjustmentRow> =>
  db.transaction().execute(async (trx) => {
    const proposed = await trx
      .selectFrom('adjustments')
      .select('customer_id')
      .where('id', '=', decision.id)
      .executeTakeFirst()
    if (!proposed) throw notFound()
    const isHere = await holdCustomer(trx, proposed.customer_id)
    const row = await lockAdjustment(trx, decision.id)
    if (row.decision) throw refused('decided', `This adjustment was ${row.decision} already.`)
    if (row.expires_at.getTime() <= nowMs)
      throw refused('expired', 'This adjustment was not decided in time. Propose it again.')
    if (await isSamePerson(trx, row.proposed_by, decision.staffId))
      throw refused('same_person', 'You proposed this, so another member of staff must decide.')
    if (decision.decision === 'decline') return decline(trx, row, { ...decision, acting, nowMs })
    if (!isHere) throw refused('gone', 'This customer has deleted their account. Decline the adjustment.')
    return approve(trx, row, { ...decision, acting, nowMs })
  })

/**
 * Also for two accounts of one person: an address with a tag reaches the same mailbox. A deleted account cannot be
 * compared, so nobody can decide on its proposals.
 */
export async function isSamePerson(
  trx: Database,
  proposer: number | null,
  decider: number,
): Promise<boolean> {
  if (proposer === null || proposer === decider) return true
  const rows = await trx.selectFrom('staff').select('email').where('id', 'in', [proposer, decider]).execute()
  return new Set(rows.map(({ email }) => mailboxOf(email))).size < 2
}

export const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, '')

type Deciders = Decision & Deciding

async function approve(trx: Database, row: AdjustmentRow, by: Deciders): Promise<AdjustmentRow> {
  const { id, customer_id: customerId, amount_cents: cents, reason, proposed_by } = row
  const before = await refuseOverdraft(trx, customerId, cents)
  const [from, to] = cents > 0 ? (['adjustments', 'wallet'] as const) : (['wallet', 'adjustments'] as const)
  const cause = `adjustment:${id}`
  await book(trx, {
    kind: 'adjustment',
    customerId,
    cause,
    from,
    to,
    amountCents: Math.abs(cents),
    description: `Adjustment: ${reason}`,
    meta: { adjustment: id, reason, ...(await namesOf(trx, { proposed_by, approved_by: by.staffId })) },
  })
  // By ledger_transactions_cause.
  const booked = await trx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('cause', '=', cause)
    .executeTakeFirstOrThrow()
  await writeAudit(trx, {
    ...entryOf(row, by, 'wallet.adjust'),
    before: { wallet_cents: before },
    after: { wallet_cents: before + cents, reason, proposed_by, adjustment: id },
  })
  return decided(trx, row, by, { decision: 'approved', transaction_id: booked.id })
}

/** Kept by name too, which outlives an account. By primary key. */
export async function namesOf(
  trx: Database,
  ids: Record<string, number | null>,
): Promise<Record<string, { id: number | null; name: string | null }>> {
  const rows = await trx.selectFrom('staff').select(['id', 'name']).execute()
  const named = Object.entries(ids).map(([role, id]) => [
    role,
    { id, name: rows.find((row) => row.id === id)?.name ?? null },
  ])
  return Object.fromEntries(named)
}

async function decline(trx: Database, row: AdjustmentRow, by: Deciders): Promise<AdjustmentRow> {
  if (by.note === undefined) throw invalid({ note: ['Say why, in at least 10 characters.'] })
  await writeAudit(trx, {
    ...entryOf(row, by, 'wallet.decline_adjustment'),
    after: { adjustment: row.id, amount_cents: row.amount_cents, reason: by.note },
  })
  return decided(trx, row, by, { decision: 'declined', note: by.note })
}

const entryOf = ({ customer_id }: AdjustmentRow, { acting }: Deciders, action: AuditAction): AuditEntry => ({
  ...acting,
  action,
  subject: { kind: 'customer', id: customer_id },
})

/** By primary key. */
const decided = (
  trx: Database,
  { id }: AdjustmentRow,
  { staffId, nowMs }: Deciders,
  change: { decision: 'approved' | 'declined'; note?: string; transaction_id?: number },
): Promise<AdjustmentRow> =>
  trx
    .updateTable('adjustments')
    .set({ ...change, decided_by: staffId, decided_at: new Date(nowMs) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** By primary key. */
const lockAdjustment = (trx: Database, id: number): Promise<AdjustmentRow> =>
  trx.selectFrom('adjustments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Resolves with the balance of the wallet, which is then locked. */
async function refuseOverdraft(trx: Database, customerId: number, cents: number): Promise<number> {
  const { wallet } = await lockBalances(trx, customerId)
  if (wallet + cents < 0)
    throw refused('insufficient', `The wallet has ${centsText(wallet)}; it cannot go below zero.`)
  return wallet
}

const refused = (code: string, message: string) => new Refusal(409, { message, code })

/** Only as many as staff have written. */
export const adjustmentRows = (db: Database, nowMs: number) =>
  db
    .selectFrom('adjustments')
    .leftJoin('customers', 'customers.id', 'adjustments.customer_id')
    .leftJoin('staff as proposer', 'proposer.id', 'adjustments.proposed_by')
    .leftJoin('staff as decider', 'decider.id', 'adjustments.decided_by')
    .selectAll('adjustments')
    .select(['customers.name', 'proposer.name as proposer', 'decider.name as decider'])
    .select(
      sql<'proposed' | 'approved' | 'declined' | 'expired'>`coalesce(decision,
        case when expires_at <= ${new Date(nowMs).toISOString()}::timestamptz then 'expired' else 'proposed' end)`.as(
        'state',
      ),
    )

/**
 * Withdrawals that staff pay by bank transfer: one member takes it on, sends the money and notes the transfer's reference, another
 * confirms it, and only then it is booked. Every step is in the audit log.
 */
import { holdCustomer } from '#server/accounts/login/hold-customer.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid, notFound, Refusal } from '#server/core/http/refusal.ts'
import { bookPaid, bookReturn } from '#server/payments/send-withdrawal.ts'
import { isTakenOn, lockWithdrawal, type WithdrawalRow } from '#server/payments/withdrawal-rows.ts'
import { isSamePerson, namesOf } from './adjustments.ts'
import type { Acting } from './admin-deps.ts'

interface By {
  staffId: number
  acting: Acting
  nowMs: number
}

/**
 * From here its owner cannot cancel it. With the time at which somebody else took it on, takes it over from them. Throws 409
 * `in_hand` if somebody else was first, or if a transfer has been noted.
 */
export const takeOn = (
  db: Database,
  { id, from }: { id: number; from: string | undefined },
  { staffId, acting, nowMs }: By,
): Promise<WithdrawalRow> =>
  db.transaction().execute(async (trx) => {
    const row = await openRequest(trx, id)
    const isTakenOver = row.taken_at !== null && row.taken_at.toISOString() === from && !isNoted(row)
    const handler = await handlerOf(trx, row)
    if (isTakenOn(row) && !isTakenOver)
      throw refused('in_hand', `${handler} already handles this withdrawal.`)
    await trx
      .updateTable('withdrawals')
      .set({ taken_by: staffId, taken_at: new Date(nowMs) })
      .where('id', '=', row.id)
      .execute()
    await writeAudit(trx, {
      ...acting,
      action: isTakenOver ? 'withdrawal.take_over' : 'withdrawal.take',
      subject: { kind: 'customer', id: row.customer_id },
      before: isTakenOver ? { handled_by: handler } : null,
      after: { withdrawal: row.id, amount_cents: Number(row.amount_cents) },
    })
    return row
  })

/** Throws 409 unless this member has taken it on, or if it is decided already. A second member must confirm the last noted reference. */
export const noteTransfer = (
  db: Database,
  { id, reference }: { id: number; reference: string },
  { staffId, acting }: By,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const row = await openRequest(trx, id)
    if (!isTakenOn(row)) throw refused('not_taken', 'Take on this withdrawal before you pay it.')
    await refuseUnlessHandler(trx, row, staffId)
    await trx
      .updateTable('withdrawals')
      .set({ reference, proposed_by: staffId })
      .where('id', '=', row.id)
      .execute()
    await writeAudit(trx, {
      ...acting,
      action: 'withdrawal.pay',
      subject: { kind: 'customer', id: row.customer_id },
      after: { withdrawal: row.id, amount_cents: Number(row.amount_cents), reference },
    })
  })

/** One who has left cannot have theirs confirmed, so another takes it over and notes it again. */
const isNoted = (row: WithdrawalRow): boolean => row.reference !== null && row.proposed_by !== null

async function handlerOf(trx: Database, { taken_by }: WithdrawalRow): Promise<string> {
  const { handler } = await namesOf(trx, { handler: taken_by })
  return handler?.name ?? 'A former member of staff'
}

async function refuseUnlessHandler(trx: Database, row: WithdrawalRow, staffId: number): Promise<void> {
  if (row.taken_by === staffId) return
  const handler = await handlerOf(trx, row)
  throw refused(
    'in_hand',
    `${handler} handles this withdrawal and may have sent the money. Ask them, or take it over first.`,
  )
}

/** Resolves with the row afterwards, and who it was paid to. */
export const decideWithdrawal = (
  db: Database,
  { id, decision, note }: { id: number; decision: 'confirm' | 'decline'; note: string | undefined },
  by: By,
): Promise<WithdrawalRow> =>
  db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('withdrawals')
      .select('customer_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found) throw notFound()
    const isHere = await holdCustomer(trx, found.customer_id)
    const row = await openRequest(trx, id)
    // A transfer that was noted may have left the bank.
    if (row.reference !== null && (await isSamePerson(trx, row.proposed_by, by.staffId)))
      throw refused('same_person', 'You noted this payment, so another member of staff must decide.')
    if (decision === 'confirm') return confirm(trx, row, by)
    if (isTakenOn(row) && !isNoted(row)) await refuseUnlessHandler(trx, row, by.staffId)
    if (note === undefined) throw invalid({ note: ['Say why, in at least 10 characters.'] })
    if (!isHere)
      throw refused('gone', 'This customer has deleted their account. The money has to be paid out.')
    return decline(trx, row, { ...by, note })
  })

async function confirm(trx: Database, row: WithdrawalRow, { staffId, acting, nowMs }: By) {
  if (row.reference === null) throw refused('unpaid', 'No payment of this withdrawal has been noted yet.')
  const names = await namesOf(trx, { proposed_by: row.proposed_by, approved_by: staffId })
  const meta = { withdrawal: row.id, reference: row.reference, ...names }
  const change = { decided_by: staffId }
  const paid = await bookPaid(trx, row, { to: 'bank', nowMs, meta, change })
  await writeAudit(trx, {
    ...acting,
    action: 'withdrawal.confirm',
    subject: { kind: 'customer', id: row.customer_id },
    after: { withdrawal: row.id, amount_cents: Number(row.amount_cents), reference: row.reference },
  })
  return paid
}

async function decline(
  trx: Database,
  row: WithdrawalRow,
  { staffId, acting, nowMs, note }: By & { note: string },
) {
  const returned = await bookReturn(trx, row, { note, nowMs, decided_by: staffId })
  await writeAudit(trx, {
    ...acting,
    action: 'withdrawal.decline',
    subject: { kind: 'customer', id: row.customer_id },
    after: { withdrawal: row.id, amount_cents: Number(row.amount_cents), reason: note },
  })
  return returned
}

/** Locked until the transaction ends. */
async function openRequest(trx: Database, id: number): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(trx, id)
  if (!row) throw notFound()
  if (row.state === 'sending') throw refused('decided', 'The card service pays this withdrawal.')
  if (row.state !== 'requested') throw refused('decided', `This withdrawal was ${row.state} already.`)
  return row
}

const refused = (code: string, message: string) => new Refusal(409, { message, code })

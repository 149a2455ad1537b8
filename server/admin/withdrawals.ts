/**
 * Withdrawals that staff pay by bank transfer: one member takes it in hand, sends the money and notes the transfer's reference, another
 * confirms it, and only then it is booked. Every step is in the audit log.
 */
import { holdCustomer } from '#server/accounts/login/hold-customer.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid, notFound, Refusal } from '#server/core/http/refusal.ts'
import { bookPaid, bookReturn } from '#server/payments/send-withdrawal.ts'
import { isInHand, lockWithdrawal, type WithdrawalRow } from '#server/payments/withdrawal-rows.ts'
import { isSamePerson, namesOf } from './adjustments.ts'
import type { Acting } from './admin-deps.ts'

interface By {
  staffId: number
  acting: Acting
  nowMs: number
}

/** From here its owner cannot cancel it. Throws 409 `in_hand` if somebody else was first. */
export const takeInHand = (
  db: Database,
  id: number,
  { staffId, acting, nowMs }: By,
): Promise<WithdrawalRow> =>
  db.transaction().execute(async (trx) => {
    const row = await openRequest(trx, id)
    if (row.taken_by !== null || row.reference !== null)
      throw refused('in_hand', 'Another member of staff has taken this withdrawal in hand.')
    await trx
      .updateTable('withdrawals')
      .set({ taken_by: staffId, taken_at: new Date(nowMs) })
      .where('id', '=', row.id)
      .execute()
    await writeAudit(trx, {
      ...acting,
      action: 'withdrawal.take',
      subject: { kind: 'customer', id: row.customer_id },
      after: { withdrawal: row.id, amount_cents: Number(row.amount_cents) },
    })
    return row
  })

/** Throws 409 if nobody has taken it in hand, or if it is decided already. A second member of staff must confirm the last noted reference. */
export const noteTransfer = (
  db: Database,
  { id, reference }: { id: number; reference: string },
  { staffId, acting }: By,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const row = await openRequest(trx, id)
    if (!isInHand(row)) throw refused('not_taken', 'Take this withdrawal in hand before you pay it.')
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

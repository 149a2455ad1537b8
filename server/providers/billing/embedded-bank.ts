/** The books of the embedded provider's bank: one row per charge, whatever is asked how often. */
import { type Selectable, sql } from 'kysely'
import type { EmbeddedChargesTable } from '#server/core/database/money-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import type { DeclineCode } from '#shared/contract/money.ts'
import { type CardOutcome, laterOf } from './test-cards.ts'

export type BankCharge = Selectable<EmbeddedChargesTable>

/** The second time it is the charge that was opened first. */
export async function openCharge(
  db: Database,
  { ref, outcome, amountCents }: { ref: string; outcome: CardOutcome; amountCents: number },
  nowMs: number,
): Promise<void> {
  const later = laterOf(outcome)
  await db
    .insertInto('embedded_charges')
    .values({
      ref,
      outcome,
      amount_cents: amountCents,
      ...startOf(outcome),
      due_at: later ? new Date(nowMs + later.afterMs) : null,
    })
    .onConflict((clash) => clash.column('ref').doNothing())
    .execute()
}

function startOf(outcome: CardOutcome): Pick<BankCharge, 'state' | 'decline_code'> {
  if (outcome === 'approved') return { state: 'succeeded', decline_code: null }
  if (outcome === 'action') return { state: 'requires_action', decline_code: null }
  if (laterOf(outcome)) return { state: 'pending', decline_code: null }
  return { state: 'declined', decline_code: outcome satisfies string as DeclineCode }
}

/** By primary key. */
export const findCharge = (db: Database, ref: string): Promise<BankCharge | undefined> =>
  db.selectFrom('embedded_charges').selectAll().where('ref', '=', ref).executeTakeFirst()

/** Decides a charge that is open; the first decision stands. False when there was nothing to decide. */
export async function decideCharge(
  db: Database,
  ref: string,
  { isPaid, code = 'declined' }: { isPaid: boolean; code?: DeclineCode },
): Promise<boolean> {
  const row = await db
    .updateTable('embedded_charges')
    .set({ state: isPaid ? 'succeeded' : 'declined', decline_code: isPaid ? null : code })
    .where('ref', '=', ref)
    .where('state', 'in', ['requires_action', 'pending'])
    .returning('ref')
    .executeTakeFirst()
  return row !== undefined
}

/** Rejects for a charge that was never paid. Repeating it changes nothing. By primary key. */
export async function refundCharge(db: Database, ref: string, nowMs: number): Promise<void> {
  const row = await db
    .updateTable('embedded_charges')
    .set((charge) => ({
      refunded_at: charge.fn.coalesce('refunded_at', charge.val(new Date(nowMs))),
    }))
    .where('ref', '=', ref)
    .where('state', '=', 'succeeded')
    .returning('ref')
    .executeTakeFirst()
  if (!row) throw new Error('The bank has no money of this charge.')
}

/** False when the charge has less left. A repeat with the same name changes nothing. By primary key and embedded_refunds_charge. */
export const refundPartOf = (
  db: Database,
  { ref, charge, amountCents }: { ref: string; charge: string; amountCents: number },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('embedded_charges')
      .selectAll()
      .where('ref', '=', charge)
      .forUpdate()
      .executeTakeFirst()
    if (await isRefunded(trx, ref)) return true
    if (row?.state !== 'succeeded' || row.refunded_at !== null) return false
    if ((await refundedCents(trx, charge)) + amountCents > Number(row.amount_cents)) return false
    await trx.insertInto('embedded_refunds').values({ ref, charge, amount_cents: amountCents }).execute()
    return true
  })

/** By primary key. */
export async function isRefunded(db: Database, ref: string): Promise<boolean> {
  const row = await db.selectFrom('embedded_refunds').select('ref').where('ref', '=', ref).executeTakeFirst()
  return row !== undefined
}

/** By embedded_refunds_charge. */
async function refundedCents(db: Database, charge: string): Promise<number> {
  const { cents } = await db
    .selectFrom('embedded_refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('charge', '=', charge)
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** Charges the bank has something to say about by now. By embedded_charges_due. */
export const dueCharges = (db: Database, nowMs: number): Promise<BankCharge[]> =>
  db
    .selectFrom('embedded_charges')
    .selectAll()
    .where('due_at', '<=', new Date(nowMs))
    .orderBy('due_at')
    .limit(50)
    .execute()

/** It was said often enough, or is to be said once more. */
export async function noteNotice(db: Database, ref: string, isLast: boolean): Promise<void> {
  await db
    .updateTable('embedded_charges')
    .set((row) => ({ notices: row('notices', '+', 1), ...(isLast ? { due_at: null } : {}) }))
    .where('ref', '=', ref)
    .execute()
}

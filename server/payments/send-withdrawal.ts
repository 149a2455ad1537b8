/**
 * Sends a withdrawal back to its card, and books what became of it: paid, or returned to the wallet. Without an answer it stays
 * `sending`, because the money may have moved; the job asks for it later.
 */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { holdCustomer } from '#server/accounts/login/hold-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type { Refund, RefundOutcome } from '#server/providers/billing/billing-provider.ts'
import { broadcastWallet } from './broadcast.ts'
import { cardText } from './labels.ts'
import { book, lockBalances } from './ledger.ts'
import { mailPayee } from './payee-mail.ts'
import { paymentById } from './payments.ts'
import { bookedBackCents, lockWithdrawal, type WithdrawalRow } from './withdrawal-rows.ts'

export interface SendDeps
  extends Pick<RoomDeps, 'db' | 'parts' | 'broadcaster' | 'prefix' | 'site' | 'nowMs'> {
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** After the withdrawal was committed. Never rejects because of the card service. */
export async function sendWithdrawals(deps: SendDeps, rows: readonly WithdrawalRow[]): Promise<void> {
  for (const row of rows) {
    if (row.state !== 'sending') continue
    try {
      await send(deps, row, false)
    } catch (error) {
      deps.log.warn(
        { err: error, withdrawal: row.id },
        'the card provider did not say what became of a refund',
      )
    }
  }
}

const MINUTE_MS = 60_000
/** Until then the call that began it is still working on it. */
const LEFT_ALONE_MS = MINUTE_MS
const AT_ONCE = 100

/** A provider that is down for a day is asked again the next day. */
export const OPEN_WITHDRAWALS = workKind({
  name: 'open-withdrawals',
  label: 'Withdrawal to a card',
  tries: 12,
  pauseMaxMs: 6 * 60 * MINUTE_MS,
})

/** Those without an answer, asked about longest ago first. By withdrawals_open. Safe on several nodes at once. */
export async function sendOpenWithdrawals(deps: SendDeps & WorkDeps): Promise<void> {
  const nowMs = deps.nowMs()
  const items = await deps.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('state', '=', 'sending')
    .where('created_at', '<', new Date(nowMs - LEFT_ALONE_MS))
    .where(mayBeTried(OPEN_WITHDRAWALS, sql`withdrawals.id`, nowMs))
    .orderBy(sql`coalesce(asked_at, created_at)`)
    .limit(AT_ONCE)
    .execute()
  await workThrough(deps, OPEN_WITHDRAWALS, {
    nowMs,
    items,
    keyOf: ({ id }) => String(id),
    run: ([row]) => send(deps, row, true),
  })
}

/** `isAgain`: the card service may know it already. */
async function send(deps: SendDeps, row: WithdrawalRow, isAgain: boolean): Promise<void> {
  const { db, parts } = deps
  await db
    .updateTable('withdrawals')
    .set({ asked_at: new Date(deps.nowMs()) })
    .where('id', '=', row.id)
    .execute()
  const refund = await refundOf(db, row, parts.billing.name)
  const known = isAgain && refund ? await parts.billing.findRefund(refund) : null
  const outcome = known ?? (refund ? await parts.billing.refundPart(refund) : 'refused')
  const isBack = outcome === 'refused' && refund !== null && (await hasGoneBack(deps, refund))
  await settleWithdrawal(deps, row, isBack ? 'paid' : outcome)
}

/** The bank took the charge back itself, e.g. by a chargeback: more has gone back than what is booked without this withdrawal. */
async function hasGoneBack({ db, parts }: SendDeps, refund: Refund): Promise<boolean> {
  const outcome = await parts.billing.find(refund)
  if (outcome?.state !== 'reversed') return false
  const payment = await paymentById(db, refund.paymentId)
  const back = outcome.backCents ?? Number(payment?.amount_cents ?? 0)
  return back - (await bookedBackCents(db, refund.paymentId)) >= refund.amountCents
}

/** Null when the charge is another provider's by now. By primary key. */
async function refundOf(db: Database, row: WithdrawalRow, provider: string): Promise<Refund | null> {
  const payment = await paymentById(db, row.payment_id ?? 0)
  if (payment?.provider_ref == null || payment.provider !== provider) return null
  return {
    paymentId: payment.id,
    customerId: row.customer_id,
    ref: payment.provider_ref,
    withdrawalId: row.id,
    amountCents: Number(row.amount_cents),
  }
}

const REFUSED = 'The card did not take the money back. Withdraw it to a bank account.'

/** Only once: a later call finds that it has ended. */
async function settleWithdrawal(deps: SendDeps, { id, customer_id }: WithdrawalRow, outcome: RefundOutcome) {
  const settled = await deps.db.transaction().execute(async (trx) => {
    const isHere = await holdCustomer(trx, customer_id)
    const row = await lockWithdrawal(trx, id)
    if (row?.state !== 'sending') return null
    if (outcome === 'paid') return bookPaid(trx, row, { to: 'provider', nowMs: deps.nowMs() })
    // There is no wallet to return it to: staff ask its owner for a bank account.
    if (!isHere) return toBank(trx, row)
    return bookReturn(trx, row, { note: REFUSED, nowMs: deps.nowMs() })
  })
  if (!settled) return
  if (settled.state === 'paid') await mailPayee(deps, settled)
  await broadcastWallet(deps, customer_id)
}

interface Paid {
  to: 'provider' | 'bank'
  nowMs: number
  meta?: Record<string, unknown>
  change?: { decided_by: number }
}

/** The caller has locked the row. Its owner's name and address go with the mail that says so. */
export async function bookPaid(
  trx: Database,
  row: WithdrawalRow,
  { to, nowMs, meta, change }: Paid,
): Promise<WithdrawalRow> {
  await book(trx, {
    kind: 'withdrawal_paid',
    from: 'payouts',
    to,
    cause: `paid:withdrawal:${row.id}`,
    customerId: row.customer_id,
    amountCents: Number(row.amount_cents),
    withdrawalId: row.id,
    paymentId: row.payment_id,
    description: await placeOf(trx, row),
    ...(meta ? { meta } : {}),
  })
  const paid = await endWithdrawal(trx, row, { state: 'paid', settled_at: new Date(nowMs), ...change })
  return { ...paid, payee_name: row.payee_name, payee_email: row.payee_email }
}

interface Return {
  note: string
  nowMs: number
  decided_by?: number | null
  isOwnAct?: boolean
}

/** Into the wallet again. The caller holds the customer and has locked the row. */
export async function bookReturn(
  trx: Database,
  row: WithdrawalRow,
  { note, nowMs, decided_by = null, isOwnAct = false }: Return,
): Promise<WithdrawalRow> {
  await lockBalances(trx, row.customer_id)
  await book(trx, {
    kind: 'withdrawal_return',
    from: 'payouts',
    to: 'wallet',
    cause: `return:withdrawal:${row.id}`,
    customerId: row.customer_id,
    amountCents: Number(row.amount_cents),
    withdrawalId: row.id,
    paymentId: row.payment_id,
    description: `Withdrawal returned: ${note}`,
    isOwnAct,
  })
  return endWithdrawal(trx, row, { state: 'returned', note, settled_at: new Date(nowMs), decided_by })
}

const toBank = (trx: Database, { id }: WithdrawalRow) =>
  trx
    .updateTable('withdrawals')
    .set({ method: 'bank', state: 'requested' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

type End = Pick<WithdrawalRow, 'state'> & { settled_at: Date; note?: string; decided_by?: number | null }

/** Where the money goes is not kept any longer than that takes. */
const endWithdrawal = (trx: Database, { id }: WithdrawalRow, change: End): Promise<WithdrawalRow> =>
  trx
    .updateTable('withdrawals')
    .set({ ...change, bank: null, payee_name: null, payee_email: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** By primary keys. */
async function placeOf(trx: Database, row: WithdrawalRow): Promise<string> {
  if (row.method === 'bank')
    return row.bank_last_four ? `To bank account ending ${row.bank_last_four}` : 'To a bank account'
  const card = await trx
    .selectFrom('payments')
    .innerJoin('billing_infos', 'billing_infos.id', 'billing_info_id')
    .select(['brand', 'last_four'])
    .where('payments.id', '=', row.payment_id ?? 0)
    .executeTakeFirst()
  return card ? `To ${cardText(card)}` : 'To the card'
}

/**
 * What an answer of the card provider does to a payment, whether it comes as the answer to the charge, after the bank's step, by
 * webhook or by asking again: the payment only ever moves forward, and money is booked with the step to `succeeded`, once.
 */
import { holdCustomer } from '#server/accounts/login/hold-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Outcome } from '#server/providers/billing/billing-provider.ts'
import type { PaymentState } from '#shared/contract/money.ts'
import { type DepositRow, endDeposit, holdPaid, lockOpenDeposit, openDepositOf } from './deposits.ts'
import { cardText } from './labels.ts'
import { balancesOf, book, lockBalances } from './ledger.ts'
import { writePaymentNotification } from './payment-notifications.ts'
import { type PaymentRow, paymentById } from './payments.ts'
import { sentBackCents } from './withdrawal-rows.ts'

/** How far along a payment is. Money that came late still came, so success is above every other end. */
const RANK: Record<PaymentState, number> = {
  started: 0,
  requires_action: 1,
  pending: 2,
  declined: 3,
  cancelled: 3,
  succeeded: 4,
}

export interface Settled {
  payment: PaymentRow
  /** Something is other than before. */
  hasChanged: boolean
  /** Its money was booked by this very call. */
  hasPaid: boolean
}

/** `cancelled` is ours to say: the provider never heard of it, or nobody finished it. */
export type Ending = Outcome | { state: 'cancelled' }

/**
 * Null for a payment that does not exist. Money that went back has come before: that is a transaction of its own, so that the reversal
 * locks the deposit before the ledger, as everybody does. Between the two nothing is lost, as what the provider said is said again.
 */
export async function settlePayment(
  db: Database,
  paymentId: number,
  ending: Ending,
  nowMs: number,
): Promise<Settled | null> {
  const found = await paymentById(db, paymentId)
  if (!found) return null
  const settling = { paymentId, customerId: found.customer_id, ending, nowMs }
  const settled = await db.transaction().execute((trx) => settleIn(trx, settling))
  if (!settled || ending.state !== 'reversed') return settled
  const { payment } = settled
  const backCents = ending.backCents ?? Number(payment.amount_cents)
  const isReversed = await reverse(db, { payment, backCents, nowMs })
  return { ...settled, hasChanged: settled.hasChanged || isReversed }
}

interface Settling {
  paymentId: number
  customerId: number
  ending: Ending
  nowMs: number
}

async function settleIn(
  trx: Database,
  { paymentId, customerId, ending, nowMs }: Settling,
): Promise<Settled | null> {
  const isHere = await holdCustomer(trx, customerId)
  const payment = await lockPayment(trx, paymentId)
  if (!payment) return null
  const next = ending.state === 'reversed' ? 'succeeded' : ending.state
  const hasMoved = RANK[next] > RANK[payment.state]
  const row = hasMoved ? await writeState(trx, payment, { ending, next, nowMs }) : payment
  if (hasMoved) await writePaymentNotification(trx, row)
  if (hasMoved && next === 'succeeded') await (isHere ? bookPaid(trx, row) : bookUnclaimed(trx, row))
  if (hasMoved && RANK[next] === RANK.declined) await forgetDeposit(trx, row)
  return { payment: row, hasChanged: hasMoved, hasPaid: hasMoved && next === 'succeeded' }
}

/** By primary key. */
const lockPayment = (trx: Database, id: number) =>
  trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

function writeState(
  trx: Database,
  payment: PaymentRow,
  { ending, next, nowMs }: { ending: Ending; next: PaymentState; nowMs: number },
): Promise<PaymentRow> {
  const ref = 'ref' in ending ? ending.ref : null
  return trx
    .updateTable('payments')
    .set({
      state: next,
      provider_ref: ref ?? payment.provider_ref,
      decline_code: ending.state === 'declined' ? ending.code : null,
      action: JSON.stringify(ending.state === 'requires_action' ? ending.action : null),
      settled_at: RANK[next] >= RANK.declined ? new Date(nowMs) : null,
    })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Into the wallet, and from there into the deposit that waits for it. */
async function bookPaid(trx: Database, payment: PaymentRow): Promise<void> {
  const deposit = await lockOpenDeposit(trx, payment.customer_id)
  await lockBalances(trx, payment.customer_id)
  await book(trx, {
    kind: 'top_up',
    from: 'provider',
    to: 'wallet',
    cause: `payment:${payment.id}`,
    customerId: payment.customer_id,
    amountCents: payment.amount_cents,
    paymentId: payment.id,
    description: await cardOf(trx, payment),
  })
  if (deposit?.state === 'pending' && deposit.payment_id === payment.id) await holdPaid(trx, deposit)
}

/** The payer has deleted their account since: it waits for staff, who return it to the card. */
async function bookUnclaimed(trx: Database, payment: PaymentRow): Promise<void> {
  await book(trx, {
    kind: 'top_up',
    from: 'provider',
    to: 'suspense',
    cause: `payment:${payment.id}`,
    customerId: payment.customer_id,
    amountCents: payment.amount_cents,
    paymentId: payment.id,
    description: 'Arrived after the account was deleted',
  })
}

/** No money came, so there is no deposit. */
async function forgetDeposit(trx: Database, payment: PaymentRow): Promise<void> {
  if (payment.purpose !== 'deposit') return
  await trx
    .deleteFrom('deposits')
    .where('customer_id', '=', payment.customer_id)
    .where('state', '=', 'pending')
    .where('payment_id', '=', payment.id)
    .execute()
}

interface Reversal {
  payment: PaymentRow
  backCents: number
  nowMs: number
}

/** Begins again while a deposit was made after this looked for one: it may hold the money that went back. */
async function reverse(db: Database, reversal: Reversal): Promise<boolean> {
  for (;;) {
    const isReversed = await db.transaction().execute((trx) => bookReversal(trx, reversal))
    if (isReversed !== null) return isReversed
  }
}

/**
 * Out of the wallet, then out of the deposit: money that went back opens no gate and is not handed out again. What is missing then is
 * owed to the house and is one of its adjustments. Null when there is a deposit by now that is not locked: locking it after the ledger
 * could wait forever for somebody who does both in order.
 */
async function bookReversal(trx: Database, { payment, backCents, nowMs }: Reversal): Promise<boolean | null> {
  const { id, customer_id: customerId } = payment
  await holdCustomer(trx, customerId)
  const deposit = await lockOpenDeposit(trx, customerId)
  await lockBalances(trx, customerId)
  if (!deposit && (await openDepositOf(trx, customerId))) return null
  const cause = reversalOf(id)
  if (await isBooked(trx, cause)) return false
  // What withdrawals send back to the card has left the wallet already.
  const amountCents = backCents - (await sentBackCents(trx, id))
  if (amountCents <= 0) return false
  const back = {
    kind: 'top_up_reversal',
    to: 'provider',
    cause,
    customerId,
    amountCents,
    paymentId: id,
  } as const
  if (await isUnclaimed(trx, id))
    return book(trx, { ...back, from: 'suspense', description: 'Returned after the account was deleted' })
  const missing = amountCents - (await reach(trx, { customerId, deposit, amountCents, nowMs }))
  if (missing > 0)
    await book(trx, {
      kind: 'adjustment',
      from: 'adjustments',
      to: 'wallet',
      cause: `owed:payment:${id}`,
      customerId,
      amountCents: missing,
      paymentId: id,
      description: 'Owed after a reversal',
    })
  return book(trx, { ...back, from: 'wallet', description: await cardOf(trx, payment) })
}

const reversalOf = (paymentId: number) => `reversal:payment:${paymentId}`

/** By ledger_transactions_cause. */
async function isBooked(trx: Database, cause: string): Promise<boolean> {
  const row = await trx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('cause', '=', cause)
    .executeTakeFirst()
  return row !== undefined
}

/** It arrived for a deleted account. By ledger_transactions_cause and ledger_entries_transaction. */
async function isUnclaimed(trx: Database, paymentId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'transaction_id', 'ledger_transactions.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_account_id')
    .select('ledger_accounts.id')
    .where('cause', '=', `payment:${paymentId}`)
    .where('ledger_accounts.kind', '=', 'suspense')
    .executeTakeFirst()
  return row !== undefined
}

interface Reach {
  customerId: number
  /** Locked, and the balances after it. */
  deposit: DepositRow | null
  amountCents: number
  nowMs: number
}

/** What is in the wallet, with the deposit in it when it is needed. */
async function reach(trx: Database, { customerId, deposit, amountCents, nowMs }: Reach): Promise<number> {
  const { wallet } = await balancesOf(trx, customerId)
  if (wallet >= amountCents || deposit === null || deposit.state === 'pending') return wallet
  await endDeposit(trx, deposit, { as: 'refunded', nowMs })
  return wallet + Number(deposit.amount_cents)
}

/** By primary key. */
async function cardOf(trx: Database, { billing_info_id }: PaymentRow): Promise<string> {
  if (billing_info_id === null) return 'Card'
  const card = await trx
    .selectFrom('billing_infos')
    .select(['brand', 'last_four'])
    .where('id', '=', billing_info_id)
    .executeTakeFirst()
  return card ? cardText(card) : 'Card'
}

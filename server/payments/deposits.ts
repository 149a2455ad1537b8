/**
 * The refundable deposit: none, pending, current, refund requested, then refunded, applied or forfeited. At most one is open per
 * customer (deposits_one_open). Whoever moves one locks its row first and the ledger accounts after it.
 */
import type { Selectable } from 'kysely'
import { holdCustomer } from '#server/accounts/login/hold-customer.ts'
import { countActiveOffers } from '#server/accounts/profile/active-offers.ts'
import type { DepositsTable } from '#server/core/database/money-tables.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { refuseOtherTerms } from '#server/core/http/idempotency.ts'
import { notFound, Refusal, unauthenticated } from '#server/core/http/refusal.ts'
import { centsText } from './labels.ts'
import { book, lockBalances } from './ledger.ts'

export type DepositRow = Selectable<DepositsTable>

const OPEN_STATES = ['pending', 'current', 'refund_requested'] as const

/** The deposit that lets a customer make offers, locked until the transaction ends, or null. By deposits_one_open. */
export async function lockCurrentDeposit(trx: Database, customerId: number): Promise<DepositRow | null> {
  const row = await lockOpenDeposit(trx, customerId)
  return row?.state === 'current' ? row : null
}

/** Also one that waits for its payment. By deposits_one_open. */
export async function lockOpenDeposit(trx: Database, customerId: number): Promise<DepositRow | null> {
  const row = await openOf(trx, customerId).forUpdate().executeTakeFirst()
  return row ?? null
}

export const isOpen = ({ state }: Pick<DepositRow, 'state'>): boolean =>
  OPEN_STATES.some((open) => open === state)

/** All of a customer, the latest first. By deposits_customer. */
export const depositsOf = (db: Database, customerId: number): Promise<DepositRow[]> =>
  db.selectFrom('deposits').selectAll().where('customer_id', '=', customerId).orderBy('id', 'desc').execute()

export const openDepositOf = (db: Database, customerId: number) => openOf(db, customerId).executeTakeFirst()

const openOf = (db: Database, customerId: number) =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', 'in', OPEN_STATES)

export interface NewDeposit {
  customerId: number
  amountCents: number
  /** By now; 409 `changed` when the caller expected another. */
  expectedCents: number
  idempotencyKey: string
}

/** From the wallet, in one transaction. A repeat with the same key answers with the first. */
export async function holdFromWallet(trx: Database, wanted: NewDeposit): Promise<DepositRow> {
  const { customerId, amountCents } = wanted
  if (!(await holdCustomer(trx, customerId))) throw unauthenticated()
  const open = await lockOpenDeposit(trx, customerId)
  const { wallet } = await lockBalances(trx, customerId)
  const first = await depositWithKey(trx, wanted)
  if (first) {
    refuseOtherTerms(first.payment_id === null && first.amount_cents === wanted.expectedCents)
    return first
  }
  const standing = open ?? (await openDepositOf(trx, customerId)) ?? null
  refuseUnlessNew((await letGo(trx, standing)) ? null : standing, wanted)
  if (wallet < amountCents) throw short(amountCents, wallet)
  const row = await insertDeposit(trx, wanted, { state: 'current', paymentId: null })
  await bookHold(trx, row)
  return row
}

/** One that waits for a payment by card, begun in this transaction. Of a repeat, the first; null when that one's payment has failed. */
export async function awaitPayment(
  trx: Database,
  wanted: NewDeposit,
  begin: () => Promise<{ id: number } | null>,
): Promise<DepositRow | null> {
  if (!(await holdCustomer(trx, wanted.customerId))) throw unauthenticated()
  const open = await lockOpenDeposit(trx, wanted.customerId)
  await lockBalances(trx, wanted.customerId)
  const first = await depositWithKey(trx, wanted)
  if (first) return first
  const standing = open ?? (await openDepositOf(trx, wanted.customerId)) ?? null
  refuseUnlessNew((await letGo(trx, standing)) ? null : standing, wanted)
  const payment = await begin()
  return payment && insertDeposit(trx, wanted, { state: 'pending', paymentId: payment.id })
}

/** Its payment has come: the wallet is locked and holds it. */
export async function holdPaid(trx: Database, deposit: DepositRow): Promise<void> {
  await trx.updateTable('deposits').set({ state: 'current' }).where('id', '=', deposit.id).execute()
  await bookHold(trx, deposit)
}

/** Refunds a deposit at the customer’s request, at once: no approval is needed while no active offer depends on it. */
export async function refundDeposit(
  trx: Database,
  { customerId, depositId, nowMs }: { customerId: number; depositId: number; nowMs: number },
): Promise<DepositRow> {
  const row = await lockDeposit(trx, depositId)
  if (!row || row.customer_id !== customerId) throw notFound()
  if (row.state === 'refunded') return row
  if (row.state !== 'current' && row.state !== 'refund_requested') throw notHeld(row)
  if (row.forfeit_proposed_at) throw disputed()
  const active = await countActiveOffers(trx, customerId)
  if (active > 0) throw inUse(active)
  const now = new Date(nowMs)
  await bookRefund(trx, row)
  return end(trx, row.id, { state: 'refunded', refund_requested_at: row.refund_requested_at ?? now, now })
}

export type EndedAs = 'refunded' | 'applied' | 'forfeited'

/** Decided by the house, or applied to what was bought. The caller has locked the row. */
export async function endDeposit(
  trx: Database,
  row: DepositRow,
  { as, nowMs, offerId = null }: { as: EndedAs; nowMs: number; offerId?: number | null },
): Promise<DepositRow> {
  if (row.state !== 'current' && row.state !== 'refund_requested') throw notHeld(row)
  if (as === 'refunded') await bookRefund(trx, row)
  else await bookEnd(trx, row, { as, offerId })
  return end(trx, row.id, {
    state: as,
    refund_requested_at: row.refund_requested_at,
    now: new Date(nowMs),
  })
}

/** By primary key. */
export async function lockDeposit(trx: Database, depositId: number): Promise<DepositRow | null> {
  const row = await trx
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', depositId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

const moved = ({ id, customer_id, amount_cents }: DepositRow) => {
  return { customerId: customer_id, amountCents: amount_cents, depositId: id }
}

async function bookHold(trx: Database, row: DepositRow): Promise<void> {
  await book(trx, {
    kind: 'deposit_hold',
    from: 'wallet',
    to: 'deposit',
    cause: `hold:deposit:${row.id}`,
    ...moved(row),
    description: 'Refundable deposit',
  })
}

async function bookRefund(trx: Database, row: DepositRow): Promise<void> {
  await lockBalances(trx, row.customer_id)
  await book(trx, {
    kind: 'deposit_refund',
    from: 'deposit',
    to: 'wallet',
    cause: `end:deposit:${row.id}`,
    ...moved(row),
    description: 'Deposit returned to your wallet',
  })
}

async function bookEnd(
  trx: Database,
  row: DepositRow,
  { as, offerId }: { as: 'applied' | 'forfeited'; offerId: number | null },
): Promise<void> {
  await lockBalances(trx, row.customer_id)
  const isApplied = as === 'applied'
  await book(trx, {
    kind: isApplied ? 'deposit_applied' : 'deposit_forfeit',
    from: 'deposit',
    to: isApplied ? 'platform_fees' : 'forfeited',
    cause: `end:deposit:${row.id}`,
    ...moved(row),
    offerId,
    description: isApplied ? 'Deposit applied to the platform fee' : 'Deposit kept',
  })
}

function end(
  trx: Database,
  id: number,
  { state, refund_requested_at, now }: { state: EndedAs; refund_requested_at: Date | null; now: Date },
): Promise<DepositRow> {
  return trx
    .updateTable('deposits')
    .set({ state, refund_requested_at, ended_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * One whose payment stopped at the bank's step makes way: the customer has begun anew. True when it did. A payment that somebody
 * is writing to at this moment is left alone, not waited for: whoever settles it waits for this deposit.
 */
async function letGo(trx: Database, deposit: DepositRow | null): Promise<boolean> {
  if (deposit?.state !== 'pending' || deposit.payment_id === null) return false
  const payment = await trx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', deposit.payment_id)
    .where('state', '=', 'requires_action')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!payment) return false
  await trx
    .updateTable('payments')
    .set({ state: 'cancelled', action: 'null', settled_at: NOW })
    .where('id', '=', payment.id)
    .execute()
  await trx.deleteFrom('deposits').where('id', '=', deposit.id).execute()
  return true
}

const insertDeposit = (
  trx: Database,
  { customerId, amountCents, idempotencyKey }: NewDeposit,
  { state, paymentId }: { state: 'pending' | 'current'; paymentId: number | null },
): Promise<DepositRow> =>
  trx
    .insertInto('deposits')
    .values({
      customer_id: customerId,
      amount_cents: amountCents,
      state,
      payment_id: paymentId,
      idempotency_key: idempotencyKey,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** By deposits_idempotency. */
export const depositWithKey = (
  db: Database,
  { customerId, idempotencyKey }: Pick<NewDeposit, 'customerId' | 'idempotencyKey'>,
) =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()

function refuseUnlessNew(open: DepositRow | null, { amountCents, expectedCents }: NewDeposit): void {
  if (open) throw exists(open)
  if (expectedCents !== amountCents)
    throw new Refusal(409, {
      message: `The deposit is ${centsText(amountCents)} now. Review it again and confirm.`,
      code: 'changed',
    })
}

const exists = ({ state }: DepositRow) =>
  new Refusal(409, {
    message:
      state === 'pending'
        ? 'Your deposit payment is in progress. Wait until it is finished.'
        : 'You have paid the deposit already. It covers your offers.',
    code: 'exists',
  })

const short = (wanted: number, wallet: number) =>
  new Refusal(409, {
    message: `The deposit is ${centsText(wanted)} and your wallet has ${centsText(wallet)}. Top up ${centsText(wanted - wallet)} or pay by card.`,
    code: 'insufficient',
  })

const inUse = (active: number) =>
  new Refusal(409, {
    message: `${active === 1 ? 'An active offer uses' : `${active} active offers use`} this deposit. It can be returned when none is left.`,
    code: 'active_offers',
  })

const notHeld = ({ state }: DepositRow) =>
  new Refusal(409, {
    message:
      state === 'pending'
        ? 'The deposit has not been paid yet, so there is nothing to return.'
        : `This deposit was ${state} already.`,
    code: 'state',
  })

const disputed = () =>
  new Refusal(409, {
    message: 'Our staff proposed to keep this deposit. It cannot be returned until that is decided.',
    code: 'disputed',
  })

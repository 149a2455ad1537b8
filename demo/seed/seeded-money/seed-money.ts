/** Writes what the seeded buyers did with their money: every cent through the ledger, so that its sums are right from the first day. */

import type { Database } from '#server/core/database/open.ts'
import { book, lockBalances } from '#server/payments/ledger.ts'
import { seededCardRef } from '#server/providers/billing/embedded.ts'
import { DEPOSIT_AMOUNT_CENTS, PLATFORM_FEE_USD } from '#server/site/settings/settings.ts'
import { customerId } from '../ids.ts'
import { MONEY_HISTORIES, type MoneyHistory, type MoneyMove } from './histories.ts'

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000
const CENTS_PER_USD = 100

interface Writing {
  db: Database
  customerId: number
  /** Ids and words of the cards by their last four digits. */
  cards: Map<string, { id: number; words: string }>
  nowMs: number
}

/** Inside of the transaction that seeds, when the buyers are there. */
export async function seedMoney(db: Database, nowMs: number): Promise<void> {
  for (const history of MONEY_HISTORIES) {
    const id = customerId(history.customer)
    await lockBalances(db, id)
    const cards = await addCards(db, id, history, nowMs)
    for (const [index, move] of history.moves.entries())
      await write({ db, customerId: id, cards, nowMs }, move, index)
  }
}

async function addCards(
  db: Database,
  id: number,
  { customer, cards }: MoneyHistory,
  nowMs: number,
): Promise<Writing['cards']> {
  const made: Writing['cards'] = new Map()
  for (const { lastFour, brand, monthsLeft, isDefault } of cards) {
    const now = new Date(nowMs)
    const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsLeft, 1))
    const row = await db
      .insertInto('billing_infos')
      .values({
        customer_id: id,
        provider: 'embedded',
        brand,
        last_four: lastFour,
        is_default: isDefault,
        exp_month: expires.getUTCMonth() + 1,
        exp_year: expires.getUTCFullYear(),
        provider_ref: seededCardRef('approved', `${customer}-${lastFour}`),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    made.set(lastFour, { id: row.id, words: `${brand} ending ${lastFour}` })
  }
  return made
}

async function write(writing: Writing, move: MoneyMove, index: number): Promise<void> {
  // Today's are an hour old, so that none lies ahead.
  const at = new Date(writing.nowMs - move.daysAgo * DAY_MS - HOUR_MS)
  switch (move.what) {
    case 'top_up':
      return topUp(writing, { ...move, at, index, isPaid: true })
    case 'failed_top_up':
      return topUp(writing, { ...move, at, index, isPaid: false })
    case 'hold':
      return hold(writing, at)
    case 'refund':
      return refund(writing, move.words, at)
    case 'fee':
      return void (await book(writing.db, {
        kind: 'platform_fee',
        from: 'wallet',
        to: 'platform_fees',
        at,
        customerId: writing.customerId,
        amountCents: PLATFORM_FEE_USD * CENTS_PER_USD,
        cause: `fee:seeded:${writing.customerId}:${index}`,
        description: move.words,
      }))
  }
}

interface TopUp {
  cents: number
  card: string
  at: Date
  index: number
  isPaid: boolean
}

async function topUp({ db, customerId: id, cards }: Writing, given: TopUp): Promise<void> {
  const { cents, at, index, isPaid } = given
  const card = cards.get(given.card)
  const payment = await db
    .insertInto('payments')
    .values({
      customer_id: id,
      purpose: 'top_up',
      amount_cents: cents,
      provider: 'embedded',
      state: isPaid ? 'succeeded' : 'declined',
      decline_code: isPaid ? null : 'insufficient_funds',
      billing_info_id: card?.id ?? null,
      action: 'null',
      idempotency_key: `seeded-${index}`,
      settled_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!isPaid) return
  await writeCharge(db, payment.id, { cents, at })
  await book(db, {
    kind: 'top_up',
    from: 'provider',
    to: 'wallet',
    cause: `payment:${payment.id}`,
    at,
    customerId: id,
    amountCents: cents,
    paymentId: payment.id,
    description: card?.words ?? 'Card',
  })
}

/** In the embedded bank's books, so that the card can be refunded. */
async function writeCharge(db: Database, paymentId: number, { cents, at }: { cents: number; at: Date }) {
  const ref = `seeded-charge-${paymentId}`
  await db
    .insertInto('embedded_charges')
    .values({ ref, outcome: 'approved', amount_cents: cents, state: 'succeeded', created_at: at })
    .execute()
  await db.updateTable('payments').set({ provider_ref: ref }).where('id', '=', paymentId).execute()
}

async function hold({ db, customerId: id }: Writing, at: Date): Promise<void> {
  const deposit = await db
    .insertInto('deposits')
    .values({ customer_id: id, amount_cents: DEPOSIT_AMOUNT_CENTS, state: 'current', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await book(db, {
    kind: 'deposit_hold',
    from: 'wallet',
    to: 'deposit',
    cause: `hold:deposit:${deposit.id}`,
    at,
    customerId: id,
    amountCents: DEPOSIT_AMOUNT_CENTS,
    depositId: deposit.id,
    description: 'Refundable deposit',
  })
}

/** Of the deposit that is held. */
async function refund({ db, customerId: id }: Writing, words: string, at: Date): Promise<void> {
  const deposit = await db
    .updateTable('deposits')
    .set({ state: 'refunded', refund_requested_at: at, ended_at: at })
    .where('customer_id', '=', id)
    .where('state', '=', 'current')
    .returning('id')
    .executeTakeFirstOrThrow()
  await book(db, {
    kind: 'deposit_refund',
    from: 'deposit',
    to: 'wallet',
    cause: `end:deposit:${deposit.id}`,
    at,
    customerId: id,
    amountCents: DEPOSIT_AMOUNT_CENTS,
    depositId: deposit.id,
    description: words,
  })
}

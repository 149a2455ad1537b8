/** The two ways money is moved on a customer's own word: into the wallet, and into the deposit. */

import type { Database } from '#server/core/database/open.ts'
import { refuseOtherTerms } from '#server/core/http/idempotency.ts'
import { conflict, invalid } from '#server/core/http/refusal.ts'
import { ownCard } from '#server/providers/billing/cards.ts'
import { TOP_UP_MAX_CENTS, TOP_UP_MIN_CENTS } from '#shared/contract/limits.ts'
import { broadcastWallet } from './broadcast.ts'
import { chargePayment } from './charge.ts'
import { awaitPayment, type DepositRow, depositWithKey, holdFromWallet, type NewDeposit } from './deposits.ts'
import { centsText } from './labels.ts'
import type { MoneyDeps } from './money-deps.ts'
import { beginPayment, type PaymentRow, paymentWithKey } from './payments.ts'

export interface TopUp {
  customerId: number
  amountCents: number
  billingInfoId: number
  idempotencyKey: string
}

/** Answers with the payment, whatever became of it. A repeat with the same key charges nothing. */
export async function topUp(deps: MoneyDeps, wanted: TopUp): Promise<PaymentRow> {
  const { db, parts } = deps
  // A repeat asks about the first one, whatever may be started now.
  if (!(await paymentWithKey(db, wanted.customerId, wanted.idempotencyKey))) await refuseTopUp(deps, wanted)
  const { payment, isNew } = await db
    .transaction()
    .execute((trx) => beginPayment(trx, { ...wanted, purpose: 'top_up', provider: parts.billing.name }))
  return isNew ? chargePayment(deps, payment) : payment
}

async function refuseTopUp({ db, settings }: MoneyDeps, wanted: TopUp): Promise<void> {
  if (!(await settings.read()).takesTopUps)
    throw conflict('Topping up is switched off right now. Try again later.')
  if (wanted.amountCents < TOP_UP_MIN_CENTS || wanted.amountCents > TOP_UP_MAX_CENTS)
    throw invalid({
      amount_cents: [`Enter ${centsText(TOP_UP_MIN_CENTS)} to ${centsText(TOP_UP_MAX_CENTS)}.`],
    })
  await ownCard(db, wanted.customerId, wanted.billingInfoId)
}

export interface PaidDeposit {
  /** Null when its payment was declined. */
  deposit: DepositRow | null
  payment: PaymentRow | null
}

/** From what is in the wallet, at once. */
export async function depositFromWallet(deps: MoneyDeps, wanted: NewDeposit): Promise<PaidDeposit> {
  const repeated = await firstAnswer(deps.db, wanted, null)
  if (repeated) return repeated
  const deposit = await deps.db.transaction().execute((trx) => holdFromWallet(trx, wanted))
  await broadcastWallet(deps, wanted.customerId)
  return { deposit, payment: null }
}

/** From a card: the deposit waits for its payment, and is gone again when the card was declined. */
export async function depositFromCard(
  deps: MoneyDeps,
  wanted: NewDeposit,
  billingInfoId: number,
): Promise<PaidDeposit> {
  const { db, parts } = deps
  const repeated = await firstAnswer(db, wanted, billingInfoId)
  if (repeated) return repeated
  await ownCard(db, wanted.customerId, billingInfoId)
  let begun: PaymentRow | null = null
  const deposit = await db.transaction().execute((trx) =>
    awaitPayment(trx, wanted, async () => {
      const { customerId, amountCents, idempotencyKey } = wanted
      const { payment, isNew } = await beginPayment(trx, {
        customerId,
        amountCents,
        idempotencyKey,
        billingInfoId,
        purpose: 'deposit',
        provider: parts.billing.name,
      })
      // A repeat whose first call was declined before this one had its turn: nothing would ever end a deposit that waits for it.
      if (!isNew) return null
      begun = payment
      return payment
    }),
  )
  if (!begun) return (await firstAnswer(db, wanted, billingInfoId)) ?? { deposit, payment: null }
  const payment = await chargePayment(deps, begun)
  return { deposit: (await depositWithKey(db, wanted)) ?? null, payment }
}

type KeyedBy = Pick<NewDeposit, 'customerId' | 'idempotencyKey'>

export async function isDepositKeyUsed(db: Database, by: KeyedBy): Promise<boolean> {
  const payment = await paymentWithKey(db, by.customerId, by.idempotencyKey)
  return payment !== undefined || (await depositWithKey(db, by)) !== undefined
}

/** The earlier answer to a call with this key, or null. `billingInfoId` is null for one from the wallet. */
async function firstAnswer(
  db: Database,
  wanted: NewDeposit,
  billingInfoId: number | null,
): Promise<PaidDeposit | null> {
  const payment = (await paymentWithKey(db, wanted.customerId, wanted.idempotencyKey)) ?? null
  const deposit = (await depositWithKey(db, wanted)) ?? null
  if (!payment && !deposit) return null
  const amount = payment ? Number(payment.amount_cents) : deposit?.amount_cents
  const isFromCard =
    payment?.purpose === 'deposit' && [null, billingInfoId].includes(payment.billing_info_id ?? null)
  refuseOtherTerms(amount === wanted.expectedCents && (billingInfoId === null ? !payment : isFromCard))
  return { deposit, payment }
}

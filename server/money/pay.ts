/** The two ways money is moved on a customer's own word: into the wallet, and into the deposit. */
import { ownCard } from '#server/billing/cards.ts'
import type { Database } from '#server/database/open.ts'
import { conflict, invalid } from '#server/http/refusal.ts'
import { TOP_UP_MAX_CENTS, TOP_UP_MIN_CENTS } from '#shared/contract/limits.ts'
import { chargePayment } from './charge.ts'
import { awaitPayment, type DepositRow, depositWithKey, holdFromWallet, type NewDeposit } from './deposits.ts'
import type { MoneyDeps } from './money-deps.ts'
import { beginPayment, type PaymentRow, paymentWithKey } from './payments.ts'
import { tellWallet } from './tell.ts'
import { centsText } from './words.ts'

export interface TopUp {
  customerId: number
  amountCents: number
  billingInfoId: number
  idempotencyKey: string
}

/** Answers with the payment, whatever became of it. A repeat with the same key charges nothing. */
export async function topUp(deps: MoneyDeps, wanted: TopUp): Promise<PaymentRow> {
  const { db, parts } = deps
  if (!(await deps.settings.read()).takesTopUps)
    throw conflict('Topping up is switched off right now. Try again later.')
  if (wanted.amountCents < TOP_UP_MIN_CENTS || wanted.amountCents > TOP_UP_MAX_CENTS)
    throw invalid({
      amount_cents: [`Enter ${centsText(TOP_UP_MIN_CENTS)} to ${centsText(TOP_UP_MAX_CENTS)}.`],
    })
  if (!(await paymentWithKey(db, wanted.customerId, wanted.idempotencyKey)))
    await ownCard(db, wanted.customerId, wanted.billingInfoId)
  const { payment, isNew } = await beginPayment(db, {
    ...wanted,
    ...{ purpose: 'top_up', provider: parts.billing.name },
  })
  return isNew ? chargePayment(deps, payment) : payment
}

export interface PaidDeposit {
  /** Null when its payment was declined. */
  deposit: DepositRow | null
  payment: PaymentRow | null
}

/** From what is in the wallet, at once. */
export async function depositFromWallet(deps: MoneyDeps, wanted: NewDeposit): Promise<PaidDeposit> {
  const deposit = await deps.db.transaction().execute((trx) => holdFromWallet(trx, wanted))
  await tellWallet(deps, wanted.customerId)
  return { deposit, payment: null }
}

/** From a card: the deposit waits for its payment, and is gone again when the card was declined. */
export async function depositFromCard(
  deps: MoneyDeps,
  wanted: NewDeposit,
  billingInfoId: number,
): Promise<PaidDeposit> {
  const { db, parts } = deps
  const repeated = await firstAnswer(db, wanted)
  if (repeated) return repeated
  await ownCard(db, wanted.customerId, billingInfoId)
  let begun: PaymentRow | null = null
  const deposit = await db.transaction().execute((trx) =>
    awaitPayment(trx, wanted, async () => {
      const { customerId, amountCents, idempotencyKey } = wanted
      const { payment, isNew } = await beginPayment(trx, {
        ...{ customerId, amountCents, idempotencyKey, billingInfoId },
        ...{ purpose: 'deposit', provider: parts.billing.name },
      })
      // A repeat whose first call was declined before this one had its turn: nothing would ever end a deposit that waits for it.
      if (!isNew) return null
      begun = payment
      return payment
    }),
  )
  if (!begun) return (await firstAnswer(db, wanted)) ?? { deposit, payment: null }
  const payment = await chargePayment(deps, begun)
  return { deposit: (await depositWithKey(db, wanted)) ?? null, payment }
}

/** What a call with this key was answered before, or null. */
async function firstAnswer(db: Database, wanted: NewDeposit): Promise<PaidDeposit | null> {
  const payment = await paymentWithKey(db, wanted.customerId, wanted.idempotencyKey)
  if (payment && payment.purpose !== 'deposit')
    throw conflict('This Idempotency-Key was used for another payment.')
  const deposit = await depositWithKey(db, wanted)
  return payment || deposit ? { deposit: deposit ?? null, payment: payment ?? null } : null
}

/** Asks the card provider: for the money of a payment that was begun, after the bank's step, and again when it is not known what became of it. */
import type { Database } from '#server/core/database/open.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { askSupport, installationOf } from '#server/core/http/site.ts'
import { mailNow } from '#server/notifications/deliveries/mail-now.ts'
import { letter } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type { Charge, Outcome, Payer } from '#server/providers/billing/billing-provider.ts'
import { links } from '#shared/contract/pages.ts'
import { broadcastWallet } from './broadcast.ts'
import { cardText, centsText } from './labels.ts'
import type { MoneyDeps } from './money-deps.ts'
import type { PaymentRow } from './payments.ts'
import { type Ending, settlePayment } from './settle.ts'

/**
 * After the payment was committed: no transaction waits for the network. Never rejects because of the provider. Without an answer
 * the payment stays `started`, because the money may have moved: nothing counts as failed until the provider says so.
 */
export async function chargePayment(deps: MoneyDeps, payment: PaymentRow): Promise<PaymentRow> {
  const charge = await chargeOf(deps, payment)
  if (!charge) return applyEnding(deps, payment, { state: 'cancelled' })
  const outcome = await answered(deps, payment, () => deps.parts.billing.charge(charge))
  return outcome ? applyEnding(deps, payment, outcome) : payment
}

/** The customer returns from the bank, or asks about a charge without an answer. A finished one stays as it is. */
export async function finishPayment(
  deps: MoneyDeps,
  payment: PaymentRow,
  resultToken: string | null,
): Promise<PaymentRow> {
  if (payment.state === 'started') return (await askFor(deps, payment)) ?? payment
  if (payment.state !== 'requires_action') return payment
  const charge = await chargeOf(deps, payment)
  const ref = payment.provider_ref
  if (!charge || ref === null) return payment
  const outcome = await answered(deps, payment, () =>
    deps.parts.billing.complete({ ...charge, ref }, resultToken),
  )
  return outcome ? applyEnding(deps, payment, outcome) : payment
}

/** Writes what the provider said, and tells the customer when that changed something. */
export async function applyEnding(deps: MoneyDeps, payment: PaymentRow, ending: Ending): Promise<PaymentRow> {
  const settled = await settlePayment(deps.db, payment.id, ending, deps.nowMs())
  if (!settled) return payment
  if (settled.hasPaid) deps.background.run('receipt of a payment', () => mailReceipt(deps, settled.payment))
  if (settled.hasChanged) await broadcastWallet(deps, payment.customer_id, payment.id)
  return settled.payment
}

/** What the provider knows about a payment by its number; null if it does not know it or does not answer. */
async function askFor(deps: MoneyDeps, payment: PaymentRow): Promise<PaymentRow | null> {
  const { id: paymentId, customer_id: customerId, provider_ref: ref } = payment
  const outcome = await answered(deps, payment, () => deps.parts.billing.find({ paymentId, customerId, ref }))
  return outcome && applyEnding(deps, payment, outcome)
}

async function answered(
  { log }: MoneyDeps,
  payment: PaymentRow,
  ask: () => Promise<Outcome | null>,
): Promise<Outcome | null> {
  try {
    return await ask()
  } catch (error) {
    log.warn({ err: error, payment: payment.id }, 'the card provider did not say what became of a payment')
    return null
  }
}

/** Null when its card is gone. By primary keys. */
async function chargeOf({ db, site }: MoneyDeps, payment: PaymentRow): Promise<Charge | null> {
  const card = await db
    .selectFrom('billing_infos')
    .select('provider_ref')
    .where('id', '=', payment.billing_info_id ?? 0)
    .executeTakeFirst()
  if (!card) return null
  const { name, currency } = await installationOf(site)
  return {
    paymentId: payment.id,
    cardRef: card.provider_ref,
    amountCents: Number(payment.amount_cents),
    payer: await payerOf(db, payment.customer_id),
    currency,
    description: payment.purpose === 'deposit' ? `${name} refundable deposit` : `${name} wallet top-up`,
  }
}

/** By primary key. */
export async function payerOf(db: Database, customerId: number): Promise<Payer> {
  const row = await db
    .selectFrom('customers')
    .select(['email', 'name'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return { customerId, ...row }
}

/**
 * The mail that says money has come: how much, from which card, for what, and under which number it can be asked about.
 * A customer who has left gets none.
 */
async function mailReceipt(
  { db, parts, site }: Pick<RoomDeps, 'db' | 'parts' | 'site'>,
  payment: PaymentRow,
): Promise<void> {
  // By primary keys.
  const found = await db
    .selectFrom('customers')
    .leftJoin('billing_infos', (join) =>
      join
        .on('billing_infos.id', '=', payment.billing_info_id ?? 0)
        .onRef('customer_id', '=', 'customers.id'),
    )
    .select(['email', 'brand', 'last_four'])
    .where('customers.id', '=', payment.customer_id)
    .executeTakeFirst()
  if (!found) return
  const { email, brand, last_four } = found
  const card = brand !== null && last_four !== null ? ` from ${cardText({ brand, last_four })}` : ''
  const amount = centsText(Number(payment.amount_cents))
  const purpose =
    payment.purpose === 'deposit' ? 'It is held as your refundable deposit.' : 'It is in your wallet.'
  const contents = {
    subject: `Receipt: ${amount}`,
    greeting: 'Hello,',
    paragraphs: [`We received ${amount}${card}. ${purpose}`, `Payment number: ${payment.id}`],
    button: { label: 'Open the receipt', url: `${site.origin}${links.payment(payment.id)}` },
    notes: [`If you did not make this payment, ${await askSupport(site)} at once.`],
  }
  const written = letter(contents, await installationOf(site))
  await mailNow({ db, parts }, { ...written, to: email, type: 'wallet', customerId: payment.customer_id })
}

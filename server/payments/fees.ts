/** The platform fee: taken from the wallet when the buyer confirms an accepted offer, given back when the deal falls through by the seller. */
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { centsText } from './labels.ts'
import { book, lockBalances } from './ledger.ts'

export interface PlatformFee {
  customerId: number
  offerId: number
  amountCents: number
  /** For the statement, e.g. the deal's address as the buyer may see it. */
  description: string
}

/** Inside the transaction of the confirmation. Once per offer, however often it is called. 409 `funds` when the wallet is short. */
export async function chargePlatformFee(trx: Database, fee: PlatformFee): Promise<void> {
  if (fee.amountCents === 0) return
  const { wallet } = await lockBalances(trx, fee.customerId)
  const cause = causeOf(fee.offerId)
  if (await isBooked(trx, cause)) return
  if (wallet < fee.amountCents) throw short(fee.amountCents, wallet)
  const { customerId, offerId, amountCents, description } = fee
  await book(trx, {
    kind: 'platform_fee',
    from: 'wallet',
    to: 'platform_fees',
    cause,
    customerId,
    offerId,
    amountCents,
    description,
  })
}

/** Gives back what was charged for an offer; nothing when nothing was, or when it was given back before. */
export async function refundPlatformFee(
  trx: Database,
  { offerId, description }: { offerId: number; description?: string },
): Promise<void> {
  const charged = await feeOf(trx, offerId)
  if (!charged) return
  await lockBalances(trx, charged.customer_id)
  await book(trx, {
    kind: 'fee_refund',
    from: 'platform_fees',
    to: 'wallet',
    cause: `fee_refund:offer:${offerId}`,
    customerId: charged.customer_id,
    offerId,
    amountCents: charged.amount_cents,
    description: description ?? charged.description,
  })
}

const causeOf = (offerId: number) => `fee:offer:${offerId}`

const short = (wanted: number, wallet: number) =>
  new Refusal(409, {
    message: `The platform fee is ${centsText(wanted)} and your wallet has ${centsText(wallet)}. Top up ${centsText(wanted - wallet)} or more and confirm again.`,
    code: 'funds',
  })

/** By ledger_transactions_cause. */
async function isBooked(trx: Database, cause: string): Promise<boolean> {
  const row = await trx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('cause', '=', cause)
    .executeTakeFirst()
  return row !== undefined
}

/** By ledger_transactions_cause and ledger_entries_transaction. */
const feeOf = (trx: Database, offerId: number) =>
  trx
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'transaction_id', 'ledger_transactions.id')
    .select(['ledger_transactions.customer_id', 'description', 'amount_cents'])
    .where('cause', '=', causeOf(offerId))
    .where('amount_cents', '>', 0)
    .executeTakeFirst()

/** What customers are told of their money, beside the statement. In the transaction that books it. */
import type { Database } from '#server/database/open.ts'
import { writeNews } from '#server/notifications/notify.ts'
import type { Booking } from './ledger.ts'
import type { PaymentRow } from './payments.ts'
import { centsText } from './words.ts'

/** What of it the person did not do themselves just now. A forfeited deposit has a letter of its own. */
const TOLD: Partial<Record<Booking['kind'], string>> = {
  top_up_reversal: 'was taken back by your bank',
  deposit_refund: 'of your deposit is in your wallet again',
  deposit_forfeit: 'of your deposit was forfeited',
  platform_fee: 'was charged as the platform fee',
  fee_refund: 'of a platform fee was returned to your wallet',
  adjustment: 'was corrected in your wallet',
}

export async function writeBookingNews(
  trx: Database,
  { kind, customerId, amountCents, cause }: Booking,
): Promise<void> {
  const words = TOLD[kind]
  if (words === undefined) return
  await writeNews(trx, [
    {
      ...{ customerId, type: 'wallet', key: `booked ${cause}`, title: `${centsText(amountCents)} ${words}` },
      ...{ url: '/profile/wallet', label: 'Open the wallet' },
      without: kind === 'deposit_forfeit' ? ['email'] : [],
    },
  ])
}

/** Of a payment that came, whose receipt is mailed, and of one that did not. */
export async function writePaymentNews(trx: Database, payment: PaymentRow): Promise<void> {
  const { id, state, purpose, customer_id: customerId } = payment
  if (state !== 'succeeded' && state !== 'declined') return
  const amount = centsText(Number(payment.amount_cents))
  const isDeposit = purpose === 'deposit'
  const come = isDeposit ? `${amount} is held as your deposit` : `${amount} is in your wallet`
  await writeNews(trx, [
    {
      ...{ customerId, type: 'wallet', key: `payment ${id} ${state}` },
      title: state === 'succeeded' ? come : `Your payment of ${amount} was declined`,
      url:
        state === 'succeeded'
          ? `/profile/wallet?payment=${id}`
          : isDeposit
            ? '/profile/deposit'
            : '/profile/wallet',
      label: 'Open the wallet',
      without: state === 'succeeded' ? ['email'] : [],
    },
  ])
}

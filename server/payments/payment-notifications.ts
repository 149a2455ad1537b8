/** What customers are told of their money, beside the statement. In the transaction that books it. */
import type { Database } from '#server/core/database/open.ts'
import { writeNotification } from '#server/notifications/centre/notify.ts'
import { links } from '#shared/contract/pages.ts'
import type { Booking } from './booking.ts'
import { centsText } from './labels.ts'
import type { PaymentRow } from './payments.ts'

/** What of it the person did not do themselves just now. There is a separate letter about a deposit that is kept. */
const TOLD: Partial<Record<Booking['kind'], string>> = {
  top_up_reversal: 'was taken back by your bank',
  deposit_refund: 'of your deposit is in your wallet again',
  deposit_forfeit: 'of your deposit was kept',
  platform_fee: 'was charged as the platform fee',
  fee_refund: 'of a platform fee was returned to your wallet',
  adjustment: 'was corrected in your wallet',
  withdrawal: 'is being paid out of your wallet',
  withdrawal_return: 'could not be paid out and is in your wallet again',
  withdrawal_paid: 'was paid out to you',
}

export async function writeBookingNotification(
  trx: Database,
  { kind, customerId, amountCents, cause, isOwnAct }: Booking,
): Promise<void> {
  const words = TOLD[kind]
  if (words === undefined || isOwnAct) return
  await writeNotification(trx, [
    {
      customerId,
      type: 'wallet',
      key: `booked ${cause}`,
      title: `${centsText(amountCents)} ${words}`,
      url: links.profile('wallet'),
      label: 'Open the wallet',
      without: kind === 'deposit_forfeit' ? ['email'] : [],
    },
  ])
}

/** Of a payment that came, whose receipt is mailed, and of one that did not. */
export async function writePaymentNotification(trx: Database, payment: PaymentRow): Promise<void> {
  const { id, state, purpose, customer_id: customerId } = payment
  if (state !== 'succeeded' && state !== 'declined') return
  const amount = centsText(Number(payment.amount_cents))
  const isDeposit = purpose === 'deposit'
  const come = isDeposit ? `${amount} is held as your deposit` : `${amount} is in your wallet`
  await writeNotification(trx, [
    {
      customerId,
      type: 'wallet',
      key: `payment ${id} ${state}`,
      title: state === 'succeeded' ? come : `Your payment of ${amount} was declined`,
      url: state === 'succeeded' ? links.payment(id) : links.profile(isDeposit ? 'deposit' : 'wallet'),
      label: 'Open the wallet',
      without: state === 'succeeded' ? ['email'] : [],
    },
  ])
}

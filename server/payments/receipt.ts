/** The mail that says money has come: how much, from which card, for what, and under which number it can be asked about. */
import { askSupport } from '#server/core/http/site.ts'
import { mailNow } from '#server/notifications/deliveries/mail-now.ts'
import { letter } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { links } from '#shared/contract/pages.ts'
import type { PaymentRow } from './payments.ts'
import { cardText, centsText } from './words.ts'

/** A customer who has left gets none. */
export async function mailReceipt(
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
  const written = letter({
    subject: `Receipt: ${amount}`,
    greeting: 'Hello,',
    paragraphs: [`We received ${amount}${card}. ${purpose}`, `Payment number: ${payment.id}`],
    button: { label: 'Open the receipt', url: `${site.origin}${links.payment(payment.id)}` },
    notes: [`If you did not make this payment, ${await askSupport(site)} at once.`],
  })
  await mailNow({ db, parts }, { ...written, to: email, type: 'wallet', customerId: payment.customer_id })
}

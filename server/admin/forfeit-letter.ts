/** The mail about a forfeit that was proposed: why, until when one may object, and where. */
import { letter } from '#server/account/letter.ts'
import type { ServiceMail } from '#server/deliveries/mail-now.ts'
import type { Site } from '#server/http/site.ts'
import { centsText } from '#server/money/words.ts'
import type { AdminDepositWire } from '#shared/contract/admin-money.ts'

export function forfeitLetter(
  { customer, amount_cents, forfeit }: AdminDepositWire,
  site: Site,
): ServiceMail {
  const amount = centsText(amount_cents)
  const written = letter({
    subject: `Your deposit of ${amount} may be forfeited`,
    greeting: `Hello ${customer.name},`,
    paragraphs: [
      `It was proposed that your deposit of ${amount} is forfeited. The reason given: ${forfeit?.reason ?? ''}`,
      `You can object until ${(forfeit?.decided_after ?? '').slice(0, 10)}. Another person than the one who proposed it decides, and reads what you write.`,
    ],
    button: { label: 'Object or read more', url: `${site.origin}/profile/deposit` },
    notes: ['Nothing happens to your deposit before that day.'],
  })
  return { ...written, to: customer.email, type: 'wallet', customerId: customer.id }
}

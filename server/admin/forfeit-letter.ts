/** The mail about a forfeit that was proposed: why, until when one may object, and where. */

import type { Site } from '#server/core/http/site.ts'
import type { ServiceMail } from '#server/notifications/deliveries/mail-now.ts'
import { letter } from '#server/notifications/letter.ts'
import { centsText } from '#server/payments/words.ts'
import type { AdminDepositWire } from '#shared/contract/admin-money.ts'
import { links } from '#shared/contract/pages.ts'

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
    button: { label: 'Object or read more', url: `${site.origin}${links.profile('deposit')}` },
    notes: ['Nothing happens to your deposit before that day.'],
  })
  return { ...written, to: customer.email, type: 'wallet', customerId: customer.id }
}

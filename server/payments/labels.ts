/** How amounts and cards stand in statements, mails and refusals. */
import { formatCents } from '#shared/format/money.ts'

/** `$997`, `$997.50`. For reading only: nothing is calculated with it. */
export const centsText = (cents: number): string => formatCents(cents)

/** `Visa ending 4417`. */
export const cardText = (card: { brand: string; last_four: string }): string =>
  `${card.brand} ending ${card.last_four}`

/** How amounts and cards stand in statements, mails and refusals. */
import { formatUsd } from '#shared/format/money.ts'

/** `$997`, `$997.50`. For reading only: nothing is calculated with it. */
export const centsText = (cents: number): string => formatUsd(cents / 100)

/** `Visa ending 4417`. */
export const cardText = (card: { brand: string; last_four: string }): string =>
  `${card.brand} ending ${card.last_four}`

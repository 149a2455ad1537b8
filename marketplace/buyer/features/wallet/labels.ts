/** The words about money: kinds and states of a statement's lines, why a card was turned down, dates in the reader's zone. */
import { dayWords } from '#marketplace/kit/date-labels.ts'
import type {
  DeclineCode,
  DepositState,
  DepositWire,
  TransactionKind,
  TransactionWire,
} from '#shared/contract/money.ts'
import { ledgerCents } from '#shared/format/money.ts'

export const KIND_WORDS: Readonly<Record<TransactionKind, string>> = {
  top_up: 'Top up',
  top_up_reversal: 'Top up taken back',
  deposit_hold: 'Deposit hold',
  deposit_refund: 'Deposit refund',
  deposit_forfeit: 'Deposit kept',
  deposit_applied: 'Deposit applied',
  platform_fee: 'Platform fee',
  fee_refund: 'Fee refund',
  adjustment: 'Adjustment',
  withdrawal: 'Withdrawal',
  withdrawal_return: 'Withdrawal returned',
  withdrawal_paid: 'Withdrawal paid',
}

export const STATUS_WORDS: Readonly<Record<TransactionWire['status'], string>> = {
  completed: 'Completed',
  held: 'Held',
  released: 'Released',
  pending: 'Pending',
  failed: 'Failed',
  returned: 'Returned',
}

export const DEPOSIT_WORDS: Readonly<Record<DepositState, string>> = {
  pending: 'Waiting for the card',
  current: 'Held',
  refund_requested: 'Refund requested',
  refunded: 'Refunded',
  applied: 'Applied to a closing',
  forfeited: 'Kept',
}

/** What happened, and what to do about it. No money has moved in any of them. */
const DECLINES: Readonly<Record<DeclineCode, string>> = {
  declined: 'Your bank turned the card down and does not say why. Try another card, or ask your bank.',
  insufficient_funds: 'The card does not have enough for this. Try a smaller amount or another card.',
  expired_card: 'The card has expired. Replace it with a new one.',
  incorrect_cvc: 'The security code does not match the card. Replace the card and type its code again.',
  fraud: 'The card was stopped as a precaution. Use another card, or ask your bank to allow it.',
  action_failed: 'Your bank could not confirm that it was you. Try again, or use another card.',
  provider_down: 'The card service does not answer. Try again in a few minutes.',
}

export const declineWords = (code: DeclineCode | null | undefined): string => DECLINES[code ?? 'declined']

/** `+$1,500.00`, `−$997.00`. */
export const signedCents = (amountCents: number): string =>
  amountCents > 0 ? `+${ledgerCents(amountCents)}` : ledgerCents(amountCents)

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  american_express: 'American Express',
  discover: 'Discover',
}

interface CardName {
  readonly brand: string
  readonly last_four: string
}

/** `Visa ending 4417`. */
export const cardWords = ({ brand, last_four }: CardName): string =>
  `${BRANDS[brand.toLowerCase()] ?? brand} ending ${last_four}`

/** Since when its state holds: of a refunded one when it was refunded, not when it was paid. */
export function depositDay({
  state,
  history,
  created_at,
}: Pick<DepositWire, 'state' | 'history' | 'created_at'>): string {
  const at = history?.find((one) => one.state === state)?.at ?? created_at
  return at ? dayWords(at) : ''
}

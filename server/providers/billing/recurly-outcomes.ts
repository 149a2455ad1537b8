/** What Recurly's answers mean for a payment. Pure. */
import recurly, { type Invoice, type TransactionError } from 'recurly'
import type { DeclineCode } from '#shared/contract/money.ts'
import type { Outcome } from './billing-provider.ts'

/** Not in the library's own types. */
const { errors } = recurly as unknown as { errors: Record<string, new () => Error> }
const isA = (error: unknown, name: string): boolean => {
  const kind = errors[name]
  return kind !== undefined && error instanceof kind
}

export const isAbsent = (error: unknown) => isA(error, 'NotFoundError')

/** Said no. Anything else, a failure of theirs as well, leaves open what became of the charge. */
export const isAnswer = (error: unknown) => isA(error, 'ClientError') && !isA(error, 'RateLimitedError')

export const isRefusedCard = (error: unknown) =>
  isA(error, 'TransactionError') || isA(error, 'ValidationError') || isA(error, 'InvalidTokenError')

export function outcomeOfInvoice(invoice: Invoice): Outcome {
  const ref = invoice.id ?? ''
  const purchase = invoice.transactions?.find(({ type }) => type === 'purchase' || type === 'capture')
  switch (invoice.state) {
    case 'paid':
      return purchase?.refunded === true
        ? { state: 'reversed', ref, ...backOf(invoice) }
        : { state: 'succeeded', ref }
    case 'open':
    case 'pending':
    case 'processing':
      return { state: 'pending', ref }
    case 'voided':
      return { state: 'reversed', ref }
    default:
      return { state: 'declined', ref, code: declineCode(purchase?.statusCode) }
  }
}

/** Recurly says `refunded` of a part as well. */
function backOf({ total, refundableAmount }: Invoice): { backCents?: number } {
  if (typeof total !== 'number' || typeof refundableAmount !== 'number') return {}
  return { backCents: Math.round((total - refundableAmount) * CENTS_PER_USD) }
}

const CENTS_PER_USD = 100

/** A refusal of the purchase itself. `isAfterStep`: the bank's step was done before. */
export function outcomeOfError(error: unknown, ref: string, isAfterStep: boolean): Outcome {
  const { transactionError } = error as { transactionError?: TransactionError }
  const token = transactionError?.threeDSecureActionTokenId
  if (token) return { state: 'requires_action', ref, action: { token } }
  const code = declineCode(transactionError?.code)
  return { state: 'declined', ref: null, code: isAfterStep && code === 'declined' ? 'action_failed' : code }
}

const CODES: readonly (readonly [RegExp, DeclineCode])[] = [
  [/insufficient|exceeds|limit/, 'insufficient_funds'],
  [/expired/, 'expired_card'],
  [/cvv|security_code/, 'incorrect_cvc'],
  [/fraud|restricted|pickup|stolen|lost/, 'fraud'],
  [/three_d_secure|3d/, 'action_failed'],
  [/timeout|unavailable|gateway_error|communication/, 'provider_down'],
]

const declineCode = (code: string | null | undefined): DeclineCode =>
  CODES.find(([pattern]) => pattern.test(code ?? ''))?.[1] ?? 'declined'

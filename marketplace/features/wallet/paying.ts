/** One payment at a time: nothing goes out twice by a second press, by a lost answer, or by a reload in between. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, sayFailure } from '#marketplace/platform/attempt.ts'
import { type Failure, isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { CallOptions } from '#shared/api/client.ts'
import { PAYMENT_TIMEOUT_MS } from '#shared/contract/limits.ts'
import type { PayKey } from './pay-key.ts'

export interface Paying {
  readonly isSending: ReadonlySignal<boolean>
  /** Why the last try did not work, with what to do. */
  readonly problem: ReadonlySignal<string | null>
  /** By the code of the refusal, e.g. `changed`; null after anything else. */
  readonly code: ReadonlySignal<string | null>
  /** `what` tells one payment from another: its kind, amount and card. Null when it failed or one is under way. */
  run<T>(what: string, call: (options: CallOptions) => Promise<T>): Promise<T | null>
  forget(): void
}

export function createPaying(key: PayKey): Paying {
  const isSending = signal(false)
  const problem = signal<string | null>(null)
  const code = signal<string | null>(null)

  function say(failure: Failure | null) {
    problem.value = failure === null ? null : wordsOf(failure)
    code.value = failure?.kind === 'refused' ? (failure.problem.code ?? null) : null
  }

  return {
    isSending,
    problem,
    code,
    async run(what, call) {
      if (isSending.peek()) return null
      isSending.value = true
      say(null)
      const options = { headers: { 'Idempotency-Key': key.of(what) }, timeoutMs: PAYMENT_TIMEOUT_MS }
      const result = await attempt(call(options)).finally(() => {
        isSending.value = false
      })
      if (result.kind === 'done') {
        key.settle()
        return result.value
      }
      if (!isOutcomeUnknown(result.failure)) key.settle()
      say(result.failure)
      return null
    },
    forget: () => say(null),
  }
}

const UNKNOWN =
  'No answer came, so the payment may have gone through. Press again to find out: it is never taken twice.'

function wordsOf(failure: Failure): string {
  if (isOutcomeUnknown(failure)) return UNKNOWN
  const { message, fields } = sayFailure(failure)
  return message ?? Object.values(fields)[0] ?? UNKNOWN
}

/**
 * One payment at a time: a second press, a lost answer or a reload never charges twice. A try without an
 * answer is repeated with its key, which charges nothing more, until the server reports the result.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { type Failure, isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { CallOptions } from '#shared/api/client.ts'
import { PAYMENT_TIMEOUT_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'
import type { PayKey } from './pay-key.ts'

export interface Paying {
  readonly isSending: ReadonlySignal<boolean>
  /** No answer came, so the payment may have gone through; the server is asked for it. */
  readonly isChecking: ReadonlySignal<boolean>
  /** Why the last try did not work, with what to do. */
  readonly problem: ReadonlySignal<string | null>
  /** What is wrong with which field, by the wire's names. */
  readonly fields: ReadonlySignal<Readonly<Record<string, string>>>
  /** By the code of the refusal, e.g. `changed`; null after anything else. */
  readonly code: ReadonlySignal<string | null>
  /** Null if it was refused or given up, or one is in progress. */
  run<T>(call: (options: CallOptions) => Promise<T>): Promise<T | null>
  forget(): void
  /** Stops asking. The statement shows the result of the payment. */
  giveUp(): void
}

const LAST_TIMEOUT_MS = 60_000

/** Each further try may take twice as long as the one before. */
export const payTimeoutMs = (tries: number): number =>
  Math.min(PAYMENT_TIMEOUT_MS * 2 ** tries, LAST_TIMEOUT_MS)

export interface PayingDeps {
  key: PayKey
  clock: Clock
  /** For what it says. */
  what?: 'payment' | 'withdrawal'
}

export function createPaying({ key, clock, what = 'payment' }: PayingDeps): Paying {
  const isSending = signal(false)
  const isChecking = signal(false)
  const problem = signal<string | null>(null)
  const code = signal<string | null>(null)
  const fields = signal<Readonly<Record<string, string>>>({})
  let current = 0

  function say(failure: Failure | null) {
    problem.value = failure === null ? null : wordsOf(failure, what)
    fields.value = failure === null ? {} : sayFailure(failure).fields
    code.value = codeOf(failure)
  }
  function end() {
    current++
    isSending.value = false
    isChecking.value = false
  }
  /** The result of an earlier try with this key is unknown: a refusal of this one does not settle it. */
  function refused(failure: Failure, wasOpen: boolean): null {
    if (!wasOpen || codeOf(failure) === KEY_USED) key.settle()
    say(failure)
    return null
  }

  return {
    isSending,
    isChecking,
    problem,
    fields,
    code,
    async run(call) {
      if (isSending.peek()) return null
      const wasOpen = key.isOpen()
      const mine = ++current
      isSending.value = true
      say(null)
      for (let tries = 0; ; tries++) {
        const options = { headers: { 'Idempotency-Key': key.current() }, timeoutMs: payTimeoutMs(tries) }
        const result = await attempt(call(options))
        if (result.kind === 'done') key.settle()
        if (mine !== current) return null
        if (result.kind === 'failed' && isOutcomeUnknown(result.failure)) {
          isChecking.value = true
          await new Promise<void>((resolve) => void clock.after(redialDelayMs(tries), resolve))
          if (mine === current) continue
          return null
        }
        end()
        return result.kind === 'done' ? result.value : refused(result.failure, wasOpen || tries > 0)
      }
    },
    forget: () => say(null),
    giveUp: end,
  }
}

const KEY_USED = 'idempotency_key_reused'

const codeOf = (failure: Failure | null): string | null =>
  failure?.kind === 'refused' ? (failure.problem.code ?? null) : null

const EARLIER = {
  payment: 'An earlier payment went through after all. Check your transactions before you pay again.',
  withdrawal:
    'An earlier withdrawal went through after all. Check your transactions before you withdraw again.',
} as const

function wordsOf(failure: Failure, what: keyof typeof EARLIER): string | null {
  if (codeOf(failure) === KEY_USED) return EARLIER[what]
  return formMessage(sayFailure(failure))
}

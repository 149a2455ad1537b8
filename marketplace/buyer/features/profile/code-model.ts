/** A code that was sent and is typed: when it may be sent again, whether it is right. Used for phones and the e-mail. No React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { createCountdown } from '#marketplace/buyer/platform/countdown.ts'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { CODE_RESEND_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface CodeModel {
  readonly code: ReadonlySignal<string>
  readonly error: ReadonlySignal<string | null>
  readonly isBusy: ReadonlySignal<boolean>
  readonly isSending: ReadonlySignal<boolean>
  /** Until another one may be asked for. */
  readonly secondsLeft: ReadonlySignal<number>
  type(code: string): void
  /** A code is on its way already: counts down. */
  wasSent(): void
  /** True when one is on its way. */
  resend(): Promise<boolean>
  check(code: string): Promise<boolean>
  dispose(): void
}

export interface CodeDeps {
  clock: Clock
  send: () => Promise<unknown>
  check: (code: string) => Promise<unknown>
}

export function createCodeModel({ clock, send, check }: CodeDeps): CodeModel {
  const code = signal('')
  const error = signal<string | null>(null)
  const isBusy = signal(false)
  const isSending = signal(false)
  const countdown = createCountdown(clock)
  const sayWrong = (failure: Parameters<typeof sayFailure>[0]) => {
    error.value = formMessage(sayFailure(failure))
  }

  return {
    code,
    error,
    isBusy,
    isSending,
    secondsLeft: countdown.seconds,
    type(next) {
      code.value = next
      error.value = null
    },
    wasSent: () => countdown.start(CODE_RESEND_MS),
    async resend() {
      if (isSending.peek() || countdown.seconds.peek() > 0) return false
      isSending.value = true
      const result = await attempt(send())
      isSending.value = false
      if (result.kind === 'failed') {
        sayWrong(result.failure)
        return false
      }
      code.value = ''
      error.value = null
      countdown.start(CODE_RESEND_MS)
      return true
    },
    async check(typed) {
      if (isBusy.peek()) return false
      isBusy.value = true
      error.value = null
      const result = await attempt(check(typed))
      isBusy.value = false
      if (result.kind === 'failed') sayWrong(result.failure)
      return result.kind === 'done'
    },
    dispose: countdown.dispose,
  }
}

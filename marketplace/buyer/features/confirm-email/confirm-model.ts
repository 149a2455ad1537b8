/** Confirming the e-mail address from inside: another mail, or the code of the last one (checklist AUTH-33). */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { Answer } from '#marketplace/buyer/platform/ask.ts'
import { createCountdown } from '#marketplace/buyer/platform/countdown.ts'
import { refusalWords } from '#marketplace/buyer/platform/entry-labels.ts'
import { CONFIRMATION_RESEND_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface ConfirmModel {
  readonly code: Signal<string>
  readonly isBusy: ReadonlySignal<boolean>
  /** What is wrong with the code. */
  readonly codeProblem: ReadonlySignal<string | null>
  /** What came of asking for another mail. */
  readonly notice: ReadonlySignal<string | null>
  readonly resendSeconds: ReadonlySignal<number>
  resend(): Promise<void>
  confirm(): Promise<void>
  dispose(): void
}

export interface ConfirmModelDeps {
  send: () => Promise<Answer<unknown>>
  /** Confirms by code; the user store has the new state when it is done. */
  check: (code: string) => Promise<Answer<unknown>>
  clock: Clock
}

export function createConfirmModel({ send, check, clock }: ConfirmModelDeps): ConfirmModel {
  const code = signal('')
  const isBusy = signal(false)
  const codeProblem = signal<string | null>(null)
  const notice = signal<string | null>(null)
  const wait = createCountdown(clock)

  async function alone(run: () => Promise<void>) {
    if (isBusy.value) return
    isBusy.value = true
    await run().finally(() => {
      isBusy.value = false
    })
  }

  return {
    code,
    isBusy,
    codeProblem,
    notice,
    resendSeconds: wait.seconds,
    resend: () =>
      alone(async () => {
        const sent = await send()
        if (sent.kind === 'done') {
          notice.value = 'A new email is on its way.'
          wait.start(CONFIRMATION_RESEND_MS)
          return
        }
        if (sent.kind === 'throttled') wait.start(sent.retryAfterMs ?? CONFIRMATION_RESEND_MS)
        notice.value = refusalWords(sent) ?? 'Too many emails for now.'
      }),
    confirm: () =>
      alone(async () => {
        const checked = await check(code.value)
        if (checked.kind === 'done') return
        code.value = ''
        codeProblem.value =
          (checked.kind === 'refused' ? checked.errors.code : undefined) ??
          refusalWords(checked) ??
          'Too many tries. Ask for a new email in a while.'
      }),
    dispose: () => wait.dispose(),
  }
}

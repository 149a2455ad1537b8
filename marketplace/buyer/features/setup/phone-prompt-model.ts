/** Confirming the default phone with a texted code. Without React. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Phone } from '#marketplace/buyer/platform/user.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { CODE_RESEND_MS } from '#shared/contract/limits.ts'
import type { PhoneWire } from '#shared/contract/phone.ts'
import { confirmPhone, sendPhoneCode } from '#shared/contract/phones.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'

export interface PhonePrompt {
  /** A code is on its way: the boxes for it show. */
  readonly isSent: ReadonlySignal<boolean>
  readonly code: ReadonlySignal<string>
  readonly error: ReadonlySignal<string | null>
  readonly isSending: ReadonlySignal<boolean>
  readonly isChecking: ReadonlySignal<boolean>
  /** Until another code may be asked for. */
  readonly secondsLeft: ReadonlySignal<number>
  type(code: string): void
  send(): Promise<void>
  confirm(code: string): Promise<void>
  dispose(): void
}

export interface PhonePromptDeps {
  api: Api
  clock: Clock
  log: Log
  customerId: number
  phone: Phone
  onConfirmed: (phones: readonly PhoneWire[]) => void
}

export const SEND_FAILED = 'The code could not be sent. Try again.'
export const CONFIRM_FAILED = 'The code could not be checked. Try again.'
const SECOND_MS = 1000

export function createPhonePrompt(deps: PhonePromptDeps): PhonePrompt {
  const { api, clock, log, phone, customerId } = deps
  const params = { customer: customerId, phone: phone.id }
  const isSent = signal(false)
  const code = signal('')
  const error = signal<string | null>(null)
  const isSending = signal(false)
  const isChecking = signal(false)
  const openAtMs = signal(0)
  const nowMs = signal(clock.now())
  const secondsLeft = computed(() => Math.max(0, Math.ceil((openAtMs.value - nowMs.value) / SECOND_MS)))
  let stopTicking = () => {}

  function wait(ms: number) {
    stopTicking()
    nowMs.value = clock.now()
    openAtMs.value = nowMs.value + ms
    stopTicking = clock.every(SECOND_MS, () => {
      nowMs.value = clock.now()
      if (secondsLeft.value === 0) stopTicking()
    })
  }

  return {
    isSent,
    code,
    error,
    isSending,
    isChecking,
    secondsLeft,
    type(text) {
      code.value = text
      error.value = null
    },
    async send() {
      if (isSending.value || secondsLeft.value > 0) return
      isSending.value = true
      error.value = null
      try {
        await api(sendPhoneCode, { params })
        isSent.value = true
        code.value = ''
        wait(CODE_RESEND_MS)
      } catch (failed) {
        error.value = textOf(failed, SEND_FAILED)
        log.warn('Sending a phone code failed', kindOf(failed))
      }
      isSending.value = false
    },
    async confirm(typed) {
      if (isChecking.value) return
      isChecking.value = true
      try {
        const reply = await api(confirmPhone, { params, body: { code: typed } })
        deps.onConfirmed(reply.data)
      } catch (failed) {
        error.value = textOf(failed, CONFIRM_FAILED)
        log.warn('Confirming a phone failed', kindOf(failed))
      }
      isChecking.value = false
    },
    dispose: () => stopTicking(),
  }
}

/** What the server says is wrong; our own words when it says nothing or did not answer. */
function textOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused' || error.failure.status >= 500)
    return otherwise
  const { problem } = error.failure
  return Object.values(problem.errors ?? {})[0]?.[0] || problem.message || otherwise
}

function kindOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.failure.kind
}

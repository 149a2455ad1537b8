/** Changing the e-mail address: the new one, a code to the current mail or phone, and the change. No React. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { CustomerWire } from '#shared/contract/account.ts'
import { changeEmail, sendActionCode } from '#shared/contract/profile.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { type CodeModel, createCodeModel } from './code-model.ts'

export type Channel = 'email' | 'sms'

export interface EmailChange {
  readonly email: Signal<string>
  readonly channel: Signal<Channel>
  readonly step: ReadonlySignal<'address' | 'code'>
  readonly isBusy: ReadonlySignal<boolean>
  /** A new address was typed that is not the customer's yet. */
  readonly isDirty: ReadonlySignal<boolean>
  /** What is wrong with the new address. */
  readonly error: ReadonlySignal<string | null>
  readonly message: ReadonlySignal<string | null>
  readonly code: CodeModel
  /** Sends the code. */
  begin(): Promise<boolean>
  /** True when the address is changed; an address that cannot be had leads back to it. */
  finish(code: string): Promise<boolean>
  back(): void
  dispose(): void
}

export interface EmailChangeDeps {
  api: Api
  clock: Clock
  customer: number
  adopt: (wire: CustomerWire) => void
}

export function createEmailChange({ api, clock, customer, adopt }: EmailChangeDeps): EmailChange {
  const email = signal('')
  const channel = signal<Channel>('email')
  const step = signal<'address' | 'code'>('address')
  const isBusy = signal(false)
  const error = signal<string | null>(null)
  const message = signal<string | null>(null)

  const sendCode = () => api(sendActionCode, { params: { customer, channel: channel.peek() } })
  async function change(code: string) {
    const call = api(changeEmail, { params: { customer }, body: { email: email.peek().trim(), code } })
    call.then(
      (reply) => adopt(reply.data),
      (refusal: unknown) => {
        const taken = fieldProblem(refusal, 'email')
        if (taken === null) return
        error.value = taken
        step.value = 'address'
      },
    )
    await call
  }
  const codeModel = createCodeModel({ clock, send: sendCode, check: change })

  async function begin(): Promise<boolean> {
    if (isBusy.peek()) return false
    message.value = null
    error.value = /^\S+@\S+\.\S+$/.test(email.peek().trim())
      ? null
      : 'Enter an email address like name@example.com.'
    if (error.peek() !== null) return false
    isBusy.value = true
    const result = await attempt(sendCode())
    isBusy.value = false
    if (result.kind === 'failed') {
      message.value = formMessage(sayFailure(result.failure))
      return false
    }
    codeModel.type('')
    codeModel.wasSent()
    step.value = 'code'
    return true
  }

  return {
    email,
    channel,
    step,
    isBusy,
    isDirty: computed(() => email.value.trim() !== ''),
    error,
    message,
    code: codeModel,
    begin,
    finish: codeModel.check,
    back() {
      step.value = 'address'
    },
    dispose: codeModel.dispose,
  }
}

/** What a refused call says about one field. */
function fieldProblem(error: unknown, field: string): string | null {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused') return null
  return error.failure.problem.errors?.[field]?.[0] ?? null
}

/** Asking the deposit back, and objecting when it is to be kept. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import { appealForfeit, type DepositWire, requestDepositRefund } from '#shared/contract/money.ts'

export interface DepositModel {
  readonly isBusy: ReadonlySignal<boolean>
  readonly problem: ReadonlySignal<string | null>
  /** What the deposit is now, or null when it was refused; then `problem` says why. */
  askBack(depositId: number): Promise<DepositWire | null>
  /** Rejects with `ApiError`. */
  object(depositId: number, text: string): Promise<unknown>
  forgetProblem(): void
}

export interface DepositModelDeps {
  api: Api
  customerId: number
  /** Also after a refusal: what is shown may be out of date. */
  changed: () => void
}

export function createDepositModel({ api, customerId, changed }: DepositModelDeps): DepositModel {
  const isBusy = signal(false)
  const problem = signal<string | null>(null)

  async function act(call: () => Promise<{ data: DepositWire }>): Promise<DepositWire | null> {
    if (isBusy.peek()) return null
    isBusy.value = true
    problem.value = null
    const result = await attempt(call()).finally(() => {
      isBusy.value = false
    })
    changed()
    if (result.kind === 'done') return result.value.data
    problem.value = formMessage(sayFailure(result.failure))
    return null
  }

  const params = (deposit: number) => ({ customer: customerId, deposit })
  return {
    isBusy,
    problem,
    askBack: (id) => act(() => api(requestDepositRefund, { params: params(id) })),
    object: (id, text) => api(appealForfeit, { params: params(id), body: { text } }).finally(changed),
    forgetProblem() {
      problem.value = null
    },
  }
}

/** Why a refund cannot be asked for; null when it can. */
export function refundBlock({ state, active_offers_count, forfeit }: DepositWire): string | null {
  if (state === 'pending') return 'The payment of this deposit is not complete yet.'
  if (state === 'refund_requested') return 'Refund requested. It is on its way.'
  if (state !== 'current') return 'This deposit has ended.'
  if (forfeit) return 'Staff propose to keep it; object below first.'
  if (active_offers_count > 0)
    return active_offers_count === 1
      ? 'In use by 1 active offer. Withdraw it or wait until it ends.'
      : `In use by ${active_offers_count} active offers. Withdraw them or wait until they end.`
  return null
}

/** What became of one payment: read anew as often as anybody likes, and finished after the step at the card's bank. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, sayFailure } from '#marketplace/platform/attempt.ts'
import { createResource, type ResourceState } from '#marketplace/platform/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { PAYMENT_TIMEOUT_MS } from '#shared/contract/limits.ts'
import { completePayment, getPayment, type PaymentState, type PaymentWire } from '#shared/contract/money.ts'

export interface PaymentModel {
  readonly state: ReadonlySignal<ResourceState<PaymentWire>>
  readonly isCompleting: ReadonlySignal<boolean>
  /** Why the step at the bank could not be finished. */
  readonly problem: ReadonlySignal<string | null>
  load(): Promise<void>
  /** Asks again without showing that it does; a failure changes nothing. */
  look(): Promise<void>
  complete(resultToken?: string): Promise<void>
}

export interface PaymentDeps {
  api: Api
  paymentId: number
  /** Money may have moved. */
  settled: () => void
}

export const isOpen = (state: PaymentState): boolean =>
  state === 'started' || state === 'pending' || state === 'requires_action'

export function createPaymentModel({ api, paymentId, settled }: PaymentDeps): PaymentModel {
  const params = { payment: paymentId }
  const ask = async () => (await api(getPayment, { params })).data
  const resource = createResource(ask)
  const isCompleting = signal(false)
  const problem = signal<string | null>(null)

  function put(payment: PaymentWire) {
    const before = resource.state.peek()
    resource.put(payment)
    if (before.phase === 'ready' && isOpen(before.value.state) && !isOpen(payment.state)) settled()
  }

  return {
    state: resource.state,
    isCompleting,
    problem,
    load: resource.load,
    async look() {
      if (resource.state.peek().phase !== 'ready' || isCompleting.peek()) return
      const result = await attempt(ask())
      if (result.kind === 'done') put(result.value)
    },
    async complete(resultToken) {
      if (isCompleting.peek()) return
      isCompleting.value = true
      problem.value = null
      const body = resultToken ? { result_token: resultToken } : {}
      const result = await attempt(
        api(completePayment, { params, body }, { timeoutMs: PAYMENT_TIMEOUT_MS }),
      ).finally(() => {
        isCompleting.value = false
      })
      if (result.kind === 'done') put(result.value.data)
      else problem.value = sayFailure(result.failure).message
    },
  }
}

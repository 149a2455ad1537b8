/** What became of one payment: read anew as often as anybody likes, and finished after the step at the card's bank. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, sayFailure } from '#marketplace/kit/attempt.ts'
import { createResource, type ResourceState } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { completePayment, getPayment, type PaymentState, type PaymentWire } from '#shared/contract/money.ts'
import { payTimeoutMs } from './paying.ts'

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
  /** If the card service did not answer, the server asks it. */
  const askService = async (body: { result_token?: string } = {}, tries = 0) =>
    (await api(completePayment, { params, body }, { timeoutMs: payTimeoutMs(tries) })).data
  const resource = createResource(ask)
  const isCompleting = signal(false)
  const problem = signal<string | null>(null)
  let isAsking = false
  let unanswered = 0

  function put(payment: PaymentWire) {
    const before = resource.state.peek()
    const wasOpen = before.phase !== 'ready' || isOpen(before.value.state)
    // A slow answer may be older than what is shown. A finished payment does not reopen.
    if (!wasOpen && isOpen(payment.state)) return
    resource.put(payment)
    if (before.phase === 'ready' && wasOpen && !isOpen(payment.state)) settled()
  }

  /** One call at a time; the one after a failure may take longer. */
  async function lookAtService() {
    isAsking = true
    const result = await attempt(askService({}, unanswered))
    isAsking = false
    unanswered = result.kind === 'done' ? 0 : unanswered + 1
    return result
  }

  return {
    state: resource.state,
    isCompleting,
    problem,
    load: resource.load,
    async look() {
      const state = resource.state.peek()
      if (state.phase !== 'ready' || isCompleting.peek()) return
      const mayAskService = state.value.state === 'started' && !isAsking
      const result = await (mayAskService ? lookAtService() : attempt(ask()))
      if (result.kind === 'done') put(result.value)
    },
    async complete(resultToken) {
      if (isCompleting.peek()) return
      isCompleting.value = true
      problem.value = null
      const result = await attempt(askService(resultToken ? { result_token: resultToken } : {})).finally(
        () => {
          isCompleting.value = false
        },
      )
      if (result.kind === 'done') put(result.value)
      else problem.value = sayFailure(result.failure).message
    },
  }
}

/** The cards of this customer: the list, a new one by the provider's token, the default, removal. No number of a card is in it. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { createResource, type ResourceState } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { PAYMENT_TIMEOUT_MS } from '#shared/contract/limits.ts'
import {
  addBillingInfo,
  type BillingInfoWire,
  listBillingInfos,
  removeBillingInfo,
  setDefaultBillingInfo,
} from '#shared/contract/money.ts'

export interface CardsModel {
  readonly state: ReadonlySignal<ResourceState<readonly BillingInfoWire[]>>
  /** The card something is done with, or `new`. */
  readonly busy: ReadonlySignal<number | 'new' | null>
  readonly problem: ReadonlySignal<string | null>
  load(): Promise<void>
  /** The new card, or null when it was refused; `problem` says why. */
  add(token: string, replaces?: number): Promise<BillingInfoWire | null>
  makeDefault(id: number): Promise<void>
  /** False when it stays. */
  remove(id: number): Promise<boolean>
  forgetProblem(): void
}

export function createCards(api: Api): CardsModel {
  const cards = createResource<readonly BillingInfoWire[]>(async () => (await api(listBillingInfos, {})).data)
  const busy = signal<number | 'new' | null>(null)
  const problem = signal<string | null>(null)

  async function act<T>(what: number | 'new', call: () => Promise<T>): Promise<T | null> {
    if (busy.peek() !== null) return null
    busy.value = what
    problem.value = null
    const result = await attempt(call()).finally(() => {
      busy.value = null
    })
    if (result.kind === 'done') return result.value
    problem.value = formMessage(sayFailure(result.failure))
    return null
  }

  return {
    state: cards.state,
    busy,
    problem,
    load: cards.load,
    async add(token, replaces) {
      const body = { token, ...(replaces === undefined ? {} : { replaces }) }
      const reply = await act('new', () => api(addBillingInfo, { body }, { timeoutMs: PAYMENT_TIMEOUT_MS }))
      if (reply !== null) await cards.load()
      return reply?.data ?? null
    },
    async makeDefault(id) {
      const reply = await act(id, () => api(setDefaultBillingInfo, { params: { billingInfo: id } }))
      if (reply !== null) cards.put(reply.data)
    },
    async remove(id) {
      const reply = await act(id, async () => {
        await api(removeBillingInfo, { params: { billingInfo: id } })
        return true
      })
      if (reply !== null) await cards.load()
      return reply !== null
    },
    forgetProblem() {
      problem.value = null
    },
  }
}

/** The one a payment begins with: the default, else the first. */
export const preferredCard = (cards: readonly BillingInfoWire[]): BillingInfoWire | null =>
  cards.find(({ is_default }) => is_default) ?? cards[0] ?? null

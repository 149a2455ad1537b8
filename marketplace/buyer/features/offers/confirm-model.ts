/** Confirming an accepted offer: the fee as it is now, what the wallet holds, and one press. Pressing again changes nothing. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt } from '#marketplace/kit/attempt.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { getWallet } from '#shared/contract/money.ts'
import { confirmOffer, getOffer, type OfferDetailWire } from '#shared/contract/offers.ts'
import { loadFee } from './offer-setup.ts'
import { type Refusal, refusalOf } from './refusal.ts'

export type ConfirmState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'missing' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly offer: OfferDetailWire }

export interface ConfirmModel {
  readonly state: ReadonlySignal<ConfirmState>
  /** Known while an accepted offer is shown. */
  readonly feeUsd: ReadonlySignal<number | null>
  /** Null: not known, and then not in the way. */
  readonly balanceUsd: ReadonlySignal<number | null>
  readonly isBusy: ReadonlySignal<boolean>
  readonly refusal: ReadonlySignal<Refusal | null>
  load(): Promise<void>
  /** Somebody comes back, e.g. from topping up. */
  refresh(): Promise<void>
  confirm(): Promise<void>
}

const CENTS = 100

export function createConfirmModel(api: Api, id: number): ConfirmModel {
  const isId = Number.isSafeInteger(id) && id > 0
  const state = signal<ConfirmState>(isId ? { phase: 'loading' } : { phase: 'missing' })
  const feeUsd = signal<number | null>(null)
  const balanceUsd = signal<number | null>(null)
  const isBusy = signal(false)
  const refusal = signal<Refusal | null>(null)

  async function ask(): Promise<void> {
    const [found, wallet, fee] = await Promise.all([
      attempt(api(getOffer, { params: { offer: id } })),
      attempt(api(getWallet, {})),
      loadFee(api),
    ])
    if (wallet.kind === 'done') balanceUsd.value = wallet.value.data.balance_cents / CENTS
    if (found.kind === 'done') {
      const offer = found.value.data
      const now = fee.kind === 'done' ? fee.value : feeUsd.peek()
      // The one of the offer is what was agreed; the server has the last word.
      feeUsd.value = offer.platform_fee ?? now
      // Nobody is asked to pay an amount that is not known.
      if (fee.kind === 'failed' && feeUsd.peek() === null && offer.state === 'accepted')
        state.value = { phase: 'failed', failure: fee.failure }
      else state.value = { phase: 'ready', offer }
      return
    }
    const { failure } = found
    if (failure.kind === 'refused' && failure.status === 404) state.value = { phase: 'missing' }
    else if (state.peek().phase !== 'ready') state.value = { phase: 'failed', failure }
  }

  return {
    state,
    feeUsd,
    balanceUsd,
    isBusy,
    refusal,
    async load() {
      if (!isId) return
      state.value = { phase: 'loading' }
      await ask()
    },
    async refresh() {
      if (isId && !isBusy.peek()) await ask()
    },
    async confirm() {
      if (isBusy.peek()) return
      isBusy.value = true
      refusal.value = null
      const fee = feeUsd.peek()
      const query = fee === null ? {} : { expected_fee: String(fee) }
      const answer = await attempt(api(confirmOffer, { params: { offer: id }, query }))
      if (answer.kind === 'done') state.value = { phase: 'ready', offer: answer.value.data }
      else {
        const why = refusalOf(answer.failure)
        await ask()
        refusal.value = why
      }
      isBusy.value = false
    },
  }
}

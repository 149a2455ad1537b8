/** Making an offer on one deal: what it begins with on its way, an offer that is under way already, or the one that is written. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Failure } from '#shared/api/api-error.ts'
import type { OfferDetailWire } from '#shared/contract/offers.ts'
import { createOfferDraftModel, type OfferDraftDeps, type OfferDraftModel } from './offer-draft-model.ts'
import { loadSetup } from './offer-setup.ts'

export type MakeOfferState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'missing' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  /** An offer of theirs is under way: it is answered, not made once more. */
  | { readonly phase: 'exists'; readonly offer: OfferDetailWire }
  | { readonly phase: 'ready'; readonly draftModel: OfferDraftModel }

export interface MakeOfferModel {
  readonly state: ReadonlySignal<MakeOfferState>
  load(): Promise<void>
  dispose(): void
}

export function createMakeOfferModel(deps: OfferDraftDeps): MakeOfferModel {
  const state = signal<MakeOfferState>({ phase: 'loading' })
  let turn = 0
  return {
    state,
    async load() {
      const mine = ++turn
      state.value = { phase: 'loading' }
      const next = await ask(deps)
      if (mine === turn) state.value = next
    },
    dispose() {
      turn++
      const last = state.peek()
      // What was typed in the last second goes to the server all the same.
      if (last.phase === 'ready') void last.draftModel.saver.settle().then(() => deps.offers.tell(null))
    },
  }
}

async function ask(deps: OfferDraftDeps): Promise<MakeOfferState> {
  const outcome = await loadSetup(deps.api, deps.propertyId)
  if (outcome.kind === 'missing') return { phase: 'missing' }
  if (outcome.kind === 'failed') return { phase: 'failed', failure: outcome.failure }
  const { offer } = outcome.setup
  if (offer !== null && offer.state !== 'draft') return { phase: 'exists', offer }
  return { phase: 'ready', draftModel: createOfferDraftModel(deps, outcome.setup) }
}

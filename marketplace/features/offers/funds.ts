/** The proof of funds an offer stands on, and the company documents on its draft. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import * as z from 'zod/mini'
import { attempt } from '#marketplace/platform/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import {
  listProofsOfFunds,
  type ProofOfFundsWire,
  removeCorporateDocument,
  uploadProofOfFunds,
} from '#shared/contract/funds.ts'
import { getOffer } from '#shared/contract/offers.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Draft, DraftSaver } from './draft-saver.ts'
import type { OfferSetup } from './offer-setup.ts'
import { usableProof } from './proofs.ts'

export interface Funds {
  readonly proofId: ReadonlySignal<number | null>
  /** The latest first; null: they could not be asked. */
  readonly proofs: ReadonlySignal<readonly ProofOfFundsWire[] | null>
  chooseProof(id: number | null): void
  /** A proof as the server just answered it: it is the one that is chosen. */
  adoptProof(reply: unknown): void
  loadProofs(): Promise<void>
  /** The draft's id on the server, for what hangs on it; null when it could not be kept there. */
  ensureDraft(): Promise<number | null>
  /** A document was attached to the draft. */
  reloadDraft(): Promise<void>
  removeDocument(id: number): Promise<void>
}

export interface FundsDeps {
  api: Api
  clock: Clock
  saver: DraftSaver
  setup: Pick<OfferSetup, 'proofs'>
  /** By the draft; null: the latest that is good. */
  chosen: number | null
  keep: () => void
  draft: () => Draft
}

export function createFunds({ api, clock, saver, setup, chosen, keep, draft }: FundsDeps): Funds {
  const proofs = signal(setup.proofs)
  const proofId = signal(chosen ?? usableProof(setup.proofs ?? [], clock.now())?.id ?? null)
  const reloadDraft = async () => {
    const id = saver.offer.peek()?.id
    if (id === undefined) return
    const answer = await attempt(api(getOffer, { params: { offer: id } }))
    if (answer.kind === 'done') saver.adopt(answer.value.data)
  }
  const chooseProof = (id: number | null) => {
    proofId.value = id
    keep()
  }
  return {
    ...{ proofId, proofs, reloadDraft, chooseProof },
    adoptProof(reply) {
      const read = z.safeDecode(uploadProofOfFunds.reply, reply as never)
      if (!read.success) return
      const { data } = read
      const known = proofs.peek() ?? []
      proofs.value = [data.data, ...known.filter(({ id }) => id !== data.data.id)]
      chooseProof(data.data.id)
    },
    async loadProofs() {
      const answer = await attempt(api(listProofsOfFunds, {}))
      if (answer.kind === 'done') proofs.value = answer.value.data
    },
    async ensureDraft() {
      if (saver.offer.peek() === null) saver.keep(draft())
      await saver.settle()
      return saver.offer.peek()?.id ?? null
    },
    async removeDocument(id) {
      const offer = saver.offer.peek()
      if (offer === null) return
      await attempt(api(removeCorporateDocument, { params: { offer: offer.id, document: id } }))
      await reloadDraft()
    },
  }
}

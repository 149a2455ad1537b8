/** The proof of funds of an offer, and the company documents on its draft. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import * as z from 'zod/mini'
import { attempt } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import { getOffer, type OfferGateWire } from '#shared/contract/offers.ts'
import {
  listProofsOfFunds,
  type ProofOfFundsWire,
  type ProofRule,
  removeCorporateDocument,
  uploadProofOfFunds,
} from '#shared/contract/proof-of-funds.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { proofCounts } from '#shared/rules/offers/proof-standing.ts'
import type { Draft, DraftSaver } from './draft-saver.ts'
import { dayText } from './offer-form.ts'
import type { OfferSetup } from './offer-setup.ts'
import { createProofDetails, type ProofDetailsModel } from './proof-details-model.ts'
import { usableProof } from './proofs.ts'

export interface ProofOfFundsModel extends ProofDetailsModel {
  readonly proofId: ReadonlySignal<number | null>
  /** The latest first; null: they could not be asked. */
  readonly proofs: ReadonlySignal<readonly ProofOfFundsWire[] | null>
  /** The chosen proof counts for this seller, or there are company documents. */
  readonly hasFunds: ReadonlySignal<boolean>
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

export interface ProofOfFundsDeps {
  api: Api
  clock: Clock
  saver: DraftSaver
  setup: Pick<OfferSetup, 'proofs'>
  gate: ReadonlySignal<OfferGateWire | null>
  /** By the draft; null: the latest that is good. */
  chosen: number | null
  keep: () => void
  draft: () => Draft
}

export const ruleOf = (gate: OfferGateWire | null): ProofRule => gate?.proof_rule ?? 'reviewed'

export function createProofOfFunds({
  api,
  clock,
  saver,
  setup,
  gate,
  chosen,
  keep,
  draft,
}: ProofOfFundsDeps): ProofOfFundsModel {
  const proofs = signal(setup.proofs)
  const usable = usableProof(setup.proofs ?? [], { rule: ruleOf(gate.peek()), nowMs: clock.now() })
  const proofId = signal(chosen ?? usable?.id ?? null)
  const hasFunds = computed(() => {
    if (saver.offer.value?.corporate_documents.some((file) => !file.is_quarantined)) return true
    const proof = proofs.value?.find(({ id }) => id === proofId.value)
    // What could not be loaded, the server decides.
    if (proof === undefined) return proofs.value === null && proofId.value !== null
    return proofCounts(proof, ruleOf(gate.value), dayText(clock.now()))
  })
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
  const details = createProofDetails({
    api,
    proofs,
    chosenId: proofId,
    onTyped: keep,
    onSaved(proof) {
      proofs.value = (proofs.peek() ?? []).map((known) => (known.id === proof.id ? proof : known))
    },
  })
  return {
    proofId,
    proofs,
    hasFunds,
    reloadDraft,
    chooseProof,
    ...details,
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

/** Amount, bank and last day of the proofs of funds, as typed and not saved yet. Kept while the offer moves between its steps. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import { type ProofOfFundsWire, updateProofOfFunds } from '#shared/contract/proof-of-funds.ts'
import { centsOf, centsText } from './offer-form.ts'

export interface ProofDetails {
  /** In units of the currency, as people write it: `250k`. */
  readonly amount: string
  readonly bank: string
  /** YYYY-MM-DD. */
  readonly until: string
}

export interface ProofDetailsModel {
  /** What was typed, by the proof's id; without those that are as the server has them. */
  readonly typed: ReadonlySignal<ReadonlyMap<number, ProofDetails>>
  readonly isSavingProof: ReadonlySignal<boolean>
  /** Why they were not saved. */
  readonly proofProblem: ReadonlySignal<string | null>
  typeProof(proof: ProofOfFundsWire, part: Partial<ProofDetails>): void
  /** True when the offer can go on; false, with the reason, when the chosen proof's amount is none or a save was refused. */
  saveProofs(): Promise<boolean>
}

interface ModelDeps {
  api: Api
  proofs: ReadonlySignal<readonly ProofOfFundsWire[] | null>
  chosenId: ReadonlySignal<number | null>
  onSaved: (proof: ProofOfFundsWire) => void
  onTyped: () => void
}

export const detailsOf = (proof: ProofOfFundsWire): ProofDetails => ({
  amount: proof.amount_cents ? centsText(proof.amount_cents) : '',
  bank: proof.bank ?? '',
  until: proof.valid_until ?? '',
})

/** Nothing typed is right: the amount is optional. */
export const isAmountWrong = ({ amount }: ProofDetails): boolean => amount.trim() !== '' && !centsOf(amount)

export function createProofDetails({
  api,
  proofs,
  chosenId,
  onSaved,
  onTyped,
}: ModelDeps): ProofDetailsModel {
  const all = signal<ReadonlyMap<number, ProofDetails>>(new Map())
  const isSavingProof = signal(false)
  const proofProblem = signal<string | null>(null)
  const typed = computed(() => new Map([...all.value].filter(([id, one]) => isChanged(id, one))))

  function isChanged(id: number, one: ProofDetails): boolean {
    const proof = proofs.value?.find((known) => known.id === id)
    if (proof === undefined) return false
    const saved = detailsOf(proof)
    return one.amount !== saved.amount || one.bank !== saved.bank || one.until !== saved.until
  }
  async function save(id: number, one: ProofDetails): Promise<boolean> {
    const body = {
      amount_cents: centsOf(one.amount),
      bank: one.bank.trim() || null,
      valid_until: one.until || null,
    }
    const saved = await attempt(api(updateProofOfFunds, { params: { proof: id }, body }))
    if (saved.kind === 'done') {
      // Keeps what was typed during the call.
      if (all.peek().get(id) === one) all.value = new Map([...all.peek()].filter(([known]) => known !== id))
      onSaved(saved.value.data)
      return true
    }
    proofProblem.value = formMessage(sayFailure(saved.failure))
    return false
  }
  return {
    typed,
    isSavingProof,
    proofProblem,
    typeProof(proof, part) {
      const now = all.peek().get(proof.id) ?? detailsOf(proof)
      all.value = new Map(all.peek()).set(proof.id, { ...now, ...part })
      proofProblem.value = null
      onTyped()
    },
    async saveProofs() {
      const chosen = typed.peek().get(chosenId.peek() ?? 0)
      if (isSavingProof.peek() || (chosen && isAmountWrong(chosen))) return false
      const unsaved = [...typed.peek()].filter(([, one]) => !isAmountWrong(one))
      isSavingProof.value = true
      proofProblem.value = null
      const saved = await Promise.all(unsaved.map(([id, one]) => save(id, one)))
      isSavingProof.value = false
      return !saved.includes(false)
    },
  }
}

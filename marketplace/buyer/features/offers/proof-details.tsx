/** Amount, bank and last day of a proof of funds: what the seller reads before they open it. Saved with the step. */
import { useSignals } from '@preact/signals-react/runtime'
import { Field } from '#marketplace/kit/ui/field.tsx'
import type { ProofOfFundsWire } from '#shared/contract/proof-of-funds.ts'
import type { OfferDraftModel } from './offer-draft-model.ts'
import { detailsOf, isAmountWrong } from './proof-details-model.ts'

export function ProofDetails({
  draftModel,
  proof,
}: {
  draftModel: OfferDraftModel
  proof: ProofOfFundsWire
}) {
  useSignals()
  const typed = draftModel.typed.value.get(proof.id)
  const details = typed ?? detailsOf(proof)
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void draftModel.next()
      }}
    >
      <div className="grid gap-3 sheet:grid-cols-3">
        <Field
          label="Amount it shows"
          isMoney
          value={details.amount}
          error={isAmountWrong(details) ? 'Enter an amount, like 250k.' : null}
          onChange={(event) => draftModel.typeProof(proof, { amount: event.currentTarget.value })}
        />
        <Field
          label="Bank"
          value={details.bank}
          maxLength={120}
          error={null}
          onChange={(event) => draftModel.typeProof(proof, { bank: event.currentTarget.value })}
        />
        <Field
          label="Good until"
          type="date"
          value={details.until}
          error={null}
          onChange={(event) => draftModel.typeProof(proof, { until: event.currentTarget.value })}
        />
      </div>
      {typed && proof.review === 'approved' ? (
        <p className="text-sm text-text-2">Changed details are reviewed again.</p>
      ) : null}
      {/* Enter in a field goes on. */}
      <button type="submit" hidden />
    </form>
  )
}

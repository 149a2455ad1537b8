/** A newer paper in the place of a proof of funds: it takes over amount and bank; the old one is removed unless an offer uses it. */
import { useSignals } from '@preact/signals-react/runtime'
import { toast } from '#marketplace/buyer/ui/toast.ts'
import { UploadField } from '#marketplace/buyer/ui/upload/upload-field.tsx'
import type { ProofOfFundsWire } from '#shared/contract/funds.ts'
import { Button } from '#shared/ui/button.tsx'
import type { ProofsModel } from './proofs-model.ts'

export interface ReplaceProofProps {
  proof: ProofOfFundsWire
  model: ProofsModel
  onDone: () => void
}

export function ReplaceProof({ proof, model, onDone }: ReplaceProofProps) {
  useSignals()
  async function replace(reply: unknown) {
    if (!model.adopt(reply)) return
    onDone()
    if (proof.is_in_use) toast('The new proof is there; the old one stays with its offer')
    else if (await model.remove(proof.id)) toast('Proof of funds replaced')
  }
  return (
    <div className="grid gap-2">
      <UploadField
        label={`In place of ${proof.file_name}`}
        hint="PDF, JPG, PNG or HEIC up to 15 MB."
        kind="proof"
        path="/customer/api/proof-of-funds"
        fieldName="proof_file"
        extra={keptDetails(proof)}
        files={[]}
        onUploaded={(reply) => void replace(reply)}
      />
      <Button size="sm" variant="ghost" className="justify-self-start pointer-coarse:h-11" onClick={onDone}>
        Keep the old one
      </Button>
    </div>
  )
}

/** Its validity does not go over: a newer paper is good for longer. */
const keptDetails = ({ amount_cents: cents, bank }: ProofOfFundsWire): Record<string, string> => ({
  ...(cents ? { amount_cents: String(cents) } : {}),
  ...(bank ? { bank } : {}),
})

/** Profile, Documents: proofs of funds, each with what it shows, how long it is good and where it is used (checklist PRO-07). */

import { useSignals } from '@preact/signals-react/runtime'
import { FileCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EmptyState } from '#marketplace/buyer/ui/empty-state.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { List, LoadingRows, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { UploadField } from '#marketplace/buyer/ui/upload/upload-field.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { ProofOfFundsWire } from '#shared/contract/proof-of-funds.ts'
import { ProofRow } from './proof-row.tsx'
import { createProofsModel, type ProofsModel } from './proofs-model.ts'

export default function DocumentsPartition() {
  useSignals()
  const { api } = useServices()
  const [model] = useState(() => createProofsModel(api))
  useEffect(() => void model.load(), [model])
  const [editedId, setEditedId] = useState<number | null>(null)
  const state = model.state.value

  function adopt(reply: unknown) {
    const proof = model.adopt(reply)
    toast('Proof of funds uploaded')
    // What it shows is asked for at once, while it is at hand.
    if (proof && (proof.amount_cents === null || proof.amount_cents === undefined)) setEditedId(proof.id)
  }
  return (
    <>
      <Section
        title="Proof of funds"
        note="A bank statement or a lender’s letter. You attach it to an offer. Only you, the sellers you attach it for and our staff, who review it, can open it; each opening is logged. Most sellers accept it after the review."
      >
        <div className="grid gap-4">
          <UploadField
            label="Upload a proof of funds"
            hint="PDF, JPG, PNG or HEIC up to 15 MB."
            kind="proof"
            path="/customer/api/proof-of-funds"
            fieldName="proof_file"
            files={[]}
            onUploaded={adopt}
          />
          {state.phase === 'loading' ? <LoadingRows count={2} /> : null}
          {state.phase === 'failed' ? (
            <LoadFailed onRetry={() => void model.load()}>{sayFailure(state.failure).message}</LoadFailed>
          ) : null}
          {state.phase === 'ready' ? (
            <Proofs proofs={state.value} model={model} editedId={editedId} onEdit={setEditedId} />
          ) : null}
        </div>
      </Section>
      <Section title="Company documents">
        <p className="max-w-[62ch] text-sm text-text-2">
          Operating agreements, articles and letters of an LLC or a trust go with each offer. You add them
          where you make it, and find them on its page under{' '}
          <Link href="/profile/offers" className="font-medium text-accent-text underline underline-offset-2">
            Offers
          </Link>
          .
        </p>
      </Section>
    </>
  )
}

interface ProofsProps {
  proofs: readonly ProofOfFundsWire[]
  model: ProofsModel
  editedId: number | null
  onEdit: (id: number | null) => void
}

function Proofs({ proofs, model, editedId, onEdit }: ProofsProps) {
  if (proofs.length === 0)
    return (
      <EmptyState icon={FileCheck} title="No proofs of funds yet">
        A file you upload above appears here, with the amount it shows, until when it is good and the offers
        that use it. Sellers take an offer more seriously when they see that the money is there.
      </EmptyState>
    )
  return (
    <List label="Your proofs of funds">
      {proofs.map((proof) => (
        <ProofRow
          key={proof.id}
          proof={proof}
          model={model}
          isEdited={editedId === proof.id}
          onEdit={(isEdited) => onEdit(isEdited ? proof.id : null)}
        />
      ))}
    </List>
  )
}

/** One proof of funds: what it shows, how long it is good, where it is used, and opening, editing, replacing and deleting it. */
import { useSignals } from '@preact/signals-react/runtime'
import { Download, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { ProofMark } from '#marketplace/buyer/ui/proof-mark.tsx'
import { UploadField } from '#marketplace/buyer/ui/upload/upload-field.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { ProofOfFundsWire } from '#shared/contract/proof-of-funds.ts'
import { fileSize } from '#shared/format/file-size.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { ProofForm } from './proof-form.tsx'
import { downloadPath, type ProofsModel } from './proofs-model.ts'

export interface ProofRowProps {
  proof: ProofOfFundsWire
  model: ProofsModel
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
}

export function ProofRow({ proof, model, isEdited, onEdit }: ProofRowProps) {
  useSignals()
  const [isReplacing, setReplacing] = useState(false)
  const problem = model.problems.value.get(proof.id)
  return (
    <li className="grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="break-words font-semibold">{proof.file_name}</p>
          <Facts proof={proof} />
        </div>
        <Actions
          proof={proof}
          model={model}
          isEdited={isEdited}
          isReplacing={isReplacing}
          onEdit={() => onEdit(!isEdited)}
          onReplace={() => setReplacing(!isReplacing)}
        />
      </div>
      {proof.review === 'rejected' ? (
        <Note tone="bad">
          This proof was not accepted{proof.review_reason ? `: ${proof.review_reason}` : '.'} Replace it
          before your next offer.
        </Note>
      ) : null}
      {isEdited ? <ProofForm proof={proof} model={model} onDone={() => onEdit(false)} /> : null}
      {isReplacing ? <ReplaceProof proof={proof} model={model} onDone={() => setReplacing(false)} /> : null}
      <FormProblem message={problem} />
    </li>
  )
}

function Facts({ proof }: { proof: ProofOfFundsWire }) {
  const { amount_cents: cents, bank, valid_until: until, size_bytes: size } = proof
  const used = usedIn(proof)
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-2">
      <span className="num">
        {cents === null || cents === undefined ? 'No amount entered' : formatMoney(cents / 100)}
      </span>
      {bank ? <span>{bank}</span> : null}
      <span className="num text-text-3">{fileSize(size)}</span>
      {until ? <span className="num">Good until {dayWords(until)}</span> : null}
      <ProofMark proof={proof} />
      {used === null ? null : (
        <Link href="/profile/offers" className="target text-accent-text underline-offset-2 hover:underline">
          {used}
        </Link>
      )}
    </div>
  )
}

interface ActionsProps {
  proof: ProofOfFundsWire
  model: ProofsModel
  isEdited: boolean
  isReplacing: boolean
  onEdit: () => void
  onReplace: () => void
}

function Actions({ proof, model, isEdited, isReplacing, onEdit, onReplace }: ActionsProps) {
  useSignals()
  const whyId = useId()
  const [isAsking, setAsking] = useState(false)
  const { id, file_name: name, is_in_use: isInUse, is_quarantined: isQuarantined } = proof
  async function remove() {
    const isGone = await model.remove(id)
    setAsking(false)
    if (isGone) toast('Proof of funds deleted')
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5 desk:max-w-56 desk:justify-end">
      <Button size="sm" className="pointer-coarse:h-11" aria-expanded={isEdited} onClick={onEdit}>
        Edit<span className="sr-only"> {name}</span>
      </Button>
      <Button size="sm" className="pointer-coarse:h-11" aria-expanded={isReplacing} onClick={onReplace}>
        Replace<span className="sr-only"> {name}</span>
      </Button>
      {isQuarantined ? null : (
        <a
          href={downloadPath(id)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Download ${name} (opens in a new tab)`}
          className="grid size-9 flex-none place-items-center rounded-md text-text-2 hover:bg-hover hover:text-text pointer-coarse:size-11"
        >
          <Download size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
      )}
      <IconButton
        className="pointer-coarse:size-11"
        aria-label={`Delete ${name}`}
        aria-disabled={isInUse || undefined}
        aria-describedby={isInUse ? whyId : undefined}
        onClick={() => {
          if (!isInUse) setAsking(true)
        }}
      >
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      {isInUse ? (
        <p id={whyId} className="w-full text-text-3 text-xs desk:text-right">
          In use by an active offer, so it can’t be deleted.
        </p>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title="Delete this proof of funds?"
          confirmLabel="Delete"
          isDanger
          isBusy={model.busyIds.value.has(id)}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          {name} is deleted for good. Offers that ended keep its name only.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

/** The words about a proof of funds: how long it is good, where it is used. Null when no offer uses it. */
function usedIn({ offer_ids: ids }: Pick<ProofOfFundsWire, 'offer_ids'>): string | null {
  const count = ids?.length ?? 0
  if (count === 0) return null
  return count === 1 ? 'Used in 1 offer' : `Used in ${count} offers`
}

interface ReplaceProofProps {
  proof: ProofOfFundsWire
  model: ProofsModel
  onDone: () => void
}

/**
 * A newer paper in the place of a proof of funds: it takes over amount and bank; the old one is removed unless an offer
 * uses it.
 */
function ReplaceProof({ proof, model, onDone }: ReplaceProofProps) {
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

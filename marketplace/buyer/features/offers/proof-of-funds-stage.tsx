/** Second stage: what shows that the buyer can pay. A proof uploaded before can stand in this offer too (checklist OFR-14, OFR-15). */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { ProofMark } from '#marketplace/buyer/ui/proof-mark.tsx'
import { UploadField } from '#marketplace/buyer/ui/upload/upload-field.tsx'
import { DOCUMENT_TYPE_WORDS } from '#marketplace/kit/offer-labels.ts'
import { Select } from '#marketplace/kit/ui/form-fields.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import {
  CORPORATE_DOCUMENT_TYPES,
  type CorporateDocumentType,
  type ProofOfFundsWire,
} from '#shared/contract/proof-of-funds.ts'
import { fileSize } from '#shared/format/file-size.ts'
import { Button } from '#shared/ui/button.tsx'
import type { StageProps } from './make-offer-props.ts'
import type { OfferDraftModel } from './offer-draft-model.ts'
import { ProofDetails } from './proof-details.tsx'
import { ruleOf } from './proof-of-funds.ts'
import { proofWarning, uploadedFile } from './proofs.ts'

export function ProofOfFundsStage({ draftModel, math }: StageProps) {
  useSignals()
  const proofs = draftModel.proofs.value
  const chosen = proofs?.find(({ id }) => id === draftModel.proofId.value) ?? null
  return (
    <>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-1.5 font-label text-sm">Proof of funds</legend>
        {proofs === null ? (
          <LoadFailed onRetry={() => void draftModel.loadProofs()}>
            The proofs you uploaded before could not be loaded.
          </LoadFailed>
        ) : null}
        {(proofs ?? []).map((proof) => (
          <ProofChoice
            key={proof.id}
            proof={proof}
            isChosen={proof === chosen}
            onChoose={() => draftModel.chooseProof(proof.id)}
          />
        ))}
        {(proofs ?? []).length > 0 ? (
          <label className={CHOICE}>
            <input
              type="radio"
              name="proof"
              checked={chosen === null}
              onChange={() => draftModel.chooseProof(null)}
              className="size-4 flex-none accent-accent"
            />
            None of these
          </label>
        ) : null}
      </fieldset>
      {chosen === null ? null : <Chosen draftModel={draftModel} proof={chosen} priceUsd={priceOf(math)} />}
      <FormProblem message={draftModel.proofProblem.value} />
      <UploadField
        label={(proofs ?? []).length > 0 ? 'Another proof of funds' : 'Upload a proof of funds'}
        hint="PDF, JPG, PNG or HEIC up to 15 MB. Only you, the sellers you attach it for and our staff, who review it, can open it."
        kind="proof"
        path="/customer/api/proof-of-funds"
        fieldName="proof_file"
        files={[]}
        onUploaded={draftModel.adoptProof}
      />
      <Documents draftModel={draftModel} />
    </>
  )
}

const CHOICE =
  'flex min-h-11 min-w-0 cursor-pointer items-center gap-3 rounded-md border border-line px-3.5 py-2 text-sm hover:bg-hover has-checked:border-accent-line has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent'

const priceOf = (math: StageProps['math']): number =>
  math?.cash.parts.find(({ label }) => label === 'Offer price')?.amount ?? 0

interface ChoiceProps {
  proof: ProofOfFundsWire
  isChosen: boolean
  onChoose: () => void
}

function ProofChoice({ proof, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className={CHOICE}>
      <input
        type="radio"
        name="proof"
        checked={isChosen}
        onChange={onChoose}
        className="size-4 flex-none accent-accent"
      />
      <span className="min-w-0 flex-1 truncate font-medium">{proof.file_name}</span>
      <ProofMark proof={proof} />
      <span className="num flex-none text-text-3">{fileSize(proof.size_bytes)}</span>
    </label>
  )
}

function Chosen({
  draftModel,
  proof,
  priceUsd,
}: {
  draftModel: OfferDraftModel
  proof: ProofOfFundsWire
  priceUsd: number
}) {
  useSignals()
  const { clock } = useServices()
  const rule = ruleOf(draftModel.gate.value)
  const warning = proofWarning(proof, { rule, priceUsd, feeUsd: draftModel.feeUsd.value, nowMs: clock.now() })
  return (
    <div className="grid gap-3">
      {warning === null ? null : <Note tone="warn">{warning}</Note>}
      <ProofDetails key={proof.id} draftModel={draftModel} proof={proof} />
    </div>
  )
}

/** They hang on the draft, so it must stand on the server first. */
function Documents({ draftModel }: { draftModel: OfferDraftModel }) {
  useSignals()
  const [type, setType] = useState<CorporateDocumentType>('operating_agreement')
  const [isOpening, setOpening] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const draft = draftModel.saver.offer.value
  const open = async () => {
    setOpening(true)
    setFailed((await draftModel.ensureDraft()) === null)
    setOpening(false)
  }
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        <span className="font-label">Company documents</span>{' '}
        <span className="text-text-3">optional if proof of funds is attached</span>
      </p>
      {draft === null ? (
        <>
          <Button className="justify-self-start" isBusy={isOpening} onClick={() => void open()}>
            Add a document
          </Button>
          <FormProblem
            message={
              hasFailed && 'Your draft could not be saved, so nothing can be attached to it yet. Try again.'
            }
          />
        </>
      ) : (
        <>
          <Select
            label="Kind of document"
            name="document-type"
            value={type}
            error={null}
            onChange={(value) => setType(CORPORATE_DOCUMENT_TYPES.find((one) => one === value) ?? 'other')}
          >
            {CORPORATE_DOCUMENT_TYPES.map((one) => (
              <option key={one} value={one}>
                {DOCUMENT_TYPE_WORDS[one]}
              </option>
            ))}
          </Select>
          <UploadField
            label={DOCUMENT_TYPE_WORDS[type]}
            hint="PDF, JPG or PNG up to 15 MB. Only you and, once you send the offer, this deal’s seller can open it."
            kind="corporate"
            path={`/customer/api/offers/${draft.id}/corporate-documents`}
            fieldName="document_file"
            extra={{ offer_id: String(draft.id), type, title: DOCUMENT_TYPE_WORDS[type] }}
            files={draft.corporate_documents.map(uploadedFile)}
            onUploaded={() => void draftModel.reloadDraft()}
            onRemove={(id) => void draftModel.removeDocument(id)}
          />
        </>
      )}
    </div>
  )
}

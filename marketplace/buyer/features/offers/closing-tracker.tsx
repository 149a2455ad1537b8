/** The way from an accepted offer to the closing: steps with their days, who is next, and the buyer's own part (OFR-40). */

import { useSignals } from '@preact/signals-react/runtime'
import { Check, Circle, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { UploadField } from '#marketplace/buyer/ui/upload/upload-field.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { STEP_WORDS } from '#marketplace/kit/offer-labels.ts'
import type { OfferDetailWire, OfferState, OfferStep, OfferStepWire } from '#shared/contract/offers.ts'
import { Button } from '#shared/ui/button.tsx'
import { OfferFileLink } from './offer-files.tsx'
import type { OfferModel } from './offer-model.ts'
import { uploadedFile } from './proofs.ts'

const SHOWN_IN: readonly OfferState[] = ['confirmed', 'under_contract', 'closed', 'fell_through']
const TAKES_FILES: readonly OfferState[] = ['confirmed', 'under_contract']
/** The buyer marks these, once the contract is signed. */
const OF_BUYER: readonly OfferStep[] = ['inspection', 'funded']

export function ClosingTracker({ offer, model }: { offer: OfferDetailWire; model: OfferModel }) {
  if (!SHOWN_IN.includes(offer.state) || offer.steps.length === 0) return null
  const next = offer.steps.find(({ done_at: done }) => !done)?.step ?? null
  return (
    <Section title="On the way to closing" note={nextWords(offer, next)}>
      <ol
        aria-label="Steps to closing"
        className="rounded-lg border border-line [&>li+li]:border-line [&>li+li]:border-t"
      >
        {offer.steps.map((step) => (
          <Step key={step.step} step={step} isNext={step.step === next} offer={offer} model={model} />
        ))}
      </ol>
    </Section>
  )
}

function nextWords({ state }: OfferDetailWire, next: OfferStep | null): string {
  if (state === 'closed' || next === null) return 'Every step is done.'
  if (state === 'fell_through') return 'This deal fell through before closing.'
  return `Next: ${STEP_WORDS[next].toLowerCase()}. ${OF_BUYER.includes(next) ? 'Your turn.' : 'The seller’s turn.'}`
}

interface StepProps {
  step: OfferStepWire
  isNext: boolean
  offer: OfferDetailWire
  model: OfferModel
}

function Step({ step: { step, due_on: due, done_at: done, note }, isNext, offer, model }: StepProps) {
  useSignals()
  const [isAdding, setAdding] = useState(false)
  const files = offer.corporate_documents.filter((file) => file.step === step)
  const isMine = OF_BUYER.includes(step) && offer.state === 'under_contract'
  const Icon = done ? Check : Circle
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 text-sm"
    >
      <Icon
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className={done ? 'flex-none text-gain-text' : 'flex-none text-text-3'}
      />
      <div className="min-w-0 flex-1">
        <p className={isNext ? 'font-semibold' : done ? 'text-text-2' : ''}>
          {STEP_WORDS[step]}
          <span className="sr-only">{done ? ', done' : ', to do'}</span>
        </p>
        {note ? <p className="text-text-2">{note}</p> : null}
      </div>
      <span className="num text-text-2">{done ? dayWords(done) : due ? `By ${dayWords(due)}` : ''}</span>
      {isMine ? (
        <Button
          size="sm"
          className="pointer-coarse:h-11"
          isBusy={model.busy.value === step}
          onClick={() => void model.mark(step, !done)}
        >
          {done ? 'Undo' : 'Mark as done'}
        </Button>
      ) : null}
      {TAKES_FILES.includes(offer.state) && !isAdding ? (
        <Button
          size="sm"
          variant="ghost"
          className="pointer-coarse:h-11"
          aria-label={`Add a file to “${STEP_WORDS[step]}”`}
          onClick={() => setAdding(true)}
        >
          <Paperclip size={14} strokeWidth={1.75} aria-hidden="true" />
          Add a file
        </Button>
      ) : null}
      {files.length > 0 || isAdding ? (
        <div className="basis-full pl-7">
          {isAdding ? (
            <UploadField
              label={`Files of “${STEP_WORDS[step]}”`}
              hint="PDF, JPG, PNG or HEIC up to 15 MB. Only you and this deal’s seller can open it."
              kind="corporate"
              path={`/customer/api/offers/${offer.id}/corporate-documents`}
              fieldName="document_file"
              extra={{ offer_id: String(offer.id), type: 'other', step }}
              files={files.filter((file) => !file.is_from_seller).map(uploadedFile)}
              onUploaded={() => void model.load()}
            />
          ) : (
            <ul aria-label={`Files of “${STEP_WORDS[step]}”`} className="grid gap-1">
              {files.map((file) => (
                <li key={file.id}>
                  <OfferFileLink offerId={offer.id} file={file} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : null}
    </li>
  )
}

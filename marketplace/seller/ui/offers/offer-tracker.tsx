/** The way to closing: each step with its day, its files and whether it is done; what comes next is marked (checklist OFR-40). */

import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { STEP_WORDS } from '#marketplace/kit/offer-labels.ts'
import type { OfferDetail, StepChange } from '#marketplace/seller/offers/offer-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { ChooseFiles } from '#marketplace/seller/ui/upload-rows.tsx'
import { useUploads } from '#marketplace/seller/ui/use-uploads.ts'
import type { OfferState, OfferStep } from '#shared/contract/offers.ts'
import { sellerAddStepFile } from '#shared/contract/seller-offers.ts'
import { BOUND, isActive } from '#shared/rules/offers/offer-graph.ts'
import { Button } from '#shared/ui/button.tsx'
import { Part } from './part.tsx'

/** These are done by a move of their own. */
const BY_MOVE: ReadonlySet<OfferStep> = new Set(['contract_signed', 'closed'])
const TAKES_FILES: readonly OfferState[] = BOUND

export function OfferTracker({ store, offer }: { store: SellerStore; offer: OfferDetail }) {
  const [busy, setBusy] = useState<OfferStep | null>(null)
  const [adding, setAdding] = useState<OfferStep | null>(null)
  const next = offer.steps.find(({ done_at }) => !done_at)?.step
  const mayChange = isActive(offer.state) && store.mayChange('offers')
  const change = async (step: OfferStep, what: StepChange) => {
    setBusy(step)
    await store.offers.step(offer.id, step, what)
    setBusy(null)
  }
  return (
    <Part title="Way to closing">
      <ol className="grid gap-2 text-sm">
        {offer.steps.map(({ step, due_on, done_at }) => (
          <li
            key={step}
            aria-current={mayChange && step === next ? 'step' : undefined}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3"
          >
            <label className="flex items-center gap-2.5">
              <input
                type="checkbox"
                checked={Boolean(done_at)}
                disabled={!mayChange || BY_MOVE.has(step) || busy === step}
                onChange={(event) => void change(step, { is_done: event.currentTarget.checked })}
                className="size-4 accent-accent disabled:opacity-50"
              />
              <span className={step === next && mayChange ? 'font-semibold' : ''}>{STEP_WORDS[step]}</span>
            </label>
            {done_at ? (
              <span className="num text-gain-text">Done {dayWords(done_at)}</span>
            ) : (
              <input
                type="date"
                aria-label={`${STEP_WORDS[step]}, due`}
                value={due_on ?? ''}
                disabled={!mayChange || busy === step}
                onChange={(event) => void change(step, { due_on: event.currentTarget.value || null })}
                className="field-box num w-auto! py-1!"
              />
            )}
            {TAKES_FILES.includes(offer.state) && store.mayChange('reply') ? (
              <div className="col-span-2 -mt-1 ps-6.5">
                {adding === step ? (
                  <StepFiles store={store} offerId={offer.id} step={step} />
                ) : (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Add a file to “${STEP_WORDS[step]}”`}
                    onClick={() => setAdding(step)}
                  >
                    <Paperclip size={14} strokeWidth={1.75} aria-hidden="true" />
                    Add a file
                  </Button>
                )}
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </Part>
  )
}

const PAPERS = 'application/pdf,image/jpeg,image/png,image/heic'

function StepFiles({ store, offerId, step }: { store: SellerStore; offerId: number; step: OfferStep }) {
  const queue = useUploads(store.sendFile, {
    path: sellerAddStepFile.path.replace('{offer}', String(offerId)),
    field: 'document_file',
    extra: { step },
    onUploaded: () => store.offers.heard(offerId),
  })
  return (
    <ChooseFiles
      queue={queue}
      isMany
      label={`Add files to “${STEP_WORDS[step]}”`}
      hint="PDF, JPG, PNG or HEIC, at most 15 MB each. Only you and the buyer can open them."
      accept={PAPERS}
    />
  )
}

/** The guide's step of the first deal: the fields of its editor that a draft begins with. The draft saves itself, as it does there. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import { TWO_COLUMNS } from '#marketplace/seller/ui/deals/fields.tsx'
import { MatchingBuyers } from '#marketplace/seller/ui/deals/matching-buyers.tsx'
import { PhotoFields } from '#marketplace/seller/ui/deals/photos-section.tsx'
import { AddressFields } from '#marketplace/seller/ui/deals/place-section.tsx'
import { PriceFields } from '#marketplace/seller/ui/deals/price-section.tsx'
import { useEditor, useUnsavedDeal } from '#marketplace/seller/ui/deals/use-editor.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import type { SellerDealWire } from '#shared/contract/seller-listing.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { StepFoot } from './start-frame.tsx'
import { START_LABELS } from './start-labels.ts'
import type { StepProps } from './step-props.ts'

export function DealStep({ store, goOn, facts }: StepProps) {
  // As when the step was opened: a draft that is made here counts as a deal from then on.
  const [{ hasDeals, draftId }] = useState(facts)
  if (!hasDeals || draftId !== null) return <DraftStep store={store} goOn={goOn} draftId={draftId} />
  return (
    <div className="grid gap-6">
      <p>
        {START_LABELS.isListed}{' '}
        <a href={hashOf({ kind: 'deals' })} className="text-link">
          {START_LABELS.openDeals}
        </a>
      </p>
      <StepFoot step="deal" onContinue={goOn} />
    </div>
  )
}

interface DraftProps extends Pick<StepProps, 'store' | 'goOn'> {
  draftId: number | null
}

function DraftStep({ store, goOn, draftId }: DraftProps) {
  useSignals()
  const editor = useEditor(store, draftId)
  const deal = editor?.deal.value
  if (editor && deal) return <DraftForm store={store} editor={editor} deal={deal} onSaved={goOn} />
  if (editor?.state.value === 'failed')
    return <NotLoaded onRetry={() => void editor.load()}>The deal could not be loaded.</NotLoaded>
  return <Skeleton className="h-60 rounded-md" />
}

interface FormProps extends Pick<StepProps, 'store'> {
  editor: DealEditor
  deal: SellerDealWire
  onSaved: () => void
}

function DraftForm({ store, editor, deal, onSaved }: FormProps) {
  useSignals()
  const { isBusy, during } = useBusy()
  useUnsavedDeal(editor, deal)
  const isMade = deal.id !== 0
  const isEmpty = !isMade && editor.saving.value === 'saved'
  const save = async () => {
    if (await during(editor.save())) onSaved()
    else focusWrong()
  }
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
      onBlur={editor.saveDraft}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={TWO_COLUMNS}>
        <AddressFields editor={editor} />
      </div>
      <PriceFields editor={editor} />
      {isMade ? (
        <>
          <PhotoFields store={store} editor={editor} deal={deal} />
          <a href={hashOf({ kind: 'deal', id: deal.id })} className="justify-self-start text-link text-sm">
            {START_LABELS.openEditor}
          </a>
        </>
      ) : (
        <p className="text-sm text-text-2">{START_LABELS.photosLater}</p>
      )}
      <MatchingBuyers store={store} deal={deal} />
      <FormProblem message={editor.errorMessage.value} />
      <StepFoot step="deal" label={isEmpty ? START_LABELS.goOn : START_LABELS.saveDraft} isBusy={isBusy} />
    </form>
  )
}

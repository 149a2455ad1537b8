/** First stage: the price with what it means, who buys, and the terms in a fold. */
import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useMemo, useState } from 'react'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { calculate } from '#shared/rules/deals/calculator.ts'
import { Button } from '#shared/ui/button.tsx'
import { offerAssumptions } from './assumptions.ts'
import { GateList, openSteps } from './gate-list.tsx'
import type { StageProps } from './make-offer-props.ts'
import { OfferFigures } from './offer-figures.tsx'
import { PriceField } from './price-field.tsx'
import { EntityField, TermsFields, termsInShort } from './terms-fields.tsx'

export function PriceStage({
  draftModel,
  math,
  onStep,
  priceRef,
}: StageProps & { priceRef: RefObject<HTMLInputElement | null> }) {
  useSignals()
  const form = draftModel.form.value
  const errors = draftModel.errors.value
  const refused = draftModel.refused.value
  const subject = draftModel.subject.value
  const feeUsd = draftModel.feeUsd.value
  const { defaults, entities } = draftModel.setup
  // It does not hang on the price.
  const maoUsd = useMemo(
    () => calculate(offerAssumptions(subject, defaults, feeUsd)).mao.value,
    [subject, defaults, feeUsd],
  )
  // A fold that opened for a wrong term stays open while that is mended.
  const [isOpen, setOpen] = useState(false)
  const hasWrongTerm = Object.keys(errors).some((field) => field !== 'price')
  const props = { form, errors, onChange: draftModel.set }
  return (
    <>
      <Gate draftModel={draftModel} math={math} onStep={onStep} />
      <PriceField
        inputRef={priceRef}
        value={form.price}
        error={errors.price ?? null}
        deal={subject}
        math={math}
        maoUsd={maoUsd}
        onChange={(price) => draftModel.set({ price })}
      />
      {math === null ? null : <OfferFigures math={math} feeUsd={feeUsd} />}
      <EntityField {...props} entities={entities} />
      <details
        open={isOpen || hasWrongTerm}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group rounded-md border border-line"
      >
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3.5 py-2 text-sm">
          <span className="font-label">Terms</span>
          <span className="min-w-0 flex-1 text-text-2">{termsInShort(form, dayWords)}</span>
          <ChevronDown
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="flex-none group-open:rotate-180"
          />
        </summary>
        <div className="border-line border-t p-3.5">
          <TermsFields {...props} sellerEarnestUsd={subject.earnestMoneyUsd} />
        </div>
      </details>
      <FormProblem message={Object.keys(refused.fields).length > 0 && refused.words} />
    </>
  )
}

/** Before the first figure, so that nobody writes an offer they cannot send without knowing it. */
function Gate({ draftModel, onStep }: StageProps) {
  useSignals()
  const gate = draftModel.gate.value
  const hasFunds = draftModel.hasFunds.value
  if (gate === null)
    return (
      <Note tone="warn">
        <span>What an offer needs could not be checked. </span>
        <Button size="sm" onClick={() => void draftModel.refreshGate()}>
          Check again
        </Button>
      </Note>
    )
  const open = openSteps(gate, hasFunds)
  // A file has a stage of its own.
  if (open.every((step) => step === 'funds')) return null
  return (
    <details open className="group">
      <summary className="mb-2 cursor-pointer text-sm">
        <span className="font-label">Before you can send</span>{' '}
        <span className="text-text-2">
          {open.length === 1 ? '1 step is open' : `${open.length} steps are open`}. You can write the offer
          now.
        </span>
      </summary>
      <GateList gate={gate} hasFunds={hasFunds} onStep={onStep} />
    </details>
  )
}

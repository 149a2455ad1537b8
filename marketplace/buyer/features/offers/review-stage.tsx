/** Last stage before sending: everything once more, what changed meanwhile, and what still stands in the way. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { offerPath, termRows } from '#marketplace/kit/offer-labels.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { Changed } from './deal-now.ts'
import { GateList, openSteps, StepButton } from './gate-list.tsx'
import type { StageProps } from './make-offer-props.ts'
import type { OfferDraftModel } from './offer-draft-model.ts'
import { OfferFigures } from './offer-figures.tsx'
import { centsOf, draftTermsOf } from './offer-form.ts'

export function ReviewStage({ draftModel, math, onStep }: StageProps) {
  useSignals()
  const form = draftModel.form.value
  const cents = centsOf(form.price)
  const hasFunds = draftModel.hasFunds.value
  const gate = draftModel.gate.value
  const open = gate === null ? [] : openSteps(gate, hasFunds)
  const { refusal, changed } = draftModel
  const said = useInSight(refusal.value ?? changed.value)
  return (
    <>
      <div>
        <p className="num font-semibold text-3xl tracking-[-0.032em]">
          {cents === null ? '—' : formatMoney(cents / 100)}
        </p>
        {math?.against ? <p className="num whitespace-normal text-sm text-text-2">{math.against}</p> : null}
      </div>
      <div ref={said} role="alert" className="grid gap-4.5 empty:sr-only">
        {changed.value === null ? null : <ChangedNote changed={changed.value} />}
        {refusal.value === null ? null : (
          <Note tone="bad">
            <p>{refusal.value.words}</p>
            {refusal.value.step === null || refusal.value.step === 'deal' ? null : (
              <div className="mt-2">
                <StepButton step={refusal.value.step} onStep={onStep} />
              </div>
            )}
            {refusal.value.code === 'exists' && gate?.offer_id ? (
              <LinkButton href={offerPath(gate.offer_id)} size="sm" className="mt-2 pointer-coarse:h-11">
                Open your offer
              </LinkButton>
            ) : null}
          </Note>
        )}
      </div>
      {gate === null || open.length === 0 ? null : (
        <GateList gate={gate} hasFunds={hasFunds} onStep={onStep} />
      )}
      <dl className="grid text-sm">
        {termRows(draftTermsOf(form), draftModel.setup.entities ?? []).map(([name, value]) => (
          <Row key={name} name={name} value={value} />
        ))}
        <Row name="Proof of funds" value={proofWords(draftModel)} />
        <Row name="Company documents" value={String(documentsOf(draftModel) || 'None')} />
      </dl>
      {form.note.trim() === '' ? null : (
        <p className="whitespace-pre-wrap break-words rounded-md bg-sunken px-3.5 py-3 text-sm">
          {form.note}
        </p>
      )}
      {math === null ? null : <OfferFigures math={math} feeUsd={draftModel.feeUsd.value} />}
      <p className="text-sm text-text-3">
        Sending costs nothing. When the seller accepts, you confirm with a press, and only then the platform
        fee of {formatMoney(draftModel.feeUsd.value)} is charged to your wallet.
      </p>
    </>
  )
}

/** Whoever pressed Send at the end of a long page sees why it was not sent. */
function useInSight(what: object | null) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (what !== null) place.current?.scrollIntoView({ block: 'center' })
  }, [what])
  return place
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 border-line border-t py-2 first:border-t-0">
      <dt className="text-text-2">{name}</dt>
      <dd className="min-w-0 break-words text-right font-medium">{value}</dd>
    </div>
  )
}

const documentsOf = (draftModel: OfferDraftModel): number =>
  draftModel.saver.offer.value?.corporate_documents.length ?? 0

function proofWords(draftModel: OfferDraftModel): string {
  const id = draftModel.proofId.value
  return id === null
    ? 'None'
    : (draftModel.proofs.value?.find((proof) => proof.id === id)?.file_name ?? 'Attached')
}

/** Nothing goes out with numbers that nobody saw (checklist OFR-42, MON-09). */
function ChangedNote({ changed: { before, now } }: { changed: Changed }) {
  const lines = [
    before.askUsd === now.askUsd
      ? null
      : (['Asking price', moneyOr(before.askUsd), moneyOr(now.askUsd)] as const),
    before.feeUsd === now.feeUsd
      ? null
      : (['Platform fee', moneyOr(before.feeUsd), moneyOr(now.feeUsd)] as const),
  ].filter((line) => line !== null)
  return (
    <Note tone="warn">
      <p className="font-medium">This changed while you wrote. Your offer was not sent.</p>
      <ul className="mt-1 grid gap-0.5">
        {lines.map(([name, was, is]) => (
          <li key={name} className="num whitespace-normal">
            {name}: <s>{was}</s> <b className="font-semibold">{is}</b>
          </li>
        ))}
      </ul>
    </Note>
  )
}

const moneyOr = (amount: number | null): string => (amount === null ? 'on request' : formatMoney(amount))

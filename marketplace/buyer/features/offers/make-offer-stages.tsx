/** The stages of making an offer, with the bar under them: what it uses and costs, and the way on. */
import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { DealPhoto } from '#marketplace/buyer/ui/deal/deal-photo.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { offerPath } from '#marketplace/kit/offer-labels.ts'
import type { GateStep, OfferGateWire } from '#shared/contract/offers.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { offerAssumptions } from './assumptions.ts'
import type { Saving } from './draft-saver.ts'
import type { MakeOfferProps, PlacedStep } from './make-offer-props.ts'
import type { OfferDraftModel, OfferStage } from './offer-draft-model.ts'
import { centsOf } from './offer-form.ts'
import { type OfferMath, offerMath } from './offer-math.ts'
import type { OfferSubject } from './offer-subject.ts'
import { PriceStage } from './price-stage.tsx'
import { ProofOfFundsStage } from './proof-of-funds-stage.tsx'
import { ReviewStage } from './review-stage.tsx'

export type StagesProps = Omit<MakeOfferProps, 'propertyId' | 'customerId' | 'onClose'> & {
  draftModel: OfferDraftModel
  onClose: () => void
}

const PLACED: readonly GateStep[] = ['email', 'phone', 'deposit', 'identity'] satisfies readonly PlacedStep[]
const isPlaced = (step: GateStep): step is PlacedStep => PLACED.includes(step)

export function MakeOfferStages({ draftModel, Frame, Step, onClose, onMessage }: StagesProps) {
  useSignals()
  const { loginPrompt } = useServices()
  const [step, setStep] = useState<PlacedStep | null>(null)
  const price = useRef<HTMLInputElement>(null)
  const math = useMath(draftModel)
  const body = useTopOnChange(draftModel.stage.value)
  const stage = draftModel.stage.value
  const onStep = (wanted: GateStep) => {
    if (isPlaced(wanted)) setStep(wanted)
    else if (wanted === 'funds') draftModel.goTo('funds')
    else if (wanted === 'login') void loginPrompt.open().then(() => draftModel.refreshGate())
  }
  const props = { draftModel, math, onStep }
  return (
    <>
      <Frame
        title={stage === 'sent' ? 'Offer sent' : 'Make an offer'}
        footer={stage === 'sent' ? null : <Footer draftModel={draftModel} />}
        onClose={onClose}
        initialFocus={price}
      >
        <div
          ref={body}
          tabIndex={-1}
          className="grid grid-cols-[minmax(0,1fr)] scroll-mt-6 gap-4.5 outline-none"
        >
          {stage === 'sent' ? null : (
            <Summary subject={draftModel.subject.value} draftModel={draftModel} stage={stage} />
          )}
          <Closed draftModel={draftModel} />
          {stage === 'terms' ? <PriceStage {...props} priceRef={price} /> : null}
          {stage === 'funds' ? <ProofOfFundsStage {...props} /> : null}
          {stage === 'review' ? <ReviewStage {...props} /> : null}
          {stage === 'sent' ? (
            <SentStage draftModel={draftModel} onClose={onClose} onMessage={onMessage} />
          ) : null}
        </div>
      </Frame>
      {step === null ? null : (
        <Step step={step} onDone={() => void draftModel.refreshGate()} onClose={() => setStep(null)} />
      )}
    </>
  )
}

function useMath(draftModel: OfferDraftModel): OfferMath | null {
  useSignals()
  const { subject, feeUsd, form, setup } = draftModel
  const { price, financing } = form.value
  const [deal, fee] = [subject.value, feeUsd.value]
  return useMemo(() => {
    const cents = centsOf(price)
    if (cents === null || cents === 0) return null
    const assumptions = offerAssumptions(deal, setup.defaults, fee)
    return offerMath(cents / 100, deal, { assumptions, financing })
  }, [price, financing, deal, fee, setup.defaults])
}

/** Another stage begins at its top, and is where a keyboard goes on. */
function useTopOnChange(stage: OfferStage) {
  const body = useRef<HTMLDivElement>(null)
  const last = useRef(stage)
  useEffect(() => {
    if (last.current === stage) return
    last.current = stage
    body.current?.focus()
    body.current?.scrollIntoView({ block: 'start' })
  }, [stage])
  return body
}

const STAGES = [
  ['terms', 'Price and terms'],
  ['funds', 'Funds'],
  ['review', 'Review'],
] as const

function Summary({
  subject,
  draftModel,
  stage,
}: {
  subject: OfferSubject
  draftModel: OfferDraftModel
  stage: OfferStage
}) {
  const { headline, place, picture, askUsd, arvUsd } = subject
  const numbers = [
    askUsd === null ? 'Price on request' : `Asking ${formatMoney(askUsd)}`,
    arvUsd === null ? null : `ARV ${formatMoney(arvUsd)}`,
  ].filter((part) => part !== null)
  const at = STAGES.findIndex(([name]) => name === stage)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-b pb-3.5">
      <div className="flex items-center gap-3">
        <DealPhoto src={picture} className="h-13 w-18 flex-none" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{headline}</p>
          <p className="truncate text-sm text-text-3">{place}</p>
          <p className="num flex flex-wrap gap-x-2 text-sm text-text-2">
            {numbers.map((number) => (
              <span key={number}>{number}</span>
            ))}
          </p>
        </div>
        <DraftMark draftModel={draftModel} />
      </div>
      <ol aria-label="Steps" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {STAGES.map(([name, title], index) => (
          <li key={name} aria-current={name === stage ? 'step' : undefined}>
            <button
              type="button"
              disabled={index >= at}
              onClick={() => draftModel.goTo(name)}
              className={classNames(
                'flex min-h-6 items-center gap-1.5 pointer-coarse:min-h-11',
                name === stage ? 'font-semibold' : 'text-text-3',
                index < at && 'cursor-pointer hover:text-text hover:underline',
              )}
            >
              <span className="num">{index + 1}</span>
              {title}
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The deal went while the offer was written, or takes only backups. */
function Closed({ draftModel }: { draftModel: OfferDraftModel }) {
  useSignals()
  const { closed, isBackup } = draftModel.subject.value
  if (draftModel.stage.value === 'sent') return null
  if (closed !== null)
    return (
      <Note tone="warn" role="alert">
        {closed} What you entered is kept.
      </Note>
    )
  return isBackup ? (
    <Note>
      This deal is pending. Yours would be a backup offer: it counts if the other one falls through.
    </Note>
  ) : null
}

/** A slot is used only where there is a deposit and one is free; the list of steps above says what to do otherwise. */
function slotWords({ steps, active_offers_count: active, offers_per_deposit_limit: limit }: OfferGateWire) {
  if (steps.some(({ step, is_met: isMet }) => step === 'deposit' && !isMet))
    return 'Needs a refundable deposit'
  if (active >= limit) return `All ${limit} offers on your deposit are in use`
  return `Uses ${active + 1} of ${limit} offers on your deposit`
}

function Footer({ draftModel }: { draftModel: OfferDraftModel }) {
  useSignals()
  const { gate, feeUsd, stage, isSending, subject, changed } = draftModel
  const at = stage.value
  const counts = gate.value
  return (
    <>
      <div className="min-w-0 flex-1 basis-36 text-sm">
        {counts === null ? null : <p className="num whitespace-normal font-label">{slotWords(counts)}</p>}
        <p className="num text-text-3">Platform fee {formatMoney(feeUsd.value)}</p>
      </div>
      <div className="ml-auto flex gap-2.5">
        {at === 'terms' ? null : (
          <Button size="lg" onClick={() => draftModel.goTo(at === 'review' ? 'funds' : 'terms')}>
            Back
          </Button>
        )}
        {at === 'review' ? (
          <Button
            size="lg"
            variant="primary"
            isBusy={isSending.value}
            disabled={subject.value.closed !== null}
            onClick={() => void draftModel.send()}
          >
            {changed.value === null ? 'Send offer' : 'Send with the new numbers'}
          </Button>
        ) : (
          <Button
            size="lg"
            variant="primary"
            isBusy={draftModel.isSavingProof.value}
            onClick={() => void draftModel.next()}
          >
            Continue
          </Button>
        )}
      </div>
    </>
  )
}

const WORDS: Readonly<Record<Saving, string>> = {
  none: '',
  waiting: 'Saving draft',
  saving: 'Saving draft',
  saved: 'Draft saved',
  local: 'Draft kept in this browser',
  lost: 'Not saved',
}

/** Where what was typed is kept by now. */
function DraftMark({ draftModel }: { draftModel: OfferDraftModel }) {
  useSignals()
  return (
    <p role="status" className="flex-none self-start text-text-3 text-xs">
      {WORDS[draftModel.saver.saving.value]}
    </p>
  )
}

interface SentStageProps {
  draftModel: OfferDraftModel
  onClose: () => void
  onMessage: ((seller: { id: number; name: string }) => void) | undefined
}

/** The offer is sent: what happens next, and where to find it. */
function SentStage({ draftModel, onClose, onMessage }: SentStageProps) {
  useSignals()
  const offer = draftModel.sent.value
  if (offer === null) return null
  const { seller } = draftModel.subject.value
  return (
    <div role="status" className="grid justify-items-center gap-3 py-4 text-center">
      <CircleCheck size={40} strokeWidth={1.5} aria-hidden="true" className="text-gain-text" />
      <p className="num font-semibold text-2xl tracking-[-0.024em]">
        {offer.price === null || offer.price === undefined ? 'Sent' : formatMoney(offer.price)}
      </p>
      <p className="max-w-[48ch] text-text-2">
        {seller.name} has your offer{offer.is_backup ? ' as a backup' : ''}.
        {offer.expires_at ? ` They have until ${momentWords(offer.expires_at)} to answer.` : ''} It is also in
        your conversation with them.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <LinkButton variant="primary" href={offerPath(offer.id)}>
          Open your offer
        </LinkButton>
        {onMessage ? <Button onClick={() => onMessage(seller)}>Message the seller</Button> : null}
        <Button variant="ghost" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

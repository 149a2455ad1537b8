/** The stages of making an offer, with the bar under them: what it uses and costs, and the way on. */

import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { DealPhoto } from '#marketplace/buyer/ui/deal/deal-photo.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
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
import { SentStage } from './sent-stage.tsx'

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
  const stage = draftModel.stage.value
  const heading = useHeadingOnChange(stage)
  const name = nameOf(stage)
  useTemporaryName(name)
  const onStep = (wanted: GateStep) => {
    if (isPlaced(wanted)) setStep(wanted)
    else if (wanted === 'funds') draftModel.goTo('funds')
    else if (wanted === 'login') void loginPrompt.open().then(() => draftModel.refreshGate())
  }
  const props = { draftModel, math, onStep }
  return (
    <>
      <Frame
        title="Make an offer"
        footer={stage === 'sent' ? null : <Footer draftModel={draftModel} />}
        onClose={onClose}
        initialFocus={price}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          {stage === 'sent' ? null : (
            <Summary subject={draftModel.subject.value} draftModel={draftModel} stage={stage} />
          )}
          <h2
            ref={heading}
            tabIndex={-1}
            className={classNames(
              'scroll-mt-60 font-semibold text-lg outline-none',
              stage === 'sent' && 'text-center',
            )}
          >
            {name}
          </h2>
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

/** In the tab while an offer is made, also over the deal's page. */
function useTemporaryName(name: string) {
  const { title } = useServices()
  const [page] = useState(() => title.page.peek())
  useEffect(() => title.set(`${name} · ${page}`), [title, name, page])
  useEffect(() => () => title.set(page), [title, page])
}

/** Another stage begins at its heading, where a keyboard goes on. */
function useHeadingOnChange(stage: OfferStage) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(stage)
  useEffect(() => {
    if (last.current === stage) return
    last.current = stage
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'start' })
  }, [stage])
  return heading
}

const STAGES = [
  ['terms', 'Price and terms'],
  ['funds', 'Funds'],
  ['review', 'Review'],
] as const

function nameOf(stage: OfferStage): string {
  const at = STAGES.findIndex(([name]) => name === stage)
  return at < 0 ? 'Offer sent' : `${STAGES[at]?.[1]}, step ${at + 1} of ${STAGES.length}`
}

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
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
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
        <DraftMark draftModel={draftModel} />
      </div>
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
      <Note tone="warn">
        <Alert>{closed} What you entered is kept.</Alert>
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
  const next = async () => {
    await draftModel.next()
    if (stage.peek() === at) focusWrong()
  }
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
            onClick={() => void draftModel.send().then(() => focusWrong())}
          >
            {changed.value === null ? 'Send offer' : 'Send with the new numbers'}
          </Button>
        ) : (
          <Button
            size="lg"
            variant="primary"
            isBusy={draftModel.isSavingProof.value}
            onClick={() => void next()}
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

/** Where what was typed is kept by now. Its place is kept from the start, so that nothing moves under a field. */
function DraftMark({ draftModel }: { draftModel: OfferDraftModel }) {
  useSignals()
  return (
    <p role="status" className="ml-auto min-h-5 w-36 text-right text-text-3 text-xs">
      {WORDS[draftModel.saver.saving.value]}
    </p>
  )
}

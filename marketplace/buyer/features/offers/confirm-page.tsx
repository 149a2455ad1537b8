/**
 * The buyer's binding yes to an accepted offer, by a button: a mailed link leads here and does nothing by itself (T-08). Says
 * the fee before it is charged, and what is missing in the wallet.
 */

import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { PageFailed, PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { offerPath, offerPlace, ownStateWords } from '#marketplace/kit/offer-labels.ts'
import type { OfferDetailWire } from '#shared/contract/offers.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { type ConfirmModel, createConfirmModel } from './confirm-model.ts'

export interface TopUpProps {
  /** What is missing. */
  amountCents: number
  onClose: () => void
}

export interface ConfirmPageProps {
  id: number
  /** Puts money into the wallet, over the page. */
  TopUp: ComponentType<TopUpProps>
}

export function ConfirmPage({ id, TopUp }: ConfirmPageProps) {
  useSignals()
  const { api } = useServices()
  const [model] = useState(() => createConfirmModel(api, id))
  useEffect(() => {
    void model.load()
    const seen = () => document.visibilityState === 'visible' && void model.refresh()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [model])
  const state = model.state.value
  switch (state.phase) {
    case 'loading':
      return <PagePending label="Loading your offer" />
    case 'missing':
      return (
        <Frame title="There is no such offer">
          <p className="text-text-2">The link is incomplete, or the offer belongs to somebody else.</p>
          <LinkButton href="/profile/offers">Your offers</LinkButton>
        </Frame>
      )
    case 'failed':
      return (
        <PageFailed title="Your offer could not be loaded" onRetry={() => void model.load()}>
          {failureWords(state.failure)}
        </PageFailed>
      )
    case 'ready':
      return <Found offer={state.offer} model={model} TopUp={TopUp} />
  }
}

/** What had the keyboard may have gone with what stood here before, e.g. the button that confirms. */
function Frame({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="page-column grid flex-1 content-start justify-items-start gap-4 py-10">
      <h1 ref={heading} tabIndex={-1} className="font-semibold text-2xl tracking-[-0.024em] outline-none">
        {title}
      </h1>
      {children}
    </div>
  )
}

/** What follows from the confirmation, by how far the deal has come. */
const CONFIRMED = {
  confirmed: 'It binds both sides now. The seller signs the contract next.',
  under_contract: 'It binds both sides, and the contract is signed.',
  closed: 'The deal is closed.',
} as const

interface FoundProps {
  offer: OfferDetailWire
  model: ConfirmModel
  TopUp: ConfirmPageProps['TopUp']
}

function Found({ offer, model, TopUp }: FoundProps) {
  useSignals()
  const feeUsd = model.feeUsd.value
  const open = (
    <LinkButton href={offerPath(offer.id)} className="pointer-coarse:h-11">
      Open the offer
    </LinkButton>
  )
  switch (offer.state) {
    case 'accepted':
      return feeUsd === null ? null : <Ask offer={offer} model={model} TopUp={TopUp} feeUsd={feeUsd} />
    case 'confirmed':
    case 'under_contract':
    case 'closed':
      return (
        <Frame title="Your offer is confirmed">
          <p className="flex items-center gap-2">
            <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" className="text-gain-text" />
            {CONFIRMED[offer.state]}
          </p>
          {offer.platform_fee ? (
            <p className="text-text-2">
              The platform fee of <span className="num">{formatMoney(offer.platform_fee)}</span> was paid from
              your wallet.
            </p>
          ) : null}
          {open}
        </Frame>
      )
    default:
      return (
        <Frame title="Nothing to confirm now">
          <p className="max-w-[56ch] text-text-2">
            This offer is not waiting for your confirmation: {ownStateWords(offer.state).toLowerCase()}.
          </p>
          {open}
        </Frame>
      )
  }
}

function Ask({ offer, model, TopUp, feeUsd }: FoundProps & { feeUsd: number }) {
  useSignals()
  const [isToppingUp, setToppingUp] = useState(false)
  const { street, place } = offerPlace(offer)
  const balanceUsd = model.balanceUsd.value
  const missingUsd =
    balanceUsd === null ? 0 : (Math.round(feeUsd * CENTS) - Math.round(balanceUsd * CENTS)) / CENTS
  const refusal = model.refusal.value
  return (
    <Frame title="Confirm your offer">
      <div className="grid w-full max-w-130 gap-4 rounded-lg border border-line bg-surface p-4 desk:p-6">
        <div>
          <p className="font-semibold text-lg">{street}</p>
          <p className="text-sm text-text-2">{place}</p>
        </div>
        <dl className="grid text-sm [&>div+div]:border-line [&>div+div]:border-t">
          <Row name="Price" value={offer.price ? formatMoney(offer.price) : '—'} isStrong />
          <Row name="Closing" value={offer.terms.closing_on ? dayWords(offer.terms.closing_on) : '—'} />
          <Row name="Platform fee, charged now" value={formatMoney(feeUsd)} />
          <Row name="Wallet balance" value={balanceUsd === null ? '—' : formatMoney(balanceUsd)} />
        </dl>
        <div role="alert" className="empty:sr-only">
          {refusal === null ? null : <Note tone="bad">{refusal.words}</Note>}
        </div>
        {missingUsd > 0 ? (
          <Note tone="warn">
            <p>Your wallet is {formatMoney(missingUsd)} short of the fee.</p>
            <Button size="sm" className="mt-2 pointer-coarse:h-11" onClick={() => setToppingUp(true)}>
              Top up
            </Button>
          </Note>
        ) : null}
        <p className="text-sm text-text-2">
          With your confirmation the offer binds you. Afterwards you can leave it only if the seller releases
          you.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="lg"
            isBusy={model.isBusy.value}
            disabled={missingUsd > 0}
            onClick={() => void model.confirm()}
          >
            Confirm and pay {formatMoney(feeUsd)}
          </Button>
          <LinkButton size="lg" href={offerPath(offer.id)}>
            Not now
          </LinkButton>
        </div>
      </div>
      {isToppingUp ? (
        <TopUp
          amountCents={Math.round(missingUsd * CENTS)}
          onClose={() => {
            setToppingUp(false)
            void model.refresh()
          }}
        />
      ) : null}
    </Frame>
  )
}

const CENTS = 100

function Row({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="text-text-2">{name}</dt>
      <dd className={isStrong ? 'num font-semibold text-md' : 'num'}>{value}</dd>
    </div>
  )
}

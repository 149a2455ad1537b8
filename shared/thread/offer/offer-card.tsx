/**
 * An offer in a thread. Its last message shows where it stands and what can be done; those before it are one line each. A backend
 * that does not say where an offer stands gets its price shown, and nothing to press. Drawn by the messenger and by the seller app.
 */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { formatMoney } from '#shared/format/money.ts'
import type { Message } from '#shared/thread/model.ts'
import type { OfferNow } from '#shared/thread/offer-model.ts'
import type { OfferCardProps } from './offer-actions.tsx'
import { OfferActions } from './offer-actions.tsx'
import { OfferFacts, PropertyStrip } from './offer-facts.tsx'
import { isLate, LATE_WORDS, priceLabel, turnWords } from './offer-labels.ts'
import { OfferStatus } from './offer-status.tsx'
import { useServerTime } from './use-server-time.ts'

export function OfferCard(props: OfferCardProps) {
  useSignals()
  const { offer, property, id } = props.message
  if (!offer) return null
  const standing = props.offers.standings.value.get(offer.id)
  const shown = { priceUsd: offer.priceUsd, buyer: offer.buyer, property }
  if (!standing || !offer.now)
    return (
      <Frame>
        <Price label="Offer price" priceUsd={offer.priceUsd} />
        <OfferFacts {...shown} />
        {property ? <PropertyStrip property={property} /> : null}
      </Frame>
    )
  if (standing.last.id !== id) return <Past {...shown} />
  return <Live {...props} now={standing.now} />
}

function Live({ now, ...props }: OfferCardProps & { now: OfferNow }) {
  const { message, side, other } = props
  const { offer, property } = message
  const nowMs = useServerTime(props.offers, now.expiresAtMs !== null)
  const late = isLate(now, nowMs)
  const turn = late ? LATE_WORDS : turnWords(now.state, side, other)
  return (
    <Frame state={now.state}>
      <OfferStatus now={now} nowMs={nowMs} side={side} />
      <Price label={priceLabel(now.state, side)} priceUsd={now.priceUsd} />
      <OfferFacts priceUsd={now.priceUsd} buyer={offer?.buyer ?? null} property={property} />
      {property ? <PropertyStrip property={property} /> : null}
      <div className="grid gap-2.5 border-line border-t px-3.5 py-3 text-sm">
        {turn === null ? null : <p>{turn}</p>}
        {now.isBackup ? (
          <p className="text-text-2">Another offer was accepted; this one is a backup.</p>
        ) : null}
        <OfferActions {...props} now={now} isLate={late} />
      </div>
    </Frame>
  )
}

function Frame({ state, children }: { state?: string; children: ReactNode }) {
  return (
    <div
      data-offer={state ?? ''}
      part="offer-card"
      className="w-90 max-w-full overflow-hidden rounded-lg border border-line-strong bg-surface text-start text-text narrow:w-full"
    >
      {children}
    </div>
  )
}

function Price({ label, priceUsd }: { label: string; priceUsd: number | null }) {
  return (
    <div className="grid gap-0.5 px-3.5 pt-2.5 pb-3">
      <span className="text-text-2 text-xs">{label}</span>
      <span className="num font-strong text-xl tracking-tighter">{money(priceUsd)}</span>
    </div>
  )
}

function Past({ priceUsd, property }: { priceUsd: number | null; property: Message['property'] }) {
  return (
    <p
      data-offer="past"
      part="offer-card"
      className="flex max-w-full items-baseline gap-2 rounded-md border border-line px-2.5 py-2 text-sm text-text-2"
    >
      <span className="num font-semibold text-text">{money(priceUsd)}</span>
      {property ? <span className="min-w-0">{property.address}</span> : null}
    </p>
  )
}

const money = (priceUsd: number | null) => (priceUsd === null ? 'Not given' : formatMoney(priceUsd))

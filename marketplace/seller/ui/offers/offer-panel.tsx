/** One offer in the seller app: its state, what can be done, its terms, its buyer, and its history. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft, Check, MessageSquare, Minus } from 'lucide-react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { termRows } from '#marketplace/kit/offer-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import type { OfferDetail } from '#marketplace/seller/offers/offer-rows.ts'
import { trustFacts } from '#marketplace/seller/offers/trust-facts.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { BuyerCardWire } from '#shared/contract/seller-offers.ts'
import { formatMoney } from '#shared/format/money.ts'
import { isLate, LATE_WORDS, turnWords } from '#shared/thread/offer/offer-labels.ts'
import { OfferStatus } from '#shared/thread/offer/offer-status.tsx'
import { useServerTime } from '#shared/thread/offer/use-server-time.ts'
import { toOfferNow } from '#shared/thread/translate.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'
import { OfferFiles } from './offer-files.tsx'
import { OfferHistory } from './offer-history.tsx'
import { OfferTracker } from './offer-tracker.tsx'
import { Part } from './part.tsx'
import { SellerMoves } from './seller-moves.tsx'

export function OfferPanel({ store }: { store: SellerStore }) {
  useSignals()
  const { detail, errorMessage } = store.offers
  const offer = detail.value
  const place = store.place.value
  const propertyId = place.kind === 'offers' ? place.propertyId : null
  return (
    <div className="mx-auto grid max-w-190 gap-5 px-4 py-4">
      <div>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => store.go({ kind: 'offers', propertyId, offerId: null })}
        >
          <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" /> All offers
        </Button>
      </div>
      <FormProblem message={errorMessage.value} />
      {offer ? <Parts key={offer.id} store={store} offer={offer} /> : errorMessage.value ? null : <Waiting />}
    </div>
  )
}

const Waiting = () => (
  <div role="status" aria-label="Loading the offer" className="grid gap-3">
    <Skeleton className="h-8 w-60" />
    <Skeleton className="h-40 w-full" />
  </div>
)

function Parts({ store, offer }: { store: SellerStore; offer: OfferDetail }) {
  const isTracked = offer.steps.some(({ done_at, due_on }) => done_at || due_on) || AGREED.has(offer.state)
  return (
    <>
      <Head store={store} offer={offer} />
      <SellerMoves key={offer.version} store={store} offer={offer} />
      {isTracked ? <OfferTracker store={store} offer={offer} /> : null}
      <Part title="Terms">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
          {[['Buyer', offer.buyer ?? offer.customer.name], ...termRows(withoutEntity(offer), [])].map(
            ([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-text-2">{name}</dt>
                <dd className="num whitespace-normal">{value}</dd>
              </div>
            ),
          )}
        </dl>
        {offer.terms.note ? <p className="mt-2 text-sm">“{offer.terms.note}”</p> : null}
      </Part>
      <BuyerCard
        card={offer.buyer_card}
        onMessage={() => {
          store.open(offer.customer.id)
          store.go({ kind: 'messages' })
        }}
      />
      <OfferFiles store={store} offer={offer} />
      <OfferHistory offer={offer} />
    </>
  )
}

const AGREED: ReadonlySet<string> = new Set(['accepted', 'confirmed', 'under_contract', 'closed'])

/** The buying company has its name in the offer; its number says nothing here. */
function withoutEntity({ terms }: OfferDetail): OfferDetail['terms'] {
  const { entity_id: _, ...rest } = terms
  return rest
}

function Head({ store, offer }: { store: SellerStore; offer: OfferDetail }) {
  const now = toOfferNow({ ...offer, now: offer.now ?? null })
  const nowMs = useServerTime(store.cards, now !== null && now.expiresAtMs !== null)
  const { property, customer } = offer
  const name = `Offer of ${customer.name}`
  const turn = now && (isLate(now, nowMs) ? LATE_WORDS : turnWords(offer.state, 'seller', customer.name))
  return (
    <header className="overflow-hidden rounded-lg border border-line-strong bg-surface pb-3">
      {now ? <OfferStatus now={now} nowMs={nowMs} side="seller" /> : null}
      <div className="grid gap-1 px-3.5 pt-2">
        <ViewHeading name={name} className="num font-strong text-xl tracking-tighter">
          <span className="sr-only">{name}: </span>
          {offer.price == null ? 'No price' : formatMoney(offer.price)}
        </ViewHeading>
        <p className="text-sm">
          {customer.name} for {property.full_address}
        </p>
        <p className="num text-sm text-text-2">
          {property.price == null ? null : `Asking ${formatMoney(property.price)}`}
          {property.arv_estimate == null ? null : `, ARV ${formatMoney(property.arv_estimate)}`}
        </p>
        <SpreadBar priceUsd={offer.price ?? null} arvUsd={property.arv_estimate ?? null} />
        {turn ? <p className="pt-1 text-sm">{turn}</p> : null}
        {offer.is_backup ? (
          <p className="text-sm text-warn-text">A backup: another offer was accepted.</p>
        ) : null}
        {offer.release_requested_at ? (
          <p className="text-sm text-warn-text">
            The buyer asks to be released{offer.release_reason ? `: ${offer.release_reason}` : '.'}
          </p>
        ) : null}
      </div>
    </header>
  )
}

/** Who the buyer is, as far as a seller may know (checklist REV-09). */
function BuyerCard({ card, onMessage }: { card: BuyerCardWire; onMessage: () => void }) {
  return (
    <Part title="Buyer">
      <div className="flex flex-wrap items-center gap-3 pb-3">
        <Avatar name={card.name} id={card.id} size={40} />
        <div className="me-auto">
          <p className="font-semibold">{card.name}</p>
          <p className="num text-text-2 text-xs">Here since {dayWords(card.member_since)}</p>
        </div>
        <Button size="sm" onClick={onMessage}>
          <MessageSquare size={15} strokeWidth={1.75} aria-hidden="true" /> Message
        </Button>
      </div>
      <ul
        aria-label="What is known of the buyer"
        className="grid gap-x-6 gap-y-1 text-sm sheet:max-duo:grid-cols-2 min-[56rem]:grid-cols-2"
      >
        {trustFacts(card).map(({ words, isGood }) => (
          <li
            key={words}
            className={classNames('num flex items-center gap-1.5', isGood ? 'text-gain-text' : 'text-text-2')}
          >
            {isGood ? (
              <Check size={14} strokeWidth={2} aria-hidden="true" />
            ) : (
              <Minus size={14} strokeWidth={2} aria-hidden="true" />
            )}
            {words}
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The active offers on one deal side by side: what is left for the seller, the terms, and who the buyer is (checklist OFR-43). */

import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { CONTINGENCY_WORDS, FINANCING_WORDS } from '#marketplace/kit/offer-labels.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { loadStateOf } from '#marketplace/seller/load-state.ts'
import { activeOn, netAmount } from '#marketplace/seller/offers/offer-groups.ts'
import { trustFacts } from '#marketplace/seller/offers/trust-facts.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { sellerDealForEdit } from '#shared/contract/seller-listing.ts'
import type { SellerOfferWire } from '#shared/contract/seller-offers.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { formatMoney } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import { tagOf } from '#shared/thread/offer/offer-labels.ts'
import { Button } from '#shared/ui/button.tsx'
import { MoneyInput } from '#shared/ui/money-input.tsx'

export function OfferCompare({ store, propertyId }: { store: SellerStore; propertyId: number }) {
  useSignals()
  const [costs, setCosts] = useState('')
  const id = useId()
  const offers = activeOn(store.offers.offers.value, propertyId)
  const [first] = offers
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
      <p className="pb-3 text-sm">
        <a
          href={hashOf({ kind: 'offers', propertyId: null, offerId: null })}
          className="inline-flex min-h-6 items-center gap-1.5 text-accent-text hover:underline"
        >
          <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" /> All offers
        </a>
      </p>
      {first === undefined ? (
        <NoOffersOn key={propertyId} store={store} propertyId={propertyId} />
      ) : (
        <>
          <ViewHeading name={`Offers on ${first.property.full_address}`} />
          <div className="grid max-w-80 gap-1 py-3">
            <label htmlFor={id} className="font-medium text-sm">
              What the house costs you
            </label>
            <MoneyInput
              id={id}
              value={costs}
              placeholder="Contract price, closing costs"
              onChange={(event) => setCosts(event.currentTarget.value)}
              className="field-box num"
            />
            <p className="text-text-3 text-xs">Taken off each price. It stays on this page.</p>
          </div>
          <Table store={store} offers={offers} costsUsd={amountOf(costs)} />
        </>
      )}
    </div>
  )
}

/** Asks for the deal, which no offer names. */
function NoOffersOn({ store, propertyId }: { store: SellerStore; propertyId: number }) {
  useSignals()
  const [deal] = useState(() =>
    createResource(() => store.call(sellerDealForEdit, { params: { deal: propertyId } })),
  )
  useEffect(() => {
    void deal.load()
    return deal.reset
  }, [deal])
  const state = loadStateOf(deal.state.value)
  if (state === 'loading') return null
  return (
    <>
      <ViewHeading name="Offers" className="pb-3 font-semibold text-lg" />
      <p className="text-text-2">
        {state === 'gone' ? 'This deal does not exist in your account.' : 'This deal has no active offers.'}
      </p>
    </>
  )
}

interface TableProps {
  store: SellerStore
  offers: readonly SellerOfferWire[]
  costsUsd: number
}

function Table({ store, offers, costsUsd }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard.
    <section tabIndex={0} aria-label="Side by side" className="overflow-x-auto">
      <table className="min-w-full border-collapse text-sm">
        <thead>
          <tr className="border-line-strong border-b">
            <th scope="col" className={NAMES}>
              <span className="sr-only">What is compared</span>
            </th>
            {offers.map(({ id, customer, state, is_backup }) => (
              <th
                key={id}
                scope="col"
                className="min-w-30 px-2 py-2 text-start align-bottom duo:min-w-44 duo:px-3"
              >
                <span className="block font-semibold">{customer.name}</span>
                <span className="font-regular text-text-2 text-xs">
                  {tagOf(state, 'seller')[0]}
                  {is_backup ? ', backup' : null}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(costsUsd).map(([name, cell]) => (
            <tr key={name} className="border-line border-b">
              <th scope="row" className={`${NAMES} align-top font-regular text-text-2`}>
                {name}
              </th>
              {offers.map((offer) => (
                <td key={offer.id} className="num px-2 py-2 align-top duo:px-3">
                  {cell(offer)}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row" className={NAMES}>
              <span className="sr-only">Open</span>
            </th>
            {offers.map(({ id, customer, property }) => (
              <td key={id} className="px-2 py-2.5 duo:px-3">
                <Button
                  size="sm"
                  aria-label={`Open the offer of ${customer.name}`}
                  onClick={() => store.go({ kind: 'offers', propertyId: property.id, offerId: id })}
                >
                  Open
                </Button>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** Stay beside the offers, which scroll. */
const NAMES = 'sticky start-0 z-1 bg-surface py-2 pe-3 text-start duo:pe-4'

type Row = readonly [name: string, cell: (offer: SellerOfferWire) => ReactNode]

const rowsOf = (costsUsd: number): readonly Row[] => [
  ['Price', ({ price }) => <strong className="font-semibold">{money(price)}</strong>],
  [
    costsUsd > 0 ? 'Net to you' : 'Net to you, before costs',
    ({ price }) => money(netAmount(price, costsUsd)),
  ],
  ['Against asking', ({ price, property }) => againstAsk(price, property.price)],
  ['Financing', ({ terms }) => (terms.financing ? FINANCING_WORDS[terms.financing] : '–')],
  ['Earnest money', ({ terms }) => money(fromCents(terms.earnest_money_cents))],
  [
    'Inspection',
    ({ terms }) => (terms.inspection_days === undefined ? '–' : `${terms.inspection_days} days`),
  ],
  ['Closing', ({ terms }) => (terms.closing_on === undefined ? '–' : dayWords(terms.closing_on))],
  [
    'Contingencies',
    ({ terms }) => terms.contingencies?.map((one) => CONTINGENCY_WORDS[one]).join(', ') || 'None',
  ],
  ['Assignment', ({ terms }) => (terms.is_assignable ? 'Allowed' : 'Not allowed')],
  [
    'Buyer',
    ({ buyer_card }) => (
      <ul className="grid gap-0.5">
        {trustFacts(buyer_card).map(({ words, isGood }) => (
          <li key={words} className={isGood ? 'text-gain-text' : 'text-text-2'}>
            {words}
          </li>
        ))}
      </ul>
    ),
  ],
]

const fromCents = (cents: number | undefined) => (cents === undefined ? null : cents / 100)
const money = (amount: number | null | undefined): string => (amount == null ? '–' : formatMoney(amount))

function againstAsk(price: number | null | undefined, ask: number | null | undefined): string {
  if (price == null || ask == null || ask <= 0) return '–'
  if (price === ask) return 'At asking'
  return `${formatMoney(Math.abs(price - ask))} ${price < ask ? 'below' : 'above'} (${exactPercent(price / ask)})`
}

/** Nothing that can be read is nothing. */
function amountOf(text: string): number {
  const amount = parseMoney(text)
  return amount === null || Number.isNaN(amount) ? 0 : amount
}

/** The offers under contract, or those that closed, of all deals. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { createListPages } from '#marketplace/seller/list-pages.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import { type SellerOfferWire, sellerOffers } from '#shared/contract/seller-offers.ts'
import { hashOf, type OfferStage } from '#shared/contract/seller-places.ts'
import { OfferList } from './offer-list.tsx'

const TITLES: Readonly<Record<OfferStage, string>> = {
  under_contract: 'Under contract',
  closed: 'Closed offers',
}

const NONE: Readonly<Record<OfferStage, string>> = {
  under_contract: 'No offer is under contract.',
  closed: 'No offer has closed yet.',
}

export function StagePlace({ store, stage }: { store: SellerStore; stage: OfferStage }) {
  useSignals()
  const { rows, state, load } = useMemo(
    () =>
      createListPages<SellerOfferWire>((page) =>
        store.call(sellerOffers, { query: { page, 'filter[state]': stage } }),
      ),
    [store, stage],
  )
  const known = store.offers.offers.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offer that has moved may belong here.
  useEffect(() => void load(), [load, known])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-190 gap-2 px-4 py-5">
        <ViewHeading name={TITLES[stage]} />
        <a
          href={hashOf({ kind: 'offers', propertyId: null, offerId: null })}
          className="target w-fit font-medium text-accent-text text-sm hover:underline"
        >
          Show all offers
        </a>
        {state.value === 'failed' ? (
          <NotLoaded onRetry={() => void load()}>The offers could not be loaded.</NotLoaded>
        ) : null}
        {state.value === 'ready' && rows.value.length === 0 ? (
          <p className="text-text-2">{NONE[stage]}</p>
        ) : (
          // Its rows have the padding of the column.
          <div className="-mx-4">
            <OfferList store={store} propertyId={null} offers={rows.value} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Offers on the account's deals: the list with one beside it, or those on one deal side by side. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import { hashOf } from '#shared/contract/seller-places.ts'
import { buttonClass } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { OfferCompare } from './offer-compare.tsx'
import { OfferList } from './offer-list.tsx'
import { OfferPanel } from './offer-panel.tsx'

export function OffersPlace({ store, propertyId }: { store: SellerStore; propertyId: number | null }) {
  useSignals()
  const { offers, state, openId, load } = store.offers
  useEffect(() => void load(), [load])
  if (state.value === 'loading')
    return (
      <div role="status" aria-label="Loading offers" className="grid gap-3 p-5">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-16 w-full" />
        ))}
      </div>
    )
  if (state.value === 'failed')
    return (
      <div className={COLUMN}>
        <NotLoaded title="Offers" onRetry={() => void load()}>
          The offers could not be loaded.
        </NotLoaded>
      </div>
    )
  if (propertyId !== null && openId.value === null)
    return <OfferCompare store={store} propertyId={propertyId} />
  if (offers.value.length === 0) return <NoOffers />
  const isOpen = openId.value !== null
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] duo:grid-cols-[380px_minmax(0,1fr)]">
      <section
        aria-label="Offers"
        className={classNames(
          'min-h-0 overflow-y-auto border-line duo:block duo:border-e',
          isOpen && 'hidden',
        )}
      >
        {isOpen ? <p className={HEAD}>Offers</p> : <ViewHeading name="Offers" className={HEAD} />}
        <OfferList store={store} propertyId={propertyId} />
      </section>
      <section
        aria-label="Offer"
        className={classNames('min-h-0 overflow-y-auto duo:block', !isOpen && 'hidden')}
      >
        {isOpen ? (
          <OfferPanel store={store} />
        ) : (
          <p className="grid h-full place-items-center text-text-3">Choose an offer on the left.</p>
        )}
      </section>
    </div>
  )
}

const HEAD = 'px-4 pt-4 font-semibold text-lg'
const COLUMN = 'mx-auto grid w-full max-w-190 justify-items-start gap-4 px-4 py-5'

const NoOffers = () => (
  <div className={COLUMN}>
    <ViewHeading name="Offers" />
    <p className="text-text-2">
      No offers yet. When a buyer makes an offer on one of your deals, it appears here.
    </p>
    <a href={hashOf({ kind: 'deals' })} className={buttonClass({})}>
      Open deals
    </a>
  </div>
)

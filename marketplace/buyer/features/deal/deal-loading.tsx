/** A deal that is coming: what the list knows of it, and the places of the rest in their sizes. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { grantedAddress, headlineOf, placeOf, withAddress } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { DealPhoto } from '#marketplace/buyer/ui/deal/deal-photo.tsx'
import { HiddenAddressTag, StatusTag } from '#marketplace/kit/ui/tag.tsx'
import { formatMoney } from '#shared/format/money.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { factsOfCard } from './deal.ts'
import { Facts } from './deal-view.tsx'
import { PriceAgainstArv } from './price-against-arv.tsx'

export function DealLoading({ id }: { id: number }) {
  return (
    <div className="mx-auto w-full max-w-310 desk:px-8">
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="flex h-12 items-center max-desk:px-4">
        <Skeleton className="h-5 w-36" />
      </div>
      <Suspense fallback={<Shown deal={null} />}>
        <Known id={id} />
      </Suspense>
    </div>
  )
}

function Known({ id }: { id: number }) {
  useSignals()
  const { deals, trail, addresses } = useDealServices()
  const state = deals.state.value
  const table = state.phase === 'ready' ? state.table : trail.first()
  const row = table?.rowOf(id) ?? -1
  if (table === null || row < 0) return <Shown deal={null} />
  return <Shown deal={withAddress(dealAt(table, row), grantedAddress(addresses.requests.value.get(id)))} />
}

function Shown({ deal }: { deal: DealFacts | null }) {
  return (
    <>
      <div className="grid h-66 gap-1.5 overflow-hidden desk:h-85.5 desk:grid-cols-2 desk:rounded-lg">
        {deal?.image ? (
          <DealPhoto isLarge src={deal.image} className="rounded-none" />
        ) : (
          <Skeleton className="rounded-none" />
        )}
        <Skeleton className="rounded-none max-desk:hidden" />
      </div>
      <div className="grid items-start px-4 desk:grid-cols-[minmax(0,1fr)_300px] desk:gap-8 desk:px-0 broad:grid-cols-[minmax(0,1fr)_348px] broad:gap-12">
        <div className="min-w-0 pt-4 desk:pt-5.5">{deal ? <Words deal={deal} /> : <Places />}</div>
        <div className="pt-5.5">
          {deal ? (
            <p className="num rounded-lg border border-line px-4.5 pt-4.5 font-semibold text-3xl tracking-[-0.032em] desk:h-70">
              {deal.price === null ? 'Price on request' : formatMoney(deal.price)}
            </p>
          ) : (
            <Skeleton className="h-72 max-desk:hidden" />
          )}
        </div>
      </div>
    </>
  )
}

function Words({ deal }: { deal: DealFacts }) {
  return (
    <>
      <div className="flex items-center gap-2">
        {deal.status && <StatusTag status={deal.status} />}
        {deal.isAddressHidden ? <HiddenAddressTag /> : null}
      </div>
      <h1 tabIndex={-1} className="mt-1.5 font-semibold text-2xl tracking-[-0.024em]">
        {headlineOf(deal)}
      </h1>
      <p className="mt-0.5 text-text-2">{placeOf({ ...deal, isAddressHidden: false })}</p>
      <Facts facts={factsOfCard(deal)} />
      <PriceAgainstArv priceUsd={deal.price} arvUsd={deal.arv} />
    </>
  )
}

const Places = () => (
  <div className="grid gap-3">
    <h1 tabIndex={-1} className="sr-only">
      Deal
    </h1>
    <Skeleton className="h-5 w-44" />
    <Skeleton className="h-8 w-72" />
    <Skeleton className="mt-3 h-70" />
  </div>
)

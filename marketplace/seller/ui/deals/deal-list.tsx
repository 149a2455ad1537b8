/** The account's deals: how each stands, how complete it is and how busy, and the way into its editor. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { listingWords } from '#marketplace/seller/deals/deal-labels.ts'
import type { ListingFilter } from '#marketplace/seller/deals/deal-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { ListFilters } from '#marketplace/seller/ui/list-filters.tsx'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import type { SellerDealRowWire } from '#shared/contract/seller-listing.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { formatMoney } from '#shared/format/money.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { NewDeal } from './new-deal.tsx'

const FILTERS: readonly { value: ListingFilter; label: string }[] = [
  { value: 'all', label: 'All deals' },
  { value: 'listed', label: 'Listed' },
  { value: 'draft', label: 'Drafts' },
  { value: 'removed', label: 'Taken down or expired' },
]

export function DealList({ store }: { store: SellerStore }) {
  useSignals()
  const { deals } = store
  useEffect(() => void deals.load(), [deals])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-260 gap-4 px-4 py-5">
        <Head store={store} />
        <FormProblem message={deals.errorMessage.value} />
        <Body store={store} />
        {deals.hasMore.value ? (
          <Button className="justify-self-center" onClick={() => void deals.loadMore()}>
            Load more deals
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Head({ store }: { store: SellerStore }) {
  useSignals()
  const { deals } = store
  const { filter, text } = deals
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <ViewHeading name="Deals" className="me-auto font-semibold text-lg" />
        <NewDeal store={store} variant="primary" className="max-duo:h-11" />
      </div>
      <ListFilters
        list={deals}
        isFiltered={filter.value !== 'all' || text.value !== ''}
        search={{
          label: 'Search deals',
          placeholder: 'Address, city or ZIP',
          text: text.value,
          onChange: (next) => void deals.search(next),
        }}
      >
        <select
          aria-label="Show"
          value={filter.value}
          onChange={(event) =>
            void deals.show(FILTERS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'all')
          }
          className="field-box w-auto! max-duo:grow"
        >
          {FILTERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </ListFilters>
    </div>
  )
}

function Body({ store }: { store: SellerStore }) {
  useSignals()
  const { deals } = store
  const rows = deals.rows.value
  switch (deals.state.value) {
    case 'loading':
      return (
        <div role="status" className="grid gap-2">
          <span className="sr-only">Loading deals</span>
          {['a', 'b', 'c', 'd'].map((row) => (
            <Skeleton key={row} className="h-20 rounded-md" />
          ))}
        </div>
      )
    case 'failed':
      return <NotLoaded onRetry={() => void deals.load()}>The deals could not be loaded.</NotLoaded>
    case 'ready':
      if (rows.length === 0)
        return (
          <p className="text-text-2">
            {deals.filter.value !== 'all' || deals.text.value !== ''
              ? 'No deals match.'
              : store.mayChange('deals')
                ? 'No deals yet. Start with New deal: a draft saves itself, and nobody sees it until you publish it.'
                : 'No deals yet.'}
          </p>
        )
      return (
        <ul
          aria-label="Deals"
          className="overflow-hidden rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
        >
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )
  }
}

function Row({ row }: { row: SellerDealRowWire }) {
  const { id, thumbnail, price, arv } = row
  const name = row.address || row.title || 'Draft without an address'
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-hover">
      {thumbnail ? (
        <img src={thumbnail} alt="" className="h-14 w-20 flex-none rounded-sm object-cover" />
      ) : (
        <span aria-hidden="true" className="h-14 w-20 flex-none rounded-sm bg-sunken" />
      )}
      <div className="min-w-38 flex-1">
        <a href={hashOf({ kind: 'deal', id })} className="font-semibold after:absolute after:inset-0">
          {name}
        </a>
        <p className="num text-sm text-text-2">
          {price == null ? 'No price yet' : formatMoney(price)}
          {arv == null ? '' : ` · ARV ${formatMoney(arv)}`}
          {row.is_street_shown ? '' : ' · address hidden'}
        </p>
      </div>
      <div className="flex w-full flex-wrap-reverse items-baseline gap-x-4 gap-y-1 text-sm duo:contents">
        <dl className="num flex flex-wrap gap-x-4 gap-y-1 duo:gap-x-5">
          <Figure name="Views" value={row.views_count} />
          <Figure name="Favorites" value={row.favourites_count} />
          <Figure name="Requests" value={row.waiting_requests_count} />
          <Figure name="Active offers" value={row.active_offers_count} />
          <Figure name="Complete" value={`${row.completeness}%`} />
        </dl>
        <span className="font-medium desk:w-24 desk:text-end">{listingWords(row, systemClock.now())}</span>
      </div>
    </li>
  )
}

const Figure = ({ name, value }: { name: string; value: number | string }) => (
  <div className="flex items-baseline gap-1 duo:grid duo:justify-items-end">
    <dt className="text-text-3 text-xs">{name}</dt>
    <dd>{value}</dd>
  </div>
)

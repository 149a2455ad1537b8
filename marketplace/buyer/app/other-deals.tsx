/** Deals that are like the one on the page, the seller's others, and other listings of the same parcel. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { Deal } from '#marketplace/buyer/features/deal/deal.ts'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { DealGridCard } from '#marketplace/buyer/ui/deal/deal-cards.tsx'
import { grantedAddress, withAddress } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { HeartButton } from '#marketplace/buyer/ui/deal/heart-button.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { formatMoney } from '#shared/format/money.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'

const SHOWN = 4

export function OtherDeals({ deal }: { deal: Deal }) {
  useSignals()
  const { deals, addresses } = useDealServices()
  const frame = useRef<HTMLDivElement>(null)
  const state = deals.state.value
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    // The list is large, and who never comes down here does not need it.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void deals.load(), {
      rootMargin: '400px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [deals])
  const factsOf = (ids: readonly number[]): DealFacts[] =>
    state.phase === 'ready'
      ? ids.flatMap((id) => {
          const row = state.table.rowOf(id)
          if (row < 0) return []
          return [withAddress(dealAt(state.table, row), grantedAddress(addresses.requests.value.get(id)))]
        })
      : []
  const [similar, ofSeller] = shelvesOf(factsOf(deal.similarIds), factsOf(deal.sellerDealIds))
  return (
    <div ref={frame} className="max-desk:px-4 print:hidden">
      <Duplicates deals={factsOf(deal.duplicateIds)} />
      <Shelf title="Deals like this" deals={similar} />
      <Shelf title={`More from ${deal.seller.name}`} deals={ofSeller} />
    </div>
  )
}

/** The first of each; a deal that is in both is shown once. */
export function shelvesOf<D extends Pick<DealFacts, 'id'>>(
  similar: readonly D[],
  ofSeller: readonly D[],
): readonly [readonly D[], readonly D[]] {
  const first = similar.slice(0, SHOWN)
  const ids = new Set(first.map(({ id }) => id))
  return [first, ofSeller.filter(({ id }) => !ids.has(id)).slice(0, SHOWN)]
}

function Shelf({ title, deals }: { title: string; deals: readonly DealFacts[] }) {
  if (deals.length === 0) return null
  return (
    <section aria-label={title} className="pt-9">
      <h2 className="mb-3 font-semibold text-lg tracking-tight">{title}</h2>
      <ul className="grid gap-4 sheet:grid-cols-2 broad:grid-cols-4">
        {deals.map((each) => (
          <li key={each.id} className="min-w-0">
            <DealGridCard deal={each} corner={<HeartButton propertyId={each.id} name={each.address} />} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The same parcel may be passed on by several sellers; the cheapest is worth knowing. */
function Duplicates({ deals }: { deals: readonly DealFacts[] }) {
  const cheapest = [...deals].sort((a, b) => (a.price ?? Number.MAX_VALUE) - (b.price ?? Number.MAX_VALUE))[0]
  if (cheapest === undefined) return null
  return (
    <p className="mt-7 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
      Also offered by {deals.length === 1 ? 'another seller' : `${deals.length} others`}
      {cheapest.price === null ? '' : `, from ${formatMoney(cheapest.price)}`}.{' '}
      <Link href={`/property/${cheapest.id}`} className="underline">
        See the listing
      </Link>
    </p>
  )
}

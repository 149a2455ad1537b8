/** What a seller offers now, from the list of all deals; the rest is a press away on the map. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { DealGridCard } from '#marketplace/buyer/ui/deal/deal-cards.tsx'
import { grantedAddress, withAddress } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { HeartButton } from '#marketplace/buyer/ui/deal/heart-button.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import type { CompanyWire } from '#shared/contract/reviews.ts'
import { formatNumber } from '#shared/format/count.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'

const SHOWN = 4

export function CompanyDeals({ company }: { company: CompanyWire }) {
  const { id, active_deals: count } = company
  return (
    <Section
      title="Active deals"
      action={
        count === 0 ? null : (
          <LinkButton href={`/deals?seller=${id}`} size="sm" className="pointer-coarse:h-11">
            {count === 1 ? 'Show it on the map' : `Show all ${formatNumber(count)} on the map`}
          </LinkButton>
        )
      }
    >
      {count === 0 ? (
        <p className="text-text-2">Nothing is for sale here at the moment.</p>
      ) : (
        <Cards accountId={id} count={count} />
      )}
    </Section>
  )
}

function Cards({ accountId, count }: { accountId: number; count: number }) {
  useSignals()
  const { deals, addresses } = useDealServices()
  useEffect(() => void deals.load(), [deals])
  const state = deals.state.value
  const newest = useMemo(
    () => (state.phase === 'ready' ? newestOf(state.table, accountId) : []),
    [state, accountId],
  )
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void deals.load()}>The deals could not be loaded.</LoadFailed>
  if (state.phase !== 'ready')
    return (
      <div role="status" className="grid gap-4 sheet:grid-cols-2">
        <span className="sr-only">Loading deals</span>
        {Array.from({ length: Math.min(count, 2) }, (_, index) => index).map((index) => (
          <Skeleton key={index} className="h-72" />
        ))}
      </div>
    )
  return (
    <ul className="grid gap-4 sheet:grid-cols-2">
      {newest.map((deal) => {
        const shown = withAddress(deal, grantedAddress(addresses.requests.value.get(deal.id)))
        return (
          <li key={deal.id} className="min-w-0">
            <DealGridCard deal={shown} corner={<HeartButton propertyId={deal.id} name={shown.address} />} />
          </li>
        )
      })}
    </ul>
  )
}

type Table = Parameters<typeof dealAt>[0]

/** Available ones, the latest first. */
function newestOf(table: Table, accountId: number): DealFacts[] {
  const found: DealFacts[] = []
  const accounts = table.numbers.account_id
  for (let row = 0; row < table.count; row++) {
    if (accounts[row] !== accountId) continue
    const deal = dealAt(table, row)
    if (deal.status === 'available') found.push(deal)
  }
  return found.sort((a, b) => (b.publishedMs ?? 0) - (a.publishedMs ?? 0) || b.id - a.id).slice(0, SHOWN)
}

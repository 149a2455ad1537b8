/** How many there are in a partition, in the list of partitions. Nothing for none, or while it is not known. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { countOf } from '#marketplace/buyer/features/offers/offer-groups.ts'
import { type DealServices, useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { formatNumber } from '#shared/format/count.ts'

const COUNTED = ['favourites', 'offers', 'requests'] as const
type Counted = (typeof COUNTED)[number]

export const isCounted = (name: string): name is Counted => COUNTED.some((one) => one === name)

export default function PartitionCount({ name }: { name: Counted }) {
  useSignals()
  const services = useDealServices()
  const { offers, addresses } = services
  useEffect(() => {
    if (name === 'offers') void offers.load()
    if (name === 'requests') void addresses.load()
  }, [name, offers, addresses])
  const count = countIn(name, services)
  return count === 0 ? null : (
    <span className="num ml-auto pl-1 font-regular text-xs opacity-75 max-aside:hidden">
      {formatNumber(count)}
    </span>
  )
}

function countIn(name: Counted, { favourites, offers, addresses }: DealServices): number {
  switch (name) {
    case 'favourites':
      return favourites.ids.value.size
    case 'requests':
      return addresses.requests.value.size
    case 'offers':
      return offers.state.value.phase === 'ready' ? countOf(offers.state.value.offers, 'active') : 0
  }
}

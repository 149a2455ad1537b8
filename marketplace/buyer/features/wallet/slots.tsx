/** The places a deposit has for active offers: each that is taken leads to its offer. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { listOffers, type OfferWire } from '#shared/contract/offers.ts'
import { formatMoney } from '#shared/format/money.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'

export function Slots({ count }: { count: number }) {
  useSignals()
  const { api } = useServices()
  const changes = useWallet().changes.value
  const [offers] = useState(() =>
    createResource(async () => (await api(listOffers, { query: { 'filter[state]': 'active' } })).data),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offer that is sent or ends takes or frees a slot.
  useEffect(() => void offers.load(), [offers, changes])
  const state = offers.state.value
  if (state.phase === 'loading') return <Skeleton className="h-20 rounded-lg" />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void offers.load()}>{sayFailure(state.failure).message}</LoadFailed>
  const places = Array.from({ length: Math.max(count, state.value.length) }, (_, place) => place)
  return (
    <ol aria-label="Offers on this deposit" className="grid gap-2.5 sheet:grid-cols-2 broad:grid-cols-4">
      {places.map((place) => (
        <li key={place}>
          <Slot place={place} offer={state.value[place] ?? null} />
        </li>
      ))}
    </ol>
  )
}

const BOX = 'grid h-full min-h-20 content-start gap-0.5 rounded-lg border px-3.5 py-3'

function Slot({ place, offer }: { place: number; offer: OfferWire | null }) {
  if (offer === null)
    return (
      <div className={classNames(BOX, 'border-field border-dashed')}>
        <span className="text-text-3 text-xs">Slot {place + 1}</span>
        <span className="text-sm text-text-2">Free</span>
      </div>
    )
  return (
    <Link
      href={`/profile/offers?offer=${offer.id}`}
      className={classNames(BOX, 'border-accent-line bg-accent-soft hover:border-accent')}
    >
      <span className="num text-text-2 text-xs">
        Slot {place + 1} · Offer {offer.id}
      </span>
      <span className="line-clamp-2 font-semibold text-sm">
        {offer.property.full_address ?? 'Your offer'}
      </span>
      {offer.price == null ? null : <span className="num text-sm">{formatMoney(offer.price)}</span>}
    </Link>
  )
}

/** The same in one line of bars, for beside a number. */
export function SlotBars({ used, count }: { used: number; count: number }) {
  return (
    <div aria-hidden="true" className="mt-2.5 flex gap-1">
      {Array.from({ length: count }, (_, place) => place).map((place) => (
        <i
          key={place}
          className={classNames('h-1.5 flex-1 rounded-xs', place < used ? 'bg-accent' : 'bg-bar-track')}
        />
      ))}
    </div>
  )
}

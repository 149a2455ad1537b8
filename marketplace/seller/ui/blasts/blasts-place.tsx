/** The account's blasts and digests, the latest first, and the way to a new one. */

import { useSignals } from '@preact/signals-react/runtime'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { listTimeWords, momentWords } from '#marketplace/kit/date-labels.ts'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { kindWords, stateWords } from '#marketplace/seller/blasts/blast-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import type { CampaignWire } from '#shared/contract/campaigns.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { buttonClass } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'

export function BlastsPlace({ store }: { store: SellerStore }) {
  useEffect(() => void store.blasts.load(), [store])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-190 grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5">
        <div className="flex flex-wrap items-center gap-2">
          <ViewHeading name="Blasts" className="me-auto font-semibold text-lg" />
          {store.mayChange('outreach') ? (
            <a
              href={hashOf({ kind: 'new-blast', propertyId: null })}
              className={buttonClass({ variant: 'primary' })}
            >
              <Plus size={15} strokeWidth={1.75} aria-hidden="true" /> New blast
            </a>
          ) : null}
        </div>
        <Body store={store} />
      </div>
    </div>
  )
}

function Body({ store: { blasts } }: { store: SellerStore }) {
  useSignals()
  switch (blasts.state.value) {
    case 'loading':
      return (
        <div role="status" aria-label="Loading blasts" className="grid gap-2">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-16 w-full" />
          ))}
        </div>
      )
    case 'failed':
      return <NotLoaded onRetry={() => void blasts.load()}>The blasts could not be loaded.</NotLoaded>
    case 'ready':
      if (blasts.blasts.value.length === 0)
        return (
          <p className="text-text-2">
            No blasts yet. A blast goes to your buyers in the messenger, and by email or text to those who
            agreed to it.
          </p>
        )
      return (
        <ul
          aria-label="Blasts"
          className="overflow-hidden rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
        >
          {blasts.blasts.value.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </ul>
      )
  }
}

function Row({ one }: { one: CampaignWire }) {
  return (
    <li className="relative grid gap-x-4 gap-y-0.5 px-4 py-3 hover:bg-hover duo:grid-cols-[minmax(0,1fr)_auto]">
      <a
        href={hashOf({ kind: 'blast', id: one.id })}
        className="truncate font-semibold after:absolute after:inset-0"
      >
        {titleOf(one)}
      </a>
      <span className="num text-sm duo:text-end">{stateWords(one, momentWords)}</span>
      <span className="truncate text-text-2 text-xs">{kindWords(one)}</span>
      <span className="num text-text-3 text-xs duo:text-end">
        {listTimeWords(one.created_at, systemClock.now())}
      </span>
    </li>
  )
}

const titleOf = ({ subject, message, properties }: CampaignWire): string =>
  subject ?? message ?? properties[0]?.full_address ?? 'Blast'

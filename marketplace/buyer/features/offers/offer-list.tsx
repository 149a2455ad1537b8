/** My offers: Active and Past, in groups by who is to act, and how many more the deposit covers. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-words.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { OFFERS_PER_DEPOSIT_LIMIT } from '#shared/contract/limits.ts'
import type { OfferWire } from '#shared/contract/offers.ts'
import { isActive } from '#shared/rules/offers/offer-graph.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { countOf, type OffersTab, slotWords } from './offer-groups.ts'
import { OfferTable } from './offer-table.tsx'

const TABS = [
  ['active', 'Active'],
  ['past', 'Past'],
] as const

export function OfferList() {
  useSignals()
  const { offers } = useDealServices()
  const state = offers.state.value
  switch (state.phase) {
    case 'loading':
      return <Loading />
    case 'failed':
      return <LoadFailed onRetry={() => void offers.load()}>{failureWords(state.failure)}</LoadFailed>
    case 'ready':
      return state.offers.length === 0 ? (
        <Empty />
      ) : (
        <Found offers={state.offers} isStale={state.isStale} onRetry={() => void offers.load()} />
      )
  }
}

interface FoundProps {
  offers: readonly OfferWire[]
  isStale: boolean
  onRetry: () => void
}

function Found({ offers, isStale, onRetry }: FoundProps) {
  useSignals()
  const { configs } = useServices()
  const [chosen, setChosen] = useState<OffersTab | null>(null)
  useEffect(() => void configs.load(), [configs])
  // Somebody whose offers are all past begins with those.
  const tab =
    chosen ?? (offers.every((offer) => !isActive(offer.state) && offer.state !== 'draft') ? 'past' : 'active')
  const limit = configs.value.value?.offers_per_deposit_limit ?? OFFERS_PER_DEPOSIT_LIMIT
  return (
    <div>
      <Tabs offers={offers} tab={tab} onChange={setChosen} />
      <div id="offers-panel" role="tabpanel" aria-labelledby={`offers-${tab}`} className="mt-4">
        {isStale ? (
          <Note tone="warn">
            <span>This list may be out of date. </span>
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          </Note>
        ) : null}
        <OfferTable offers={offers} tab={tab} />
        {tab === 'active' && countOf(offers, 'active') === 0 ? (
          <p className="py-4 text-text-2">No offer is under way.</p>
        ) : null}
        {tab === 'past' && countOf(offers, 'past') === 0 ? (
          <p className="py-4 text-text-2">Offers that ended stand here.</p>
        ) : null}
      </div>
      <div className="mt-5">
        <Note>{slotWords(offers.filter(({ state }) => isActive(state)).length, limit)}</Note>
      </div>
    </div>
  )
}

interface TabsProps {
  offers: readonly OfferWire[]
  tab: OffersTab
  onChange: (tab: OffersTab) => void
}

function Tabs({ offers, tab, onChange }: TabsProps) {
  return (
    <div role="tablist" aria-label="Offers" className="flex gap-5 border-line border-b">
      {TABS.map(([name, title]) => (
        <button
          key={name}
          id={`offers-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls="offers-panel"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onChange(name)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
            const next = name === 'active' ? 'past' : 'active'
            onChange(next)
            document.getElementById(`offers-${next}`)?.focus()
          }}
          className="-mb-px flex h-10 cursor-pointer items-center gap-1.5 border-transparent border-b-2 font-medium text-text-2 aria-selected:border-text aria-selected:font-semibold aria-selected:text-text pointer-coarse:h-11"
        >
          {title} <span className="num text-text-3">{countOf(offers, name)}</span>
        </button>
      ))}
    </div>
  )
}

function Empty() {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-[62ch] text-text-2">
        An offer you make stands here until it is closed: what was said, whose turn it is, and how long they
        have to answer.
      </p>
      <LinkButton href="/deals">Browse deals</LinkButton>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-10 w-50" />
      <Skeleton className="h-15" />
      <Skeleton className="h-15" />
      <Skeleton className="h-15" />
    </div>
  )
}

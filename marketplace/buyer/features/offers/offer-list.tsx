/** My offers: Active and Past, in groups by who is to act, and how many more the deposit covers. */
import { Tabs } from '@base-ui/react/tabs'
import { useSignals } from '@preact/signals-react/runtime'
import { Tag } from 'lucide-react'
import { useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useConfigs } from '#marketplace/buyer/platform/services-context.tsx'
import { EmptyState } from '#marketplace/buyer/ui/empty-state.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
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

const NONE = { active: 'No active offers.', past: 'No past offers.' } as const

const TAB =
  '-mb-px flex h-10 cursor-pointer items-center gap-1.5 border-transparent border-b-2 font-medium text-text-2 data-active:border-text data-active:font-semibold data-active:text-text pointer-coarse:h-11'

interface FoundProps {
  offers: readonly OfferWire[]
  isStale: boolean
  onRetry: () => void
}

function Found({ offers, isStale, onRetry }: FoundProps) {
  const limit = useConfigs()?.offers_per_deposit_limit ?? null
  const [chosen, setChosen] = useState<OffersTab | null>(null)
  // Somebody whose offers are all past begins with those.
  const tab =
    chosen ?? (offers.every((offer) => !isActive(offer.state) && offer.state !== 'draft') ? 'past' : 'active')
  return (
    <div>
      <Tabs.Root value={tab} onValueChange={setChosen}>
        <Tabs.List activateOnFocus aria-label="Offers" className="flex gap-5 border-line border-b">
          {TABS.map(([name, title]) => (
            <Tabs.Tab key={name} value={name} className={TAB}>
              {title} <span className="num text-text-3">{countOf(offers, name)}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className="mt-4">
          {isStale ? (
            <Note tone="warn">
              <span>This list may be out of date. </span>
              <Button size="sm" onClick={onRetry}>
                Try again
              </Button>
            </Note>
          ) : null}
          <OfferTable offers={offers} tab={tab} />
          {countOf(offers, tab) === 0 ? <p className="py-4 text-text-2">{NONE[tab]}</p> : null}
        </Tabs.Panel>
      </Tabs.Root>
      {limit === null ? null : (
        <div className="mt-5">
          <Note>{slotWords(offers.filter(({ state }) => isActive(state)).length, limit)}</Note>
        </div>
      )}
    </div>
  )
}

function Empty() {
  return (
    <EmptyState
      icon={Tag}
      title="No offers yet"
      action={
        <LinkButton variant="primary" href="/deals">
          Browse deals
        </LinkButton>
      }
    >
      Offers you make appear here, with their history, whose turn it is and the time left to answer.
    </EmptyState>
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

/** Profile, Open houses: what this customer is going to, has been to, and what came to nothing (checklist OH-03). */
import { useSignals } from '@preact/signals-react/runtime'
import { CalendarDays } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveNews } from '#marketplace/buyer/platform/use-live-news.ts'
import { EmptyState } from '#marketplace/buyer/ui/empty-state.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { openHouseUpdated } from '#shared/contract/events.ts'
import { DEFAULT_FILTER, DEFAULT_QUERY } from '#shared/rules/deals/filter.ts'
import { writeQuery } from '#shared/rules/deals/query-codec.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { createVisitList, visitParts } from './visit-list.ts'
import { VisitRow } from './visit-row.tsx'

const PARTS = [
  ['upcoming', 'Upcoming'],
  ['past', 'Past'],
  ['cancelled', 'Cancelled'],
] as const

const WITH_OPEN_HOUSE = `/deals?${writeQuery({ ...DEFAULT_QUERY, filter: { ...DEFAULT_FILTER, flags: ['open_house'] } })}`

export default function OpenHousesPartition() {
  useSignals()
  const { api, clock } = useServices()
  const [list] = useState(() => createVisitList(api))
  useEffect(() => void list.load(), [list])
  useLiveNews({ event: openHouseUpdated, what: 'Open houses', onChange: list.load })
  const state = list.state.value

  if (state.phase === 'loading') return <Skeleton className="h-40" />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void list.load()}>{failureWords(state.failure)}</LoadFailed>
  if (state.value.length === 0)
    return (
      <EmptyState
        icon={CalendarDays}
        title="No open houses yet"
        action={
          <LinkButton variant="primary" href={WITH_OPEN_HOUSE}>
            Find open houses
          </LinkButton>
        }
      >
        When you register for an open house, it is listed here with its time and the way there.
      </EmptyState>
    )
  const parts = visitParts(state.value, clock.now())
  return (
    <div className="grid gap-6">
      {PARTS.map(([part, title]) =>
        parts[part].length === 0 ? null : (
          <section key={part} aria-label={title}>
            <h2 className="mb-2 font-semibold">{title}</h2>
            <ul className="rounded-lg border border-line px-4 [&>li+li]:border-line [&>li+li]:border-t">
              {parts[part].map((visit) => (
                <VisitRow key={visit.id} visit={visit} part={part} list={list} />
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  )
}

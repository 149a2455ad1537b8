/** Deals that miss a buy box by one thing only, each with what that is. */
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { dealName } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { DealRow } from '#marketplace/buyer/ui/deal/deal-row.tsx'
import { HeartButton } from '#marketplace/buyer/ui/deal/heart-button.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { dealAt } from '#shared/rules/deals/deal-facts.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { type NearMiss, nextBest } from '#shared/rules/matching/next-best.ts'

const COUNT = 3

export default function NextBest() {
  const { table, misses } = useNextBest()
  if (table === null || misses.length === 0) return null
  return (
    <>
      <h2 className="mt-6 font-semibold text-lg tracking-tight">Close, but for one thing</h2>
      <p className="mt-0.5 mb-3.5 text-sm text-text-2">
        Deals that miss one thing you ask for.{' '}
        <Link href="/profile/buy-box" className="text-link">
          Change your buy box
        </Link>
      </p>
      <ul
        aria-label="Close, but for one thing"
        className="@container/deals rounded-lg border border-line [&>li+li]:border-line [&>li+li]:border-t"
      >
        {misses.map((miss) => (
          <NearMissRow key={miss.propertyId} table={table} miss={miss} />
        ))}
      </ul>
    </>
  )
}

/** Nothing that was hidden or declined. None while the boxes are not known: then there is nothing to suggest. */
function useNextBest(): { table: DealTable | null; misses: readonly NearMiss[] } {
  useSignals()
  const { deals, matches, marks } = useDealServices()
  const state = deals.state.value
  const table = state.phase === 'ready' ? state.table : null
  const profile = matches.profile.value
  const hidden = marks.hidden.value
  const misses = useMemo(() => {
    if (table === null || profile === null) return []
    const without = new Set([...hidden, ...profile.declined.keys()])
    return nextBest(table, profile.boxes, { count: COUNT, taste: profile.taste, without })
  }, [table, profile, hidden])
  return { table, misses }
}

function NearMissRow({ table, miss: { propertyId, match } }: { table: DealTable; miss: NearMiss }) {
  const deal = useMemo(() => dealAt(table, table.rowOf(propertyId)), [table, propertyId])
  return (
    <li>
      <DealRow deal={deal} corner={<HeartButton propertyId={deal.id} name={dealName(deal)} />} />
      <p className="px-4 pb-3 text-sm text-text-2 roomy:px-5">
        <span className="font-label text-text">{match.boxName}</span> · {match.misses[0]?.sentence}
      </p>
    </li>
  )
}

/** Deals that miss a buy box by one thing only, each with what that is. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import { useDealServices } from '#marketplace/platform/deal-services.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { DealRow } from '#marketplace/ui/deal/deal-row.tsx'
import { dealName } from '#marketplace/ui/deal/deal-words.ts'
import { HeartButton } from '#marketplace/ui/deal/heart-button.tsx'
import { Link } from '#marketplace/ui/link.tsx'
import { ApiError } from '#shared/api/api-error.ts'
import { type BuyBoxWire, listBuyBoxes } from '#shared/contract/buy-box.ts'
import { dealAt } from '#shared/rules/deals/deal-facts.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { type NearMiss, nextBest } from '#shared/rules/matching/next-best.ts'
import { scoredBoxOf } from '#shared/rules/matching/scored-box.ts'

const COUNT = 3

export default function NextBest() {
  useSignals()
  const state = useDealServices().deals.state.value
  const table = state.phase === 'ready' ? state.table : null
  const boxes = useBoxes()
  const misses = useMemo(
    () => (table === null ? [] : nextBest(table, boxes.map(scoredBoxOf), { count: COUNT })),
    [table, boxes],
  )
  if (table === null || misses.length === 0) return null
  return (
    <>
      <h2 className="mt-6 font-semibold text-lg tracking-tight">Close, but for one thing</h2>
      <p className="mt-0.5 mb-3.5 text-sm text-text-2">
        Deals in your markets that miss one criterion.{' '}
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

/** None while they are not known: then there is nothing to suggest. */
function useBoxes(): readonly BuyBoxWire[] {
  const { api, log } = useServices()
  const [boxes, setBoxes] = useState<readonly BuyBoxWire[]>([])
  useEffect(() => {
    api(listBuyBoxes, {}).then(
      ({ data }) => setBoxes(data.filter(({ is_paused }) => !is_paused)),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        log.warn('The buy boxes could not be loaded', error.failure.kind)
      },
    )
  }, [api, log])
  return boxes
}

/** What the chosen places mean: a map of them, and how many deals they have now and get in a week (checklist BOX-12). */
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { MiniMap } from '#marketplace/buyer/ui/map/mini-map.tsx'
import { placeBounds } from '#marketplace/buyer/ui/place-select/place-bounds.ts'
import type { TargetMarket } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import { attempt } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import { propertyBounds } from '#shared/contract/properties.ts'
import { formatNumber } from '#shared/format/count.ts'
import { type Bounds, DEFAULT_QUERY, type PlaceFilter } from '#shared/rules/deals/filter.ts'
import { placeFilterOf } from '#shared/rules/deals/location.ts'
import { queryInput } from '#shared/rules/deals/query-codec.ts'

export interface DealCounts {
  readonly now: number
  /** Listed in the last seven days. */
  readonly ofWeek: number
}

export default function MarketsPreview({ markets }: { markets: readonly TargetMarket[] }) {
  const counts = useCounts(markets)
  const places = markets.flatMap(({ place }) => place ?? [])
  if (places.length === 0) return null
  const points = places.map(({ formatted_address: label, geometry: { location } }) => ({
    ...location,
    label,
    kind: 'place' as const,
  }))
  return (
    <section aria-label="Preview" className="overflow-hidden rounded-md border border-line">
      <div className="h-40">
        <MiniMap
          points={points}
          bounds={places.map(placeBounds).reduce(around)}
          label="Your target markets"
        />
      </div>
      <p role="status" className="num min-h-9 whitespace-normal border-line border-t px-3.5 py-2 text-sm">
        {counts ? countWords(counts) : null}
      </p>
    </section>
  )
}

export function countWords({ now, ofWeek }: DealCounts): string {
  if (now === 0) return 'No deals there today. We tell you when one is listed.'
  const deals = now === 1 ? '1 deal there today' : `${formatNumber(now)} deals there today`
  return ofWeek === 0 ? `${deals}.` : `${deals}, ${formatNumber(ofWeek)} of them new this week.`
}

/** Null while they load, when the server does not answer, and when a place is none the deals can be counted by. */
function useCounts(markets: readonly TargetMarket[]): DealCounts | null {
  const { api } = useServices()
  const [counts, setCounts] = useState<DealCounts | null>(null)
  const places = markets.map(({ place, radiusMiles }) =>
    place && radiusMiles === null ? placeFilterOf(place) : null,
  )
  const known = places.every((place) => place !== null) ? places : []
  const key = JSON.stringify(known)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are new objects each time, their key is not
  useEffect(() => {
    let isOver = false
    setCounts(null)
    if (known.length > 0)
      void countDeals(api, known).then((counted) => {
        if (!isOver) setCounts(counted)
      })
    return () => {
      isOver = true
    }
  }, [api, key])
  return counts
}

async function countDeals(api: Api, places: readonly PlaceFilter[]): Promise<DealCounts | null> {
  const filter = { ...DEFAULT_QUERY.filter, places }
  const counts = Promise.all(
    [filter, { ...filter, ranges: { days: { max: 7 } } }].map((one) =>
      api(propertyBounds, { query: queryInput({ ...DEFAULT_QUERY, filter: one }) }),
    ),
  )
  const answer = await attempt(counts)
  if (answer.kind === 'failed') return null
  const [now, ofWeek] = answer.value
  return { now: now?.count ?? 0, ofWeek: ofWeek?.count ?? 0 }
}

const around = (a: Bounds, b: Bounds): Bounds => ({
  south: Math.min(a.south, b.south),
  west: Math.min(a.west, b.west),
  north: Math.max(a.north, b.north),
  east: Math.max(a.east, b.east),
})

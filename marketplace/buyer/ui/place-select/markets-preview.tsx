/** What the chosen places mean: a map of them, and how many deals they have now and get in a week (checklist BOX-12). */
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { MiniMap } from '#marketplace/buyer/ui/map/mini-map.tsx'
import { countDeals, type DealCounts } from '#marketplace/buyer/ui/place-select/market-counts.ts'
import { placeBounds } from '#marketplace/buyer/ui/place-select/place-bounds.ts'
import type { TargetMarket } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { formatNumber } from '#shared/format/count.ts'
import { areaAround, boundsOfPoints } from '#shared/rules/deals/area.ts'
import type { Bounds } from '#shared/rules/deals/filter.ts'

export default function MarketsPreview({ markets }: { markets: readonly TargetMarket[] }) {
  const counts = useCounts(markets)
  const placed = markets.flatMap(({ place, radiusMiles }) => (place ? [{ place, radiusMiles }] : []))
  if (placed.length === 0) return null
  const points = placed.map(({ place: { formatted_address: label, geometry } }) => ({
    ...geometry.location,
    label,
    kind: 'place' as const,
  }))
  return (
    <section aria-label="Preview" className="overflow-hidden rounded-md border border-line">
      <div className="h-40">
        <MiniMap
          points={points}
          bounds={placed.map(boundsOfMarket).reduce(around)}
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

/** Null while they load, and when they are not known. */
function useCounts(markets: readonly TargetMarket[]): DealCounts | null {
  const { api } = useServices()
  const [counts, setCounts] = useState<DealCounts | null>(null)
  const key = JSON.stringify(markets.map(({ place, radiusMiles }) => [place?.place_id, radiusMiles]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the markets are new objects each time, their key is not
  useEffect(() => {
    let isOver = false
    setCounts(null)
    void countDeals(api, markets).then((counted) => {
      if (!isOver) setCounts(counted)
    })
    return () => {
      isOver = true
    }
  }, [api, key])
  return counts
}

const boundsOfMarket = ({ place, radiusMiles }: { place: PlaceWire; radiusMiles: number | null }): Bounds =>
  (radiusMiles === null ? null : boundsOfPoints(areaAround(place.geometry.location, radiusMiles))) ??
  placeBounds(place)

const around = (a: Bounds, b: Bounds): Bounds => ({
  south: Math.min(a.south, b.south),
  west: Math.min(a.west, b.west),
  north: Math.max(a.north, b.north),
  east: Math.max(a.east, b.east),
})

/** Several deals as one round mark, with what they cost on a card that shows while it is pointed at. */
import { memo, useMemo } from 'react'
import { formatNumber, shortCount } from '#shared/format/count.ts'
import { compactMoney } from '#shared/format/money.ts'
import type { Cluster } from './layout.ts'
import type { MarkerLayer } from './marker-layer.ts'
import { worldX, worldY } from './projection.ts'

export interface ClusterMarkProps {
  cluster: Cluster
  markerLayer: MarkerLayer
  onPress(cluster: Cluster): void
}

export const ClusterMark = memo(function ClusterMark({ cluster, markerLayer, onPress }: ClusterMarkProps) {
  const { lat, lng, count } = cluster
  const place = useMemo(() => markerLayer.at(worldX(lng), worldY(lat)), [markerLayer, lat, lng])
  const lines = clusterLines(cluster)
  const short = count < 1000 ? null : shortCount(count)
  return (
    <button
      type="button"
      ref={place}
      tabIndex={-1}
      className="map-cluster num"
      data-cluster={cluster.key}
      data-digits={Math.min(4, String(count).length)}
      aria-label={[short, ...lines].filter(Boolean).join(', ')}
      onClick={() => onPress(cluster)}
    >
      {short ?? count}
      <span className="map-cluster-card">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
    </button>
  )
})

/** `12 deals`, `$98K to $410K`, `median 71% of ARV`; what is not known is left out. */
export function clusterLines({
  count,
  priceMin,
  priceMax,
  medianArvPercent,
}: Pick<Cluster, 'count' | 'priceMin' | 'priceMax' | 'medianArvPercent'>): string[] {
  return [
    `${formatNumber(count)} deals`,
    ...(isKnown(priceMin) && isKnown(priceMax) ? [rangeText(priceMin, priceMax)] : []),
    ...(isKnown(medianArvPercent) ? [`median ${Math.round(medianArvPercent)}% of ARV`] : []),
  ]
}

function rangeText(min: number, max: number): string {
  const [from, to] = [compactMoney(min), compactMoney(max)]
  return from === to ? from : `${from} to ${to}`
}

const isKnown = (value: number | null): value is number => value !== null && Number.isFinite(value)

/**
 * The marks of a layout as buttons: price pins and clusters. They hold one place in the tab order together with the map: Enter
 * on the map leads to the best pin, arrows go on to the others, Escape leads back.
 */
import type { Signal } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { Heart, House } from 'lucide-react'
import { memo, useCallback, useMemo } from 'react'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { ClusterMark } from './cluster-mark.tsx'
import type { Cluster, Layout, WorldPoints } from './layout.ts'
import type { MarkerLayer } from './marker-layer.ts'
import { type PinContext, type PinState, pinStateOf } from './pin-state.ts'

export interface PinsProps {
  table: DealTable
  layout: Layout
  points: WorldPoints
  markerLayer: MarkerLayer
  context: PinContext
  hoveredId: Signal<number | null>
  selectedId: Signal<number | null>
  onOpen(id: number): void
  onCluster(cluster: Cluster): void
}

export function Pins({ table, layout, context, hoveredId, selectedId, ...rest }: PinsProps) {
  useSignals()
  const hovered = hoveredId.value
  const selected = selectedId.value
  const ranked = useMemo(
    () => layout.pins.map((row) => pinStateOf(table, row, context)),
    [table, layout, context],
  )
  const extra = [hovered, selected].flatMap((id) => extraPin(table, id, { ranked, context }))
  const press = useCallback(
    (id: number) => {
      if (selectedId.peek() === id) rest.onOpen(id)
      else selectedId.value = id
    },
    [selectedId, rest.onOpen],
  )
  const point = useCallback(
    (id: number | null) => {
      hoveredId.value = id
    },
    [hoveredId],
  )
  return (
    <>
      {layout.clusters.map((cluster) => (
        <ClusterMark
          key={cluster.key}
          cluster={cluster}
          markerLayer={rest.markerLayer}
          onPress={rest.onCluster}
        />
      ))}
      {[...ranked, ...new Map(extra.map((pin) => [pin.id, pin])).values()].map((pin) => (
        <Pin
          key={pin.id}
          pin={pin}
          x={rest.points.x[pin.row] ?? 0}
          y={rest.points.y[pin.row] ?? 0}
          markerLayer={rest.markerLayer}
          isHovered={pin.id === hovered}
          isSelected={pin.id === selected}
          isExtra={extra.includes(pin)}
          onPress={press}
          onPoint={point}
        />
      ))}
    </>
  )
}

/** What the list points at, or is open, has a pin even where it would be a dot or in a cluster. */
function extraPin(
  table: DealTable,
  id: number | null,
  { ranked, context }: { ranked: readonly PinState[]; context: PinContext },
): PinState[] {
  if (id === null || ranked.some((pin) => pin.id === id)) return []
  const row = table.rowOf(id)
  return row < 0 || Number.isNaN(table.numbers.latitude[row]) ? [] : [pinStateOf(table, row, context)]
}

interface PinProps {
  pin: PinState
  x: number
  y: number
  markerLayer: MarkerLayer
  isHovered: boolean
  isSelected: boolean
  isExtra: boolean
  onPress(id: number): void
  onPoint(id: number | null): void
}

const Pin = memo(function Pin({ pin, x, y, markerLayer, isHovered, isSelected, isExtra, ...on }: PinProps) {
  const place = useMemo(() => markerLayer.at(x, y), [markerLayer, x, y])
  return (
    <button
      type="button"
      ref={place}
      tabIndex={-1}
      className="map-pin num"
      aria-label={pin.name}
      aria-expanded={isSelected}
      data-pin={pin.id}
      data-status={pin.status}
      data-hovered={isHovered || undefined}
      data-selected={isSelected || undefined}
      data-viewed={pin.isViewed || undefined}
      data-approximate={pin.isApproximate || undefined}
      data-passing={(isExtra && !isSelected) || undefined}
      onClick={() => on.onPress(pin.id)}
      onPointerEnter={(event) => event.pointerType !== 'touch' && on.onPoint(pin.id)}
      onPointerLeave={() => on.onPoint(null)}
      onFocus={() => on.onPoint(pin.id)}
      onBlur={() => on.onPoint(null)}
    >
      <PinMarks pin={pin} />
      {pin.text}
    </button>
  )
})

/** Every state has a sign besides its color. */
export function PinMarks({
  pin,
}: {
  pin: Pick<PinState, 'isFavorite' | 'hasOpenHouse' | 'isNew' | 'status'>
}) {
  return (
    <>
      {pin.status === 'pending' ? <i className="map-pin-dot" /> : null}
      {pin.isFavorite ? <Heart className="map-pin-icon" fill="currentColor" aria-hidden="true" /> : null}
      {pin.hasOpenHouse ? <House className="map-pin-icon" aria-hidden="true" /> : null}
      {pin.isNew ? <i className="map-pin-new">New</i> : null}
    </>
  )
}

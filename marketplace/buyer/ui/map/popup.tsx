/** The card of the selected deal: at its pin where there is room, along the map's lower edge on phones. */
import type { Signal } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { DealTable } from '#shared/rules/deals/table.ts'
import type { WorldPoints } from './layout.ts'
import type { MarkerLayer } from './marker-layer.ts'
import type { Size } from './projection.ts'
import { type Transform, toScreen } from './projection.ts'

export interface PopupProps {
  table: DealTable
  points: WorldPoints
  selectedId: Signal<number | null>
  markerLayer: MarkerLayer
  /** Where the map is, to find the side with room. */
  at: Transform
  size: Size
  card(id: number): ReactNode
}

export function Popup({ table, points, selectedId, markerLayer, at, size, card }: PopupProps) {
  useSignals()
  const id = selectedId.value
  const row = id === null ? -1 : table.rowOf(id)
  const [x, y] = [points.x[row] ?? Number.NaN, points.y[row] ?? Number.NaN]
  const place = useMemo(() => markerLayer.at(x, y), [markerLayer, x, y])
  if (id === null || row < 0 || Number.isNaN(x)) return null
  const { x: left, y: top } = toScreen(at, {
    lat: table.numbers.latitude[row] ?? 0,
    lng: table.numbers.longitude[row] ?? 0,
  })
  return (
    <div ref={place} className="map-popup-at">
      <div
        className="map-popup"
        data-side={top > size.heightPx / 2 ? 'above' : 'below'}
        data-edge={edgeOf(left, size.widthPx)}
        data-map-popup=""
      >
        {card(id)}
        <button
          type="button"
          className="map-popup-close"
          aria-label="Close the deal’s card"
          onClick={({ currentTarget }) => {
            // It goes with its card; the keyboard stays on the map.
            currentTarget.closest<HTMLElement>('[data-map-surface]')?.focus()
            selectedId.value = null
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}

function edgeOf(left: number, widthPx: number): 'left' | 'right' | undefined {
  if (left < widthPx * 0.25) return 'left'
  return left > widthPx * 0.75 ? 'right' : undefined
}

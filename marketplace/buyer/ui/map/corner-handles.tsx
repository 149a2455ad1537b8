/** The corners of the drawn areas as buttons: dragged, moved by arrows, removed by Delete; between two a press makes a new one. */
import { type KeyboardEvent, type PointerEvent, useMemo } from 'react'
import type { Point } from '#shared/rules/deals/filter.ts'
import { Bar } from './draw-layer.tsx'
import {
  type Areas,
  type CornerPlace,
  middleOf,
  withCornerAfter,
  withCornerAt,
  withoutCorner,
} from './draw-model.ts'
import type { MarkerLayer } from './marker-layer.ts'
import { type ScreenPoint, worldX, worldY } from './projection.ts'

export interface CornerHandlesProps {
  areas: Areas
  onAreas(areas: Areas): void
  markerLayer: MarkerLayer
  toPlace(at: ScreenPoint): Point
  toScreen(place: Point): ScreenPoint
  onDone(): void
}

const STEP_PX = 8
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function CornerHandles({ areas, onDone, ...rest }: CornerHandlesProps) {
  return (
    <>
      {areas.map((corners, area) =>
        corners.map((point, corner) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the area
          <span key={`${area}-${corner}`}>
            <Corner areas={areas} place={{ area, corner }} point={point} {...rest} />
            <Between areas={areas} place={{ area, corner }} point={point} {...rest} />
          </span>
        )),
      )}
      <Bar words="Drag corners, or use arrow keys and Delete" onFinish={onDone} />
    </>
  )
}

interface HandleProps extends Omit<CornerHandlesProps, 'onDone'> {
  place: CornerPlace
  point: Point
}

function Corner({ areas, onAreas, markerLayer, toPlace, toScreen, place, point }: HandleProps) {
  const at = usePlaced(markerLayer, point)
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const map = event.currentTarget.closest('[data-map-surface]')?.getBoundingClientRect()
    if (map)
      onAreas(withCornerAt(areas, place, toPlace({ x: event.clientX - map.x, y: event.clientY - map.y })))
  }
  const press = (event: KeyboardEvent) => {
    const step = ARROWS[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') onAreas(withoutCorner(areas, place))
    else if (step) {
      const { x, y } = toScreen(point)
      onAreas(withCornerAt(areas, place, toPlace({ x: x + step[0] * STEP_PX, y: y + step[1] * STEP_PX })))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      type="button"
      ref={at}
      className="map-corner"
      aria-label={`Corner ${place.corner + 1} of area ${place.area + 1}`}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onKeyDown={press}
      onDoubleClick={() => onAreas(withoutCorner(areas, place))}
    />
  )
}

function Between({ areas, onAreas, markerLayer, place, point }: HandleProps) {
  const corners = areas[place.area] ?? []
  const middle = middleOf(point, corners[(place.corner + 1) % corners.length] ?? point)
  return (
    <button
      type="button"
      ref={usePlaced(markerLayer, middle)}
      tabIndex={-1}
      className="map-between"
      aria-label={`Add a corner after ${place.corner + 1}`}
      onClick={() => onAreas(withCornerAfter(areas, place, middle))}
    />
  )
}

function usePlaced(markerLayer: MarkerLayer, { lat, lng }: Point) {
  return useMemo(() => markerLayer.at(worldX(lng), worldY(lat)), [markerLayer, lat, lng])
}

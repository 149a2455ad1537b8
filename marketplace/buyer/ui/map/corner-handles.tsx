/** The corners of the drawn areas as buttons: dragged, moved by arrows or by more buttons, removed by Delete or another; between two a press makes a new one. */
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import type { Point } from '#shared/rules/deals/filter.ts'
import { MovePad } from '../move-pad.tsx'
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

export function CornerHandles({ onDone, ...rest }: CornerHandlesProps) {
  const { areas, onAreas } = rest
  const [chosen, setChosen] = useState<CornerPlace | null>(null)
  const point = chosen === null ? undefined : areas[chosen.area]?.[chosen.corner]
  return (
    <>
      {areas.map((corners, area) =>
        corners.map((point, corner) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the area
          <span key={`${area}-${corner}`}>
            <Corner
              {...rest}
              place={{ area, corner }}
              point={point}
              isChosen={chosen?.area === area && chosen.corner === corner}
              onChoose={setChosen}
            />
            <Between {...rest} place={{ area, corner }} point={point} />
          </span>
        )),
      )}
      <Bar words="Drag corners, or choose one and move it" onFinish={onDone}>
        {chosen && point ? (
          <>
            <MovePad
              label={`Move ${nameOf(chosen)}`}
              onMove={(x, y) => onAreas(movedBy(rest, { place: chosen, point }, [x, y]))}
            />
            <button
              type="button"
              className="map-bar-button"
              onClick={({ currentTarget: { nextElementSibling: done } }) => {
                if (done instanceof HTMLElement) done.focus()
                setChosen(null)
                onAreas(withoutCorner(areas, chosen))
              }}
            >
              Remove the corner
            </button>
          </>
        ) : null}
      </Bar>
    </>
  )
}

interface HandleProps extends Omit<CornerHandlesProps, 'onDone'> {
  place: CornerPlace
  point: Point
}

const nameOf = ({ area, corner }: CornerPlace) => `corner ${corner + 1} of area ${area + 1}`

/** The areas with the corner one step further. */
function movedBy(
  { areas, toPlace, toScreen }: Pick<CornerHandlesProps, 'areas' | 'toPlace' | 'toScreen'>,
  { place, point }: Pick<HandleProps, 'place' | 'point'>,
  [x, y]: readonly [number, number],
): Areas {
  const at = toScreen(point)
  return withCornerAt(areas, place, toPlace({ x: at.x + x * STEP_PX, y: at.y + y * STEP_PX }))
}

interface CornerProps extends HandleProps {
  isChosen: boolean
  onChoose(place: CornerPlace): void
}

function Corner({ isChosen, onChoose, ...props }: CornerProps) {
  const { areas, onAreas, markerLayer, toPlace, place, point } = props
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
    else if (step) onAreas(movedBy(props, props, step))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      type="button"
      ref={at}
      className="map-corner"
      aria-label={nameOf(place).replace('c', 'C')}
      aria-pressed={isChosen}
      onClick={() => onChoose(place)}
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

/** Catches the pointer while an area is drawn, and holds the handles of its corners while it is edited. */
import { type PointerEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import type { Point } from '#shared/rules/deals/filter.ts'
import type { DrawMode } from './draw-menu.tsx'
import { type Area, closeArea, thin } from './draw-model.ts'
import type { ScreenPoint } from './projection.ts'

export interface DrawLayerProps {
  mode: Exclude<DrawMode, 'edit'>
  toPlace(at: ScreenPoint): Point
  toScreen(place: Point): ScreenPoint
  /** What is drawn so far. */
  onDraft(corners: readonly Point[]): void
  onDone(area: Area | null): void
}

/** A press this near to the first corner closes the area. */
const CLOSE_PX = 14

export function DrawLayer(props: DrawLayerProps) {
  return props.mode === 'freehand' ? <Freehand {...props} /> : <Corners {...props} />
}

function Freehand({ toPlace, onDraft, onDone }: DrawLayerProps) {
  const line = useRef<ScreenPoint[] | null>(null)
  const start = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    line.current = [placeOn(event)]
  }
  const go = (event: PointerEvent<HTMLElement>) => {
    if (!line.current) return
    line.current.push(placeOn(event))
    onDraft(line.current.map(toPlace))
  }
  const end = () => {
    const drawn = line.current ?? []
    line.current = null
    const kept = thin(drawn).flatMap((at) => drawn[at] ?? [])
    onDone(closeArea(kept.map(toPlace)))
  }
  return (
    <>
      <div
        className="map-catcher"
        data-map-draw="freehand"
        onPointerDown={start}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={() => onDone(null)}
      />
      <Bar words="Drag around the area" onCancel={() => onDone(null)} />
    </>
  )
}

function Corners({ toPlace, toScreen, onDraft, onDone }: DrawLayerProps) {
  const [corners, setCorners] = useState<readonly Point[]>([])
  const finish = useCallback(() => onDone(closeArea(corners)), [onDone, corners])
  const press = (event: React.MouseEvent<HTMLElement>) => {
    const at = placeOn(event)
    const first = corners[0] && toScreen(corners[0])
    if (first && corners.length > 2 && Math.hypot(first.x - at.x, first.y - at.y) < CLOSE_PX) return finish()
    const next = [...corners, toPlace(at)]
    setCorners(next)
    onDraft(next)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: places need a pointer; the menu has a way without one */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className="map-catcher" data-map-draw="corners" onClick={press} />
      <Bar
        words={corners.length < 3 ? 'Press where the corners are' : 'Press the first corner again to finish'}
        onCancel={() => onDone(null)}
        {...(corners.length > 2 ? { onFinish: finish } : {})}
      />
    </>
  )
}

export interface BarProps {
  words: string
  onCancel?(): void
  onFinish?(): void
  children?: ReactNode
}

export function Bar({ words, onCancel, onFinish, children }: BarProps) {
  return (
    <div className="map-bar">
      <span role="status">{words}</span>
      {children}
      {onFinish ? (
        <button type="button" className="map-bar-button" onClick={onFinish}>
          Done
        </button>
      ) : null}
      {onCancel ? (
        <button type="button" className="map-bar-button" onClick={onCancel}>
          Cancel
        </button>
      ) : null}
    </div>
  )
}

function placeOn(event: { clientX: number; clientY: number; currentTarget: HTMLElement }): ScreenPoint {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

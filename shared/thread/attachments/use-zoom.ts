/** Zooms and moves one picture: two fingers, a trackpad's pinch, a double click, and one finger once it is zoomed. */
import { type PointerEvent, useEffect, useRef, useState } from 'react'

const MOST = 5
const DOUBLE = 2.5

interface Place {
  scale: number
  x: number
  y: number
}

const WHOLE: Place = { scale: 1, x: 0, y: 0 }

/** `of`: what is shown; another one begins whole. */
export function useZoom(of: number) {
  const stage = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const [state, setState] = useState({ of, place: WHOLE })
  const place = state.of === of ? state.place : WHOLE
  const change = (next: (from: Place) => Place) =>
    setState((from) => ({
      of,
      place: limited(next(from.of === of ? from.place : WHOLE), stage.current),
    }))
  const by = (factor: number) =>
    change(({ scale, x, y }) => ({ scale: scale * factor, x: x * factor, y: y * factor }))

  // Not by React, which listens passively: the page itself must not be zoomed by it.
  useEffect(() => {
    const element = stage.current
    const onWheel = (event: WheelEvent) => {
      // A trackpad's pinch comes as this.
      if (!event.ctrlKey) return
      event.preventDefault()
      by(Math.exp(-event.deltaY / 100))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })

  const onPointerDown = (event: PointerEvent) => {
    if ((event.target as Element).closest('button')) return
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const onPointerMove = (event: PointerEvent) => {
    const from = fingers.current.get(event.pointerId)
    if (!from) return
    const before = spread(fingers.current)
    const to = { x: event.clientX, y: event.clientY }
    fingers.current.set(event.pointerId, to)
    const after = spread(fingers.current)
    if (before > 0) by(after / before)
    else change(({ scale, x, y }) => ({ scale, x: x + to.x - from.x, y: y + to.y - from.y }))
  }
  const onPointerUp = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  return {
    stage,
    scale: place.scale,
    most: MOST,
    by,
    style: { transform: `translate(${place.x}px, ${place.y}px) scale(${place.scale})` },
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onDoubleClick: () => (place.scale > 1 ? change(() => WHOLE) : by(DOUBLE)),
    },
  }
}

/** No edge of the picture comes further in than the middle half of its place. */
function limited({ scale, x, y }: Place, stage: Element | null): Place {
  const kept = Math.min(MOST, Math.max(1, scale))
  const within = (value: number, side = 0) => {
    const far = ((kept - 1) * side) / 2
    return Math.min(far, Math.max(-far, value))
  }
  return { scale: kept, x: within(x, stage?.clientWidth), y: within(y, stage?.clientHeight) }
}

/** How far two fingers are from each other; 0 for one. */
function spread(fingers: ReadonlyMap<number, { x: number; y: number }>): number {
  const [a, b] = [...fingers.values()]
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
}

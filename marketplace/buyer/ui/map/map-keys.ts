/** The keys of the map: arrows move it, + and − zoom, Enter goes to its pins, arrows among those, Escape back. */
import type { KeyboardEvent } from 'react'
import type { MapAdapter } from './adapter.ts'

/** How far one press moves the map. */
export const STEP_PX = 100
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export interface KeyDeps {
  adapter: MapAdapter
  surface: HTMLElement
  closeCard(): boolean
}

/** For keys pressed on the surface or on a mark in it. */
export function pressKey(event: KeyboardEvent, { adapter, surface, closeCard }: KeyDeps): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const mark = (event.target as Element).closest<HTMLElement>('[data-pin],[data-cluster]')
  const isOnSurface = event.target === surface
  if (!mark && !isOnSurface && event.key !== 'Escape') return
  if (handle(event.key)) {
    event.preventDefault()
    event.stopPropagation()
  }

  function handle(key: string): boolean {
    if (key === '+' || key === '=') return zoom(1)
    if (key === '-' || key === '_') return zoom(-1)
    const move = MOVES[key]
    if (mark && move) return step(mark, move[0] + move[1])
    if (move) return pan(move)
    if (key === 'Enter' && isOnSurface) return step(null, 1)
    if (key !== 'Escape') return false
    const wasOpen = closeCard()
    // What had the focus in the card is gone with it.
    if (mark ? !wasOpen : wasOpen) surface.focus()
    return wasOpen || mark !== null
  }

  function zoom(steps: number): true {
    adapter.zoomBy(steps)
    return true
  }

  function pan([x, y]: readonly [number, number]): true {
    adapter.panBy(x * STEP_PX, y * STEP_PX)
    return true
  }

  function step(from: HTMLElement | null, by: number): boolean {
    const marks = [
      ...surface.querySelectorAll<HTMLElement>('[data-pin]'),
      ...surface.querySelectorAll<HTMLElement>('[data-cluster]'),
    ]
    const at = from ? marks.indexOf(from) + by : 0
    marks[(at + marks.length) % marks.length]?.focus()
    return marks.length > 0
  }
}

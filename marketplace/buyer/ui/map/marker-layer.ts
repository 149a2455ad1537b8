/** Keeps elements at their places while the map moves, without React: one transform an element and frame. */
import type { Transform } from './projection.ts'

export interface MarkerLayer {
  /** A `ref` for an element that belongs to a place, `x` and `y` in the world's units. */
  at(x: number, y: number): (element: HTMLElement | null) => (() => void) | undefined
  place(at: Transform): void
}

export function createMarkerLayer(first: Transform): MarkerLayer {
  const places = new Map<HTMLElement, { x: number; y: number }>()
  let last = first
  const put = (element: HTMLElement, { x, y }: { x: number; y: number }) => {
    const { scale, shiftX, shiftY } = last
    element.style.translate = `${Math.round(x * scale + shiftX)}px ${Math.round(y * scale + shiftY)}px`
  }
  return {
    at: (x, y) => (element) => {
      if (!element) return
      const place = { x, y }
      places.set(element, place)
      put(element, place)
      return () => void places.delete(element)
    },
    place(at) {
      last = at
      for (const [element, place] of places) put(element, place)
    },
  }
}

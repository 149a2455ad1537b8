/** Dots are paint, so the pointer finds them by their place: pointing links them with the list, a press opens their card. */
import type { Signal } from '@preact/signals-core'
import { type RefObject, useEffect } from 'react'
import type { DealTable } from '#shared/rules/deals/table.ts'
import type { MapAdapter } from './adapter.ts'
import type { Layout, WorldPoints } from './layout.ts'
import { transformOf } from './projection.ts'
import { dotAt } from './use-scene.ts'

export interface DotsOptions {
  surface: RefObject<HTMLElement | null>
  adapter: MapAdapter
  table: DealTable
  layout: Layout
  points: WorldPoints
  hoveredId: Signal<number | null>
  selectedId: Signal<number | null>
}

/** A press that went farther was a drag. */
const PRESS_PX = 5

export function useDots({
  surface,
  adapter,
  table,
  layout,
  points,
  hoveredId,
  selectedId,
}: DotsOptions): void {
  useEffect(() => {
    const element = surface.current
    if (!element) return
    const ending = new AbortController()
    let pressed = { x: 0, y: 0 }
    let pointedHere: number | null = null
    const idAt = (event: MouseEvent): number | null => {
      if (!isBasemap(event.target)) return null
      const { left, top } = element.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      const row = dotAt({ points, layout }, transformOf(adapter.view(), adapter.size()), at)
      return row === null ? null : (table.numbers.id[row] ?? null)
    }
    const point = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || event.buttons > 0) return
      const id = idAt(event)
      if (id === pointedHere) return
      // What a pin or the list points at is not ours to take away.
      if (id !== null || hoveredId.peek() === pointedHere) hoveredId.value = id
      pointedHere = id
      element.style.cursor = id === null ? '' : 'pointer'
    }
    const press = (event: MouseEvent) => {
      if (!isBasemap(event.target)) return
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > PRESS_PX) return
      selectedId.value = idAt(event)
    }
    const { signal } = ending
    element.addEventListener('pointermove', point, { signal })
    element.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (pressed = { x, y }), { signal })
    element.addEventListener('click', press, { signal })
    return () => ending.abort()
  }, [surface, adapter, table, layout, points, hoveredId, selectedId])
}

const isBasemap = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-map-ground]') !== null

/**
 * The list is one stop of the Tab key: the card that had the focus last or, while that is not drawn, the first one that is. Arrow keys,
 * Home and End lead to the others. Once a card has the focus, Tab leads through its buttons and then out of the list.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { CardStopContext } from '#marketplace/buyer/ui/deal/card-stop.ts'
import { useBrowse } from '../browse-context.tsx'
import { focusDeal } from './focus-deal.ts'
import type { Drawn, ListStop } from './page-context.ts'
import { type ListHandle, useBrowsePage } from './page-context.ts'

export function createListStop(order: ReadonlySignal<Uint32Array>): ListStop {
  const drawn = signal<Drawn>({ startIndex: 0, endIndex: 0 })
  const lastId = signal<number | null>(null)
  return {
    drawn,
    lastId,
    insideId: signal(null),
    index: computed(() => {
      const { startIndex, endIndex } = drawn.value
      const last = lastId.value === null ? -1 : order.value.indexOf(lastId.value)
      return last >= startIndex && last <= endIndex ? last : startIndex
    }),
  }
}

/** Around one card. */
export function Stop({ id, index, children }: { id: number; index: number; children: ReactNode }) {
  useSignals()
  const { stop } = useBrowsePage()
  // Read here: a computed of the first render would keep the index that the card had before the list was put in another order.
  const isStop = stop.index.value === index
  const isInside = useComputed(() => stop.insideId.value === id).value
  const value = useMemo(() => ({ isStop, isInside }), [isStop, isInside])
  return <CardStopContext value={value}>{children}</CardStopContext>
}

/** Around all of them. */
export function ListKeys({ children }: { children: ReactNode }) {
  const { order, query } = useBrowse()
  const { stop, list } = useBrowsePage()
  function enter({ target }: FocusEvent) {
    const id = dealAt(target)
    stop.insideId.value = id
    if (id !== null) stop.lastId.value = id
  }
  function leave({ relatedTarget }: FocusEvent) {
    if (dealAt(relatedTarget) === null) stop.insideId.value = null
  }
  function press(event: KeyboardEvent) {
    const { key, target } = event
    const at = order.peek().indexOf(dealAt(target) ?? -1)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (at < 0 || !isPlain || list.current === null || event.defaultPrevented) return
    const isGrid = query.peek().display === 'grid'
    const next = placeAfter(key, at, { list: list.current, isGrid, count: order.peek().length })
    const id = next === null ? undefined : order.peek()[next]
    if (next === null) return
    event.preventDefault()
    if (id === undefined) return
    list.current.show(next)
    focusDeal(id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The keys of the feed or table inside it.
    <div className="h-full" onFocus={enter} onBlur={leave} onKeyDown={press}>
      {children}
    </div>
  )
}

interface Around {
  readonly list: ListHandle
  readonly isGrid: boolean
  readonly count: number
}

/** Null for a key that leads nowhere. */
function placeAfter(key: string, at: number, { list, isGrid, count }: Around): number | null {
  switch (key) {
    case 'ArrowDown':
      return at + list.columns
    case 'ArrowUp':
      return at - list.columns
    case 'ArrowRight':
      return isGrid ? at + 1 : null
    case 'ArrowLeft':
      return isGrid ? at - 1 : null
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** The deal whose card the element is in. */
function dealAt(target: EventTarget | null): number | null {
  if (!(target instanceof Element)) return null
  const link = target.closest('article, tr')?.querySelector<HTMLElement>('[data-deal]')
  return link ? Number(link.dataset.deal) : null
}

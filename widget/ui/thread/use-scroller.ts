/**
 * What follows from where the thread is scrolled to and how high it is: older messages are asked for near the top,
 * the end stays in view when the composer below grows, and whether the thread stands at it is known.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { FOLLOW_THRESHOLD_PX, SCROLL_LOAD_THRESHOLD_PX } from '#shared/contract/limits.ts'
import type { ChatStore } from '#shared/thread/model.ts'

export interface Scroller {
  /** The ref of the element that scrolls. */
  readonly ref: (element: HTMLElement | Window | null) => void
  readonly element: RefObject<HTMLElement | null>
  /** Measured at this moment; true before there is an element. */
  isNearEnd(): boolean
  /** It is at the very end, or was when it was last looked at and nobody has scrolled up since. */
  stoodAtEnd(): boolean
  /** Scrolls to the end of what is measured; true when it was there already, and the end has not moved since. */
  toEnd(): boolean
}

export interface ScrollHandlers {
  /** Where a scroll ended up. */
  readonly onScrolled: RefObject<(isNearEnd: boolean) => void>
  /** The reader's own hand may scroll. */
  readonly onHand: RefObject<() => void>
}

/** `isPlaced` once the rows stand where they are read from: before that a thread seems to be at its top, however long it is. */
export function useScroller(
  store: ChatStore,
  { onScrolled, onHand }: ScrollHandlers,
  isPlaced: boolean,
): Scroller {
  useSignals()
  const element = useRef<HTMLElement | null>(null)
  const release = useRef<() => void>(() => {})
  const endTop = useRef(NOT_AT_END)
  const stood = useRef<Stand>({ isNearEnd: true, top: 0 })
  const placed = useRef(isPlaced)
  placed.current = isPlaced
  const older = store.thread.older.value.phase
  const count = store.thread.rows.value.count

  const loadOlder = useCallback(() => {
    const { thread } = store
    const { phase } = thread.older.peek()
    const isNear = isInSight(element.current) && element.current.scrollTop < SCROLL_LOAD_THRESHOLD_PX
    if (!isNear || !placed.current || phase === 'loading' || phase === 'failed') return
    if (thread.hasOlder.peek()) void thread.loadOlder()
  }, [store])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished load is looked at again after it was painted.
  useEffect(() => {
    const frame = requestAnimationFrame(loadOlder)
    return () => cancelAnimationFrame(frame)
  }, [loadOlder, older, count, isPlaced])

  const scrolled = useCallback(() => {
    const { current } = element
    if (!isInSight(current)) return
    endTop.current = topAtEnd(current)
    stood.current = { isNearEnd: isAtEnd(current), top: current.scrollTop }
    loadOlder()
  }, [loadOlder])
  const ref = useCallback(
    (next: HTMLElement | Window | null) => {
      release.current()
      element.current = next instanceof HTMLElement ? next : null
      if (element.current) release.current = watch(element.current, scrolled, { stood, onScrolled, onHand })
    },
    [scrolled, onScrolled, onHand],
  )
  const isNearEnd = useCallback(
    () => (isInSight(element.current) ? isAtEnd(element.current) : stood.current.isNearEnd),
    [],
  )
  const toEnd = useCallback(() => {
    const { current } = element
    if (!isInSight(current)) return true
    const before = endTop.current
    const isThere = topAtEnd(current) !== NOT_AT_END
    if (!isThere) current.scrollTop = current.scrollHeight
    endTop.current = current.scrollTop
    return isThere && endTop.current === before
  }, [])
  const stoodAtEnd = useCallback(() => {
    const { current } = element
    // When rows shrink, the end moves up to the reader.
    return isInSight(current) && current.scrollTop >= Math.min(endTop.current, topAtEnd(current))
  }, [])
  return { ref, element, isNearEnd, stoodAtEnd, toEnd }
}

/** Where it was scrolled to when it was last in sight. */
interface Stand {
  readonly isNearEnd: boolean
  readonly top: number
}

/** A page may hide the messenger, a launcher its popup: then nothing has a height, and no place in the thread can be measured. */
const isInSight = (element: HTMLElement | null): element is HTMLElement =>
  element !== null && element.clientHeight > 0

const NOT_AT_END = Number.POSITIVE_INFINITY

/** How far it is scrolled when it stands at the very end. */
const topAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight <= 1 ? scrollTop : NOT_AT_END

/** `height`: of what is seen of it. */
const isAtEnd = (element: HTMLElement, height = element.clientHeight): boolean =>
  element.scrollHeight - element.scrollTop - height <= FOLLOW_THRESHOLD_PX

/** How a person scrolls. A press may be on the scroll bar. */
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

interface WatchHandlers extends ScrollHandlers {
  readonly stood: RefObject<Stand>
}

function watch(
  element: HTMLElement,
  onScroll: () => void,
  { stood, onScrolled, onHand }: WatchHandlers,
): () => void {
  let height = element.clientHeight
  const scrolled = () => {
    if (isInSight(element)) onScrolled.current(isAtEnd(element))
    onScroll()
  }
  const resized = new ResizeObserver(() => {
    const before = height
    height = element.clientHeight
    if (height === before || height === 0) return
    // Asked with the height before: a thread that shrinks keeps its place, and so hides its end.
    if (before === 0 ? stood.current.isNearEnd : isAtEnd(element, before))
      element.scrollTop = element.scrollHeight
    else if (before === 0) element.scrollTop = stood.current.top
  })
  const handled = () => onHand.current()
  element.addEventListener('scroll', scrolled, { passive: true })
  for (const way of BY_HAND) element.addEventListener(way, handled, { passive: true })
  resized.observe(element)
  return () => {
    element.removeEventListener('scroll', scrolled)
    for (const way of BY_HAND) element.removeEventListener(way, handled)
    resized.disconnect()
  }
}

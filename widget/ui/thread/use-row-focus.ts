/**
 * The focus inside a conversation: on a message, whatever happens to its row. One that is scrolled out of what is drawn gets a
 * stand-in, one that is asked for gets the focus as soon as it is drawn.
 */
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Row, Rows, Thread } from '#shared/thread/model.ts'
import { firstMessage, offsetOfRow } from './walk-target.ts'

export type MessageRow = Exclude<Row, { kind: 'date' }>

export interface RowFocus {
  /** The message in focus when its row is too far away to be drawn; something has to stand in for it. */
  readonly kept: MessageRow | null
  /** Where the focus is, or was when it left. */
  readonly place: RefObject<MessageRow | null>
  readonly isInside: RefObject<boolean>
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  /** To be called whenever rows were drawn. */
  settle(): void
  /** Brings a row into view, or to the top of it, and the focus to it. */
  go(offset: number, isToTop?: boolean): void
}

/** For how long a row is scrolled to that is not drawn; between two steps the list has time to draw. */
const SEEK_FRAMES = 90
const SEEK_EVERY_FRAMES = 3
/** For how long a row is held at the top. */
const HOLD_FRAMES = 10

/** What the ring around a message needs above it. */
const RING_PX = 6

export interface LogParts {
  readonly log: RefObject<HTMLElement | null>
  /** To be called when it is a reader's hand that scrolls: nothing may pull the other way then. */
  readonly onHand: RefObject<() => void>
  /** Scrolls to the end, also while rows are measured. */
  readonly toEnd: () => void
}

export function useRowFocus(thread: Thread, { log, onHand, toEnd }: LogParts): RowFocus {
  const place = useRef<MessageRow | null>(null)
  const isInside = useRef(false)
  const goal = useRef<MessageRow | null>(null)
  const isGoalToTop = useRef(false)
  const search = useRef(0)
  const [kept, setKept] = useState<MessageRow | null>(null)
  useEffect(() => () => cancelAnimationFrame(search.current), [])

  const settle = () => {
    const box = log.current
    const wanted = goal.current ?? (isInside.current ? place.current : null)
    if (!box || !wanted) return
    const element = elementOf(box, wanted)
    const active = activeIn(box)
    if (goal.current) onHand.current()
    if (element && (goal.current || active === null || active.hasAttribute('data-kept'))) {
      const rows = thread.rows.peek()
      const offset = goal.current ? offsetOfRow(rows, wanted) : -1
      goal.current = null
      element.focus({ preventScroll: true })
      // Above the first message is its date, which belongs to the beginning that was gone to.
      if (offset === firstMessage(rows)) box.scrollTop = 0
      else if (offset === rows.count - 1 && element.clientHeight < box.clientHeight) toEnd()
      else if (offset >= 0 && isGoalToTop.current) holdAtTop(box, element, HOLD_FRAMES)
      else reveal(box, element)
    } else if (active === null && offsetOfRow(thread.rows.peek(), wanted) < 0) box.focus()
    else if (active === null) {
      place.current = wanted
      setKept(wanted)
    }
  }
  // Rows above it are measured, and older ones come in front, in the frames after it was drawn.
  const holdAtTop = (box: HTMLElement, element: HTMLElement, frames: number) => {
    if (!element.isConnected) return
    box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top
    if (frames > 0) search.current = requestAnimationFrame(() => holdAtTop(box, element, frames - 1))
  }
  const seek = (row: MessageRow, frames: number) => {
    if (goal.current !== row) return
    onHand.current()
    const rows = thread.rows.peek()
    const offset = offsetOfRow(rows, row)
    if (log.current && offset >= 0 && frames % SEEK_EVERY_FRAMES === 0)
      approach(log.current, rows.firstIndex + offset)
    if (frames > 0) search.current = requestAnimationFrame(() => seek(row, frames - 1))
    else goal.current = null
  }
  return {
    kept,
    place,
    isInside,
    settle,
    go(offset, isToTop = false) {
      const row = thread.rows.peek().at(offset)
      if (row.kind === 'date') return
      goal.current = row
      isGoalToTop.current = isToTop
      cancelAnimationFrame(search.current)
      if (elementOf(log.current, row)) settle()
      else seek(row, SEEK_FRAMES)
    },
    onFocus({ target }) {
      isInside.current = true
      const element = target.closest<HTMLElement>('[data-row]')
      if (!element) return
      place.current = rowOf(thread.rows.peek(), element) ?? place.current
      setKept(null)
    },
    onBlur({ currentTarget: box, target, relatedTarget }) {
      const leave = () => {
        isInside.current = false
        setKept(null)
      }
      if (relatedTarget) {
        if (box.contains(relatedTarget)) return
        // Whoever went elsewhere is not fetched back by a row that is found only now.
        goal.current = null
        cancelAnimationFrame(search.current)
        return leave()
      }
      // A row that is taken away loses the focus too, and then it is still ours; so it is when the window loses it.
      queueMicrotask(() => {
        if (target.isConnected && !activeIn(box)) leave()
      })
    },
  }
}

function activeIn(box: HTMLElement): Element | null {
  const { activeElement } = box.getRootNode() as Document | ShadowRoot
  return box.contains(activeElement) ? activeElement : null
}

const elementOf = (box: HTMLElement | null, row: MessageRow) =>
  box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.key)}"]`) ?? null

function rowOf(rows: Rows, element: HTMLElement): MessageRow | null {
  const offset = Number(element.dataset.itemIndex) - rows.firstIndex
  const row = offset >= 0 && offset < rows.count ? rows.at(offset) : null
  return row && row.kind !== 'date' ? row : null
}

/**
 * A step towards a row that is not drawn, as a hand would scroll. Told by index instead, the list still holds to it when older
 * messages come in front meanwhile, and ends up elsewhere.
 */
function approach(box: HTMLElement, index: number): void {
  const drawn = [...box.querySelectorAll<HTMLElement>('[data-row]')]
  const [first, last] = [drawn[0], drawn.at(-1)]
  if (!first || !last) return
  const meanPx = (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / drawn.length
  const above = Number(first.dataset.itemIndex) - index
  const below = index - Number(last.dataset.itemIndex)
  if (above > 0) box.scrollTop -= above * meanPx
  else if (below > 0) box.scrollTop += below * meanPx
}

/** Into the log's view by the shortest way; of a row that is higher, the beginning. */
function reveal(box: HTMLElement, element: HTMLElement): void {
  const row = element.getBoundingClientRect()
  const view = box.getBoundingClientRect()
  const above = view.top + RING_PX - row.top
  if (above > 0) box.scrollTop -= above
  else if (row.bottom > view.bottom) box.scrollTop += Math.min(row.bottom - view.bottom, -above)
}

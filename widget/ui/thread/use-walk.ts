/**
 * Walking through a conversation by keyboard: arrows, Home, End and the page keys go from message to message, also to those
 * that are not drawn or not loaded yet. Whatever happens to the row in focus, the focus stays with its message.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import type { Row, Rows, Thread } from '#widget/chat/model.ts'
import { firstMessage, keyTarget, nextMessage, offsetOfRow } from './walk-target.ts'

type MessageRow = Exclude<Row, { kind: 'date' }>

export interface Walk {
  /** The message in focus when its row is too far away to be drawn; something has to stand in for it. */
  readonly kept: MessageRow | null
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  /** To be called whenever rows were drawn. */
  settle(): void
  /** Brings a row into view and the focus to it. */
  go(offset: number, align?: 'start' | 'center'): void
}

interface WalkOn {
  readonly list: RefObject<VirtuosoHandle | null>
  readonly log: RefObject<HTMLElement | null>
}

export function useWalk(thread: Thread, { list, log }: WalkOn): Walk {
  /** Where the walk stands, also while the focus is elsewhere. */
  const place = useRef<MessageRow | null>(null)
  const isInside = useRef(false)
  /** The row that gets the focus as soon as it is drawn. */
  const goal = useRef<MessageRow | null>(null)
  /** A key that led beyond what was loaded, and the first index then. */
  const beyond = useRef<{ isHome: boolean; firstIndex: number } | null>(null)
  const [kept, setKept] = useState<MessageRow | null>(null)
  const rows = thread.rows.peek()

  const go: Walk['go'] = (offset, align = 'center') => {
    const row = thread.rows.peek().at(offset)
    if (row.kind === 'date') return
    goal.current = row
    const element = elementOf(log.current, row)
    if (element) settle()
    else list.current?.scrollToIndex({ index: offset, align, behavior: 'auto' })
  }
  const settle = () => {
    const box = log.current
    const wanted = goal.current ?? (isInside.current ? place.current : null)
    if (!box || !wanted) return
    const element = elementOf(box, wanted)
    const active = (box.getRootNode() as Document | ShadowRoot).activeElement
    const isLost = active === null || !box.contains(active)
    if (element && (goal.current || isLost || active.hasAttribute('data-kept'))) {
      goal.current = null
      element.focus({ preventScroll: true })
      reveal(box, element)
    } else if (isLost) setKept(wanted)
  }

  // Older messages that were walked towards are there: the walk goes on. After the rows were painted in their place.
  useEffect(() => {
    const wish = beyond.current
    if (!wish || rows.firstIndex >= wish.firstIndex) return
    beyond.current = null
    const from = place.current ? offsetOfRow(rows, place.current) : -1
    const to = wish.isHome ? firstMessage(rows) : nextMessage(rows, from, -1)
    if (isInside.current && to !== null) go(to)
  })

  return {
    kept,
    settle,
    go,
    onKeyDown(event) {
      const box = event.currentTarget
      const target = event.target as HTMLElement
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, select')) return
      const now = thread.rows.peek()
      const isOnLog = target === box
      const step = keyTarget(event.key, now, {
        from: from(box, now),
        isOnLog,
        page: drawnRows(box).length - 1,
      })
      beyond.current = null
      if (step === null || (!isOnLog && isCutOff(box, target, event.key))) return
      event.preventDefault()
      if (step.isBeyond && thread.hasOlder.peek()) {
        beyond.current = { isHome: event.key === 'Home', firstIndex: now.firstIndex }
        const { phase } = thread.older.peek()
        if (phase === 'failed') void thread.retry()
        else if (phase !== 'loading') void thread.loadOlder()
      }
      go(step.offset)
    },
    onFocus({ target }) {
      isInside.current = true
      const element = target.closest<HTMLElement>('[data-row]')
      if (!element) return
      place.current = rowOf(thread.rows.peek(), element) ?? place.current
      setKept(null)
    },
    onBlur({ currentTarget, relatedTarget }) {
      const { activeElement } = currentTarget.getRootNode() as Document | ShadowRoot
      // A window that loses the focus leaves it with the element.
      if (currentTarget.contains(relatedTarget) || currentTarget.contains(activeElement)) return
      isInside.current = false
      setKept(null)
    },
  }

  /** Where a key sets out from: the row in focus, where the walk last stood, or the last one in view. */
  function from(box: HTMLElement, now: Rows): number {
    const known = place.current ? offsetOfRow(now, place.current) : -1
    if (known >= 0) return known
    const last = drawnRows(box).at(-1)
    return last ? Number(last.dataset.itemIndex) - now.firstIndex : now.count - 1
  }
}

const drawnRows = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[data-row]')]

const elementOf = (box: HTMLElement | null, row: MessageRow) =>
  box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.key)}"]`) ?? null

function rowOf(rows: Rows, element: HTMLElement): MessageRow | null {
  const offset = Number(element.dataset.itemIndex) - rows.firstIndex
  const row = offset >= 0 && offset < rows.count ? rows.at(offset) : null
  return row && row.kind !== 'date' ? row : null
}

/** A message higher than the log is scrolled through before the next one is gone to. */
function isCutOff(box: HTMLElement, target: HTMLElement, key: string): boolean {
  const element = target.closest('[data-row]')
  if (!element) return false
  const row = element.getBoundingClientRect()
  const view = box.getBoundingClientRect()
  if (row.height <= view.height) return false
  return key === 'ArrowDown' ? row.bottom > view.bottom + 1 : key === 'ArrowUp' && row.top < view.top - 1
}

/** Into the log's view by the shortest way; of a row that is higher, the beginning. */
function reveal(box: HTMLElement, element: HTMLElement): void {
  const row = element.getBoundingClientRect()
  const view = box.getBoundingClientRect()
  if (row.top < view.top) box.scrollTop -= view.top - row.top
  else if (row.bottom > view.bottom) box.scrollTop += Math.min(row.bottom - view.bottom, row.top - view.top)
}

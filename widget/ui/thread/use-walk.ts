/**
 * Walking through a conversation by keyboard: arrows, Home, End and the page keys go from message to message, also to those
 * that are not drawn or not loaded yet.
 */
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Rows, Thread } from '#shared/thread/model.ts'
import { type LogParts, type RowFocus, useRowFocus } from './use-row-focus.ts'
import { firstMessage, keyTarget, nextMessage, offsetOfRow } from './walk-target.ts'

export interface Walk extends RowFocus {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

export function useWalk(thread: Thread, parts: LogParts): Walk {
  const focus = useRowFocus(thread, parts)
  const { place, isInside, go } = focus
  /** A key that led beyond what was loaded, and the first index then. */
  const beyond = useRef<{ isHome: boolean; firstIndex: number } | null>(null)
  const rows = thread.rows.peek()
  const standsAt = (now: Rows) => (place.current ? offsetOfRow(now, place.current) : -1)

  // Older messages that were walked towards are there: the walk goes on.
  useEffect(() => {
    const wish = beyond.current
    if (!wish || rows.firstIndex >= wish.firstIndex) return
    beyond.current = null
    const to = wish.isHome ? firstMessage(rows) : nextMessage(rows, standsAt(rows), -1)
    if (isInside.current && to !== null) go(to)
  })

  const loadOlder = (isHome: boolean) => {
    if (!thread.hasOlder.peek()) return
    beyond.current = { isHome, firstIndex: thread.rows.peek().firstIndex }
    const { phase } = thread.older.peek()
    if (phase === 'failed') void thread.retry()
    else if (phase !== 'loading') void thread.loadOlder()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget: box } = event
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, select')) return
    const now = thread.rows.peek()
    const isOnLog = target === box
    const known = standsAt(now)
    const drawn = box.querySelectorAll<HTMLElement>('[data-row]')
    const from = known < 0 ? Number(drawn[drawn.length - 1]?.dataset.itemIndex) - now.firstIndex : known
    const step = keyTarget(key, now, { from, isOnLog, page: drawn.length - 1 })
    beyond.current = null
    if (step === null || (!isOnLog && isCutOff(box, target, key))) return
    event.preventDefault()
    if (step.isBeyond) loadOlder(key === 'Home')
    go(step.offset)
  }
  return { ...focus, onKeyDown }
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

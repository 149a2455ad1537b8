/**
 * The rows as a listbox with one tab stop: arrows, Home, End, typing a name, Enter and Space (DESIGN.md section 8). Only rows near
 * the view are in the page, and the tab stop wherever it is, so that focus is never lost to scrolling.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TYPE_AHEAD_PAUSE_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { ChatStore, Conversation } from '#shared/thread/model.ts'
import { ConversationRow } from './conversation-row.tsx'
import { type RowWindow, useRowWindow } from './use-row-window.ts'

interface ConversationRowsProps {
  store: ChatStore
  clock: Clock
  onOpen: (accountId: number) => void
}

export function ConversationRows({ store, clock, onOpen }: ConversationRowsProps) {
  useSignals()
  const found = store.conversations.found.value
  const waiting = store.readsWaiting.value
  const query = store.conversations.query.value.trim()
  const selectedId = store.selected.value?.id ?? null
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const [typeAhead] = useState(() => createTypeAhead(clock))
  const list = useRef<HTMLDivElement>(null)
  // Whoever comes back from a conversation goes on where they left the list.
  const lastId = useRef<number | null>(null)
  lastId.current = selectedId ?? lastId.current
  const stop = tabStop(found, focusedId ?? lastId.current)
  const shown = useRowWindow(list, found.length)

  const focus = (index: number) => {
    const target = found[Math.max(0, Math.min(found.length - 1, index))]
    if (!target) return
    // Drawn before it is focused: it may be far away.
    flushSync(() => setFocusedId(target.id))
    const option = list.current?.querySelector<HTMLElement>(`[data-account="${target.id}"]`)
    option?.focus({ preventScroll: true })
    option?.scrollIntoView({ block: 'nearest' })
  }
  // A row that is taken away while the next one gets the focus is left as well, but not the list.
  const onBlur = () =>
    queueMicrotask(() => {
      if (!list.current?.querySelector(':focus')) setFocusedId(null)
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = nextIndex(event.key, stop, found.length)
    if (next !== null) focus(next)
    else if (event.key === 'Enter' || (event.key === ' ' && !typeAhead.isTyping())) {
      const target = found[stop]
      if (target) onOpen(target.id)
    } else if (event.key.length === 1) focus(typeAhead.find(event.key, found, stop))
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Conversations"
      aria-orientation="vertical"
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pt-0.5 pb-2 narrow:px-1.5"
    >
      {drawn(shown, stop, found).map(({ conversation, index, gap }) => (
        <Fragment key={conversation.id}>
          <Gap rows={gap} rowPx={shown.rowPx} />
          <ConversationRow
            conversation={asRead(conversation, waiting)}
            query={query}
            nowMs={clock.now()}
            position={index + 1}
            count={found.length}
            isSelected={conversation.id === selectedId}
            isTabStop={index === stop}
            onFocus={setFocusedId}
            onOpen={onOpen}
          />
        </Fragment>
      ))}
      <Gap rows={found.length - Math.max(stop + 1, Math.min(shown.end, found.length))} rowPx={shown.rowPx} />
    </div>
  )
}

/** In the place of rows that are not in the page. */
function Gap({ rows, rowPx }: { rows: number; rowPx: number }) {
  return rows > 0 ? <div role="presentation" style={{ height: rows * rowPx }} /> : null
}

interface Drawn {
  readonly conversation: Conversation
  readonly index: number
  /** Rows left out before it. */
  readonly gap: number
}

function drawn({ first, end }: RowWindow, stop: number, found: readonly Conversation[]): Drawn[] {
  const rows: Drawn[] = []
  let next = 0
  const draw = (index: number) => {
    const conversation = found[index]
    if (!conversation) return
    rows.push({ conversation, index, gap: index - next })
    next = index + 1
  }
  if (stop < first) draw(stop)
  for (let index = first; index < Math.min(end, found.length); index++) draw(index)
  if (stop >= end) draw(stop)
  return rows
}

function tabStop(found: readonly Conversation[], id: number | null): number {
  return Math.max(
    0,
    found.findIndex((conversation) => conversation.id === id),
  )
}

/** Where a key leads, or null when it is not one that moves. */
function nextIndex(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return from + 1
    case 'ArrowUp':
      return from - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** What was read on the screen is not unread in the list, also before the server knows. */
const asRead = (conversation: Conversation, waiting: readonly number[]): Conversation => {
  const count = waiting.filter((id) => id === conversation.id).length
  return count
    ? { ...conversation, unreadCount: Math.max(0, conversation.unreadCount - count) }
    : conversation
}

interface TypeAhead {
  isTyping(): boolean
  /** The index of the row to go to: `from` itself when no name fits. */
  find(letter: string, rows: readonly { name: string }[], from: number): number
}

/** Typing letters in the list jumps to the next name that starts with them. */
export function createTypeAhead(clock: Clock): TypeAhead {
  let typed = ''
  let typedAtMs = Number.NEGATIVE_INFINITY
  // Also when the clock was set back meanwhile.
  const isTyping = () => typed !== '' && Math.abs(clock.now() - typedAtMs) < TYPE_AHEAD_PAUSE_MS
  return {
    isTyping,
    find(letter, rows, from) {
      typed = (isTyping() ? typed : '') + letter.toLocaleLowerCase()
      typedAtMs = clock.now()
      // One letter goes on to the next name, more letters stay on a name that still fits.
      const first = typed.length === 1 ? from + 1 : from
      for (let step = 0; step < rows.length; step++) {
        const index = (first + step) % rows.length
        if (rows[index]?.name.toLocaleLowerCase().startsWith(typed)) return index
      }
      return from
    },
  }
}

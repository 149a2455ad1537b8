/** The rows as a listbox with one tab stop: arrows, Home, End, typing a name, Enter and Space (DESIGN.md section 8). */
import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Clock } from '#shared/lib/clock.ts'
import type { ChatStore, Conversation } from '#widget/chat/model.ts'
import { ConversationRow } from './conversation-row.tsx'
import { createTypeAhead } from './type-ahead.ts'

interface ConversationRowsProps {
  store: ChatStore
  clock: Clock
  onOpen: (accountId: number) => void
}

export function ConversationRows({ store, clock, onOpen }: ConversationRowsProps) {
  useSignals()
  const found = store.conversations.found.value
  const query = store.conversations.query.value.trim()
  const selectedId = store.selected.value?.id ?? null
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const [typeAhead] = useState(() => createTypeAhead(clock))
  const list = useRef<HTMLDivElement>(null)
  // Whoever comes back from a conversation goes on where they left the list.
  const lastId = useRef<number | null>(null)
  lastId.current = selectedId ?? lastId.current
  const stop = tabStop(found, focusedId ?? lastId.current)

  const focus = (index: number) => {
    const target = found[Math.max(0, Math.min(found.length - 1, index))]
    if (!target) return
    setFocusedId(target.id)
    const option = list.current?.querySelector<HTMLElement>(`[data-account="${target.id}"]`)
    option?.focus({ preventScroll: true })
    option?.scrollIntoView({ block: 'nearest' })
  }
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
      onBlur={() => setFocusedId(null)}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pt-0.5 pb-2 narrow:px-1.5"
    >
      {found.map((conversation, index) => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          query={query}
          nowMs={clock.now()}
          isSelected={conversation.id === selectedId}
          isTabStop={index === stop}
          onFocus={setFocusedId}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
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

/** Search by name. Escape clears, Down goes into the list, and the number of finds is told politely. */
import { useSignals } from '@preact/signals-react/runtime'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import type { ConversationList } from '#shared/thread/model.ts'

export function SearchBox({ list }: { list: ConversationList }) {
  useSignals()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const query = list.query.value
  const clear = () => {
    list.query.value = ''
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault()
      event.stopPropagation()
      clear()
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      firstOption(event.currentTarget)?.focus()
    }
  }
  return (
    <div
      part="search"
      className="flex h-9 min-w-0 items-center gap-2 rounded-md border border-transparent bg-sunken ps-2.75 pe-1 text-text-3 transition-colors duration-(--duration-instant) focus-within:border-accent focus-within:bg-surface focus-within:inset-ring focus-within:inset-ring-accent"
    >
      <Search size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
      <label htmlFor={id} className="sr-only">
        Search conversations
      </label>
      <input
        ref={input}
        id={id}
        part="search-input"
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        placeholder="Search"
        value={query}
        onChange={(event) => {
          list.query.value = event.currentTarget.value
        }}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 text-text outline-none narrow:text-touch"
      />
      {query === '' ? null : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="hit-area grid size-7 flex-none place-items-center rounded-sm text-text-2 hover:bg-hover hover:text-text"
        >
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      <FoundCount list={list} />
    </div>
  )
}

function FoundCount({ list }: { list: ConversationList }) {
  useSignals()
  const count = list.found.value.length
  const isSearching = list.query.value.trim() !== ''
  return (
    <span role="status" className="sr-only">
      {isSearching ? `${count} ${count === 1 ? 'conversation' : 'conversations'}` : ''}
    </span>
  )
}

/** The row that the list's one tab stop is on. */
function firstOption(from: Element): HTMLElement | null {
  return from.closest('section')?.querySelector<HTMLElement>('[role=option][tabindex="0"]') ?? null
}

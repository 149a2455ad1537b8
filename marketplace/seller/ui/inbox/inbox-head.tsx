/** Above the inbox: one search over people, deals and messages, and which conversations are shown, with how many each. */
import { useSignals } from '@preact/signals-react/runtime'
import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { isBox } from '#marketplace/seller/inbox/boxes.ts'
import { FILTER_NAMES, INBOX_WORDS } from '#marketplace/seller/inbox/inbox-labels.ts'
import type { SellerChat, SellerStore } from '#marketplace/seller/seller-model.ts'
import { INBOX_FILTERS, type InboxFilter } from '#shared/contract/seller-places.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { DealChoice } from './deal-filter.tsx'
import { InboxBoxes } from './inbox-boxes.tsx'

interface InboxHeadProps {
  store: SellerStore
  shown: InboxFilter | null
  dealId: number | null
  all: readonly SellerChat[]
  groups: Readonly<Record<InboxFilter | 'open', readonly SellerChat[]>>
}

export function InboxHead({ store, shown, dealId, all, groups }: InboxHeadProps) {
  return (
    <div className="top-0 z-1 grid gap-2 [@media(height>=35rem)]:sticky border-line border-b bg-surface p-3">
      <SearchField store={store} />
      <InboxBoxes store={store} shown={isBox(shown) ? shown : 'open'} groups={groups} />
      {isBox(shown) ? null : (
        <fieldset className="flex min-w-0 flex-wrap gap-1.5">
          <legend className="sr-only">Show</legend>
          {[null, ...INBOX_FILTERS].map((filter) => (
            <button
              key={filter}
              type="button"
              aria-pressed={filter === shown && dealId === null}
              onClick={() => store.go(filter === null ? { kind: 'messages' } : { kind: 'messages', filter })}
              className={classNames(
                'h-7 cursor-pointer rounded-md border px-2 font-medium text-sm max-duo:h-9',
                filter === shown && dealId === null
                  ? 'border-accent bg-accent-soft text-accent-text'
                  : 'border-field hover:bg-hover',
              )}
            >
              {FILTER_NAMES[filter ?? 'all']}{' '}
              <span className="num font-regular text-text-2">
                {(filter === null ? all : groups[filter]).length}
              </span>
            </button>
          ))}
        </fieldset>
      )}
      <DealChoice store={store} dealId={dealId} />
    </div>
  )
}

function SearchField({ store: { inbox } }: { store: SellerStore }) {
  useSignals()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const query = inbox.query.value
  const clear = () => {
    inbox.search('')
    field.current?.focus()
  }
  return (
    <div className="flex h-9 min-w-0 items-center gap-2 rounded-md border border-transparent bg-sunken ps-2.5 pe-1 focus-within:border-accent focus-within:bg-surface max-duo:h-11">
      <Search size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
      <label htmlFor={id} className="sr-only">
        {INBOX_WORDS.search}
      </label>
      <input
        ref={field}
        id={id}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        dir="auto"
        placeholder={INBOX_WORDS.placeholder}
        value={query}
        onChange={(event) => inbox.search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return
          event.preventDefault()
          clear()
        }}
        className="h-full min-w-0 flex-1 bg-transparent outline-none max-duo:text-[1rem]"
      />
      {query === '' ? null : (
        <IconButton size="sm" aria-label="Clear search" onClick={clear}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

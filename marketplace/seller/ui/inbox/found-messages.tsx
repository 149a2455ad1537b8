/** Messages that have the words of the inbox's search, newest first; one opens its conversation at that message. */
import { useSignals } from '@preact/signals-react/runtime'
import { listTimeWords } from '#marketplace/kit/date-labels.ts'
import { excerpt, markedParts } from '#marketplace/seller/inbox/inbox-filters.ts'
import { INBOX_WORDS } from '#marketplace/seller/inbox/inbox-labels.ts'
import type { FoundMessage } from '#marketplace/seller/inbox/inbox-store.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { NotLoaded } from '../not-loaded.tsx'

export function FoundMessages({ store }: { store: SellerStore }) {
  useSignals()
  const search = store.inbox.messages.value
  if (search.phase === 'short') return null
  return (
    <section aria-label={INBOX_WORDS.messages} className="border-line border-t p-2">
      <h2 className="px-2.5 py-1 font-medium text-sm text-text-2">{INBOX_WORDS.messages}</h2>
      {search.phase === 'loading' ? (
        <p className="px-2.5 py-1 text-sm text-text-3">{INBOX_WORDS.searching}</p>
      ) : search.phase === 'failed' ? (
        <NotLoaded onRetry={store.inbox.retry}>{INBOX_WORDS.failed}</NotLoaded>
      ) : search.found.length === 0 ? (
        <p className="px-2.5 py-1 text-sm text-text-2">{INBOX_WORDS.noMessages}</p>
      ) : (
        <ul>
          {search.found.map((message) => (
            <li key={message.id}>
              <Hit store={store} message={message} query={store.inbox.query.value} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface HitProps {
  store: SellerStore
  message: FoundMessage
  query: string
}

function Hit({ store, message, query }: HitProps) {
  const { customer, type, text, created_at, id } = message
  return (
    <button
      type="button"
      onClick={() => store.open(customer.id, id)}
      className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-md px-2.5 py-2 text-start hover:bg-hover"
    >
      <span className="truncate font-semibold text-sm">{customer.name}</span>
      <span className="num text-text-3 text-xs">{listTimeWords(created_at, systemClock.now())}</span>
      <span className="col-span-2 line-clamp-2 text-sm text-text-2 wrap-anywhere">
        {type === 'outbound' ? 'You: ' : ''}
        <bdi>
          <Marked text={excerpt(text, query)} query={query} />
        </bdi>
      </span>
    </button>
  )
}

/** Words that are searched for, marked. */
export const Marked = ({ text, query }: { text: string; query: string }) =>
  markedParts(text, query).map((part, index) =>
    part.isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name.
      <mark key={index} className="rounded-xs bg-warn-soft text-warn-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )

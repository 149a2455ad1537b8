/** The conversation list with its search; each of its states has a face of its own (spec section 2, widget.md W-32, W-33, W-75). */
import type { ReadonlySignal } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { CircleAlert, MessagesSquare, RefreshCw, Search, X } from 'lucide-react'
import type { ChatStore } from '#shared/thread/model.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { Banner, InlineButton } from '../banner.tsx'
import { ConnectionNotice } from '../connection-notice.tsx'
import { failureWords } from '../failure-labels.ts'
import type { MessengerHost } from '../host.ts'
import { IconButton } from '../icon-button.tsx'
import { Notice } from '../notice.tsx'
import { toHeading } from '../to-heading.ts'
import { ConversationRows } from './conversation-rows.tsx'
import { SearchBox } from './search-box.tsx'

interface ListPanelProps {
  store: ChatStore
  host: MessengerHost
  isMissing: ReadonlySignal<boolean>
  onOpen: (accountId: number) => void
}

export function ListPanel({ store, host, isMissing, onOpen }: ListPanelProps) {
  useSignals()
  return (
    <section
      part="list"
      aria-label="Conversations"
      className="flex min-h-0 min-w-0 flex-col border-line bg-surface wide:border-e narrow:group-data-[panel=thread]/panels:hidden"
    >
      <header part="list-header" className="grid flex-none gap-2.5 px-4 pt-3.5 pb-2.5">
        <div className="flex min-h-7 items-center gap-2">
          <div className="min-w-0 flex-1">
            <slot name="header">
              <h2 part="title" tabIndex={-1} className="font-strong text-lg tracking-tight outline-none">
                Messages
              </h2>
            </slot>
          </div>
          {host.isClosable.value ? (
            <IconButton
              icon={X}
              name="Close messages"
              onClick={host.close}
              className="-me-2 min-[521px]:hidden"
            />
          ) : null}
        </div>
        <SearchBox list={store.conversations} />
      </header>
      {/* While a conversation is open, its panel shows this notice. */}
      {store.selected.value === null ? <ConnectionNotice store={store} /> : null}
      {isMissing.value ? (
        <Banner icon={CircleAlert} tone="info">
          That conversation isn't here. Choose another one.
        </Banner>
      ) : null}
      {store.contact.load.value.phase === 'failed' ? (
        <Banner icon={RefreshCw} tone="warn">
          Couldn't load this company ·{' '}
          <InlineButton ref={toHeading} onClick={() => void store.contact.reload()}>
            Try again
          </InlineButton>
        </Banner>
      ) : null}
      <ListBody store={store} host={host} onOpen={onOpen} />
      <slot name="list-footer" />
    </section>
  )
}

function ListBody({ store, host, onOpen }: Omit<ListPanelProps, 'isMissing'>) {
  useSignals()
  const list = store.conversations
  const load = list.load.value
  const reload = () => void list.reload()
  if (list.all.value.length === 0) {
    if (load.phase === 'failed')
      return (
        <Notice
          icon={CircleAlert}
          title="Couldn't load conversations"
          text={failureWords(load.failure)}
          isAlert
        >
          <Button ref={toHeading} part="button" onClick={reload}>
            Try again
          </Button>
        </Notice>
      )
    if (load.phase !== 'ready') return <ListSkeleton />
    return (
      <slot name="empty">
        <Notice
          icon={MessagesSquare}
          title="You don't have any messages"
          text="When you receive a new message, it will appear here."
        />
      </slot>
    )
  }
  const isSearching = list.query.value.trim() !== ''
  if (isSearching && list.found.value.length === 0)
    return (
      <Notice icon={Search} title="We couldn't find any messages" text="Try a different word or phrase." />
    )
  return (
    <>
      {load.phase === 'failed' ? (
        <Banner icon={RefreshCw} tone="warn">
          Couldn't load all conversations ·{' '}
          <InlineButton ref={toHeading} onClick={reload}>
            Try again
          </InlineButton>
        </Banner>
      ) : null}
      <ConversationRows store={store} clock={host.clock} onOpen={onOpen} />
    </>
  )
}

const ROWS = [
  'w-[58%] w-[88%]',
  'w-[72%] w-[76%]',
  'w-[46%] w-[92%]',
  'w-[64%] w-[68%]',
  'w-[52%] w-[84%]',
  'w-[70%] w-[78%]',
  'w-[60%] w-[90%]',
  'w-[48%] w-[72%]',
].map((pair) => pair.split(' '))

/** Eight rows in the place of conversations that still load. */
function ListSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden px-2 pt-0.5 pb-2 narrow:px-1.5">
      <span role="status" className="sr-only">
        Loading conversations
      </span>
      {ROWS.map(([name, preview]) => (
        <div key={`${name}${preview}`} className="flex min-h-16.5 items-center gap-3 px-2.5 py-2.75">
          <Skeleton className="size-10 flex-none rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className={`h-2.75 rounded-sm ${name}`} />
            <Skeleton className={`h-2.5 rounded-sm ${preview}`} />
          </span>
        </div>
      ))}
    </div>
  )
}

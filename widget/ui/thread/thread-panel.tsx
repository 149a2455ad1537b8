/** The thread in each of its states: loading, failed, empty, and the rows themselves. */
import { useSignals } from '@preact/signals-react/runtime'
import { CircleAlert, MessageSquare } from 'lucide-react'
import type { RefObject } from 'react'
import type { ChatStore, Thread as ThreadModel } from '#shared/thread/model.ts'
import { Button } from '#shared/ui/button.tsx'
import { InlineButton } from '../banner.tsx'
import { failureWords } from '../failure-labels.ts'
import { Notice } from '../notice.tsx'
import { toHeading } from '../to-heading.ts'
import { Announcer } from './announcer.tsx'
import { Thread } from './thread.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'

interface ThreadPanelProps {
  store: ChatStore
  name: string
  /** Filled by the thread: scrolls to its end. */
  toEnd: RefObject<() => void>
}

export function ThreadPanel({ store, name, toEnd }: ThreadPanelProps) {
  useSignals()
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ThreadBody store={store} name={name} toEnd={toEnd} />
      <OlderNotice thread={store.thread} />
      <Announcer thread={store.thread} name={name} />
    </div>
  )
}

function ThreadBody({ store, name, toEnd }: ThreadPanelProps) {
  useSignals()
  const load = store.thread.load.value
  const isEmpty = store.thread.rows.value.count === 0
  if (load.phase === 'failed' && isEmpty)
    return (
      <Notice icon={CircleAlert} title="Couldn't load messages" text={failureWords(load.failure)} isAlert>
        <Button ref={toHeading} part="button" onClick={() => void store.thread.retry()}>
          Try again
        </Button>
      </Notice>
    )
  if (load.phase === 'ready' && isEmpty)
    return (
      <slot name="thread-empty">
        <Notice
          icon={MessageSquare}
          title="No messages yet"
          text={`Write to ${name} below. ${store.selected.value?.note ?? ''}`}
        />
      </slot>
    )
  if (load.phase !== 'ready' && load.phase !== 'failed') return <ThreadSkeleton />
  return <Thread store={store} name={name} toEnd={toEnd} />
}

/** Over the top of the thread and not in it, so that it moves no row: older messages load, or could not. */
function OlderNotice({ thread }: { thread: ThreadModel }) {
  useSignals()
  const older = thread.older.value
  const isLoading = older.phase === 'loading'
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-0">
      {isLoading ? (
        <div className="progress-line skeleton h-0.5">
          <span className="sr-only">Loading older messages</span>
        </div>
      ) : null}
      {older.phase === 'failed' ? (
        <p className="pointer-events-auto mx-auto mt-2 w-fit rounded-md bg-overlay px-3 py-2 text-sm text-text shadow-pop">
          Couldn't load older messages ·{' '}
          <InlineButton ref={toHeading} onClick={() => void thread.retry()}>
            Try again
          </InlineButton>
        </p>
      ) : null}
    </div>
  )
}

/** Over the top of the thread and not in it, so that it moves no row: older messages load, or could not. */
import { useSignals } from '@preact/signals-react/runtime'
import type { MouseEvent } from 'react'
import type { Thread } from '#shared/thread/model.ts'
import { InlineButton } from '../banner.tsx'
import { toHeading } from '../to-heading.ts'

export function OlderNotice({ thread }: { thread: Thread }) {
  useSignals()
  const older = thread.older.value
  const retry = (event: MouseEvent<HTMLElement>) => {
    toHeading(event)
    void thread.retry()
  }
  const isLoading = older.phase === 'loading'
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-0">
      {isLoading ? (
        <div className="progress-line h-0.5">
          <span className="sr-only">Loading older messages</span>
        </div>
      ) : null}
      {older.phase === 'failed' ? (
        <p className="pointer-events-auto mx-auto mt-2 w-fit rounded-md bg-overlay px-3 py-2 text-sm text-text shadow-pop">
          Couldn't load older messages · <InlineButton onClick={retry}>Try again</InlineButton>
        </p>
      ) : null}
    </div>
  )
}

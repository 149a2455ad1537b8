/** What does not work just now although messages can be read: connection, live updates, read marks. */
import { useSignals } from '@preact/signals-react/runtime'
import { BellOff, CircleAlert, WifiOff } from 'lucide-react'
import type { ChatStore } from '#shared/thread/model.ts'
import { Banner, InlineButton } from './banner.tsx'

export function ConnectionNotice({ store }: { store: ChatStore }) {
  useSignals()
  const connection = store.connection.value
  return (
    // A page that says by itself that the server is away hides it.
    <div role="status" className="flex-none [display:var(--offline-note,block)]">
      {connection.phase === 'lost' ? (
        <Banner icon={WifiOff} tone="warn">
          You're offline. Reconnecting…
        </Banner>
      ) : null}
      {connection.phase === 'off' ? (
        <Banner icon={BellOff} tone="info">
          {connection.note}
        </Banner>
      ) : null}
      {store.readMarks.value.phase === 'failed' && connection.phase !== 'lost' ? (
        <Banner icon={CircleAlert} tone="info">
          Couldn't mark messages as read. It is tried again by itself.{' '}
          <InlineButton onClick={() => void store.flushReadMarks()}>Try again</InlineButton>
        </Banner>
      ) : null}
    </div>
  )
}

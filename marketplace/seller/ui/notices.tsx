/** What the person at the desk should know now: no connection, or something failed. */
import { useSignals } from '@preact/signals-react/runtime'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { Button } from '#shared/ui/button.tsx'

export function Notices({ desk }: { desk: DeskStore }) {
  useSignals()
  const trouble = desk.trouble.value
  const isOffline = desk.connection.value !== 'connected' && desk.chatsState.value !== 'loading'
  return (
    <>
      {isOffline ? (
        <p
          role="status"
          className="border-warn-line border-b bg-warn-soft px-4 py-1.5 text-sm text-warn-text"
        >
          {desk.connection.value === 'connecting' ? 'Connecting…' : 'You’re offline. Reconnecting…'}
        </p>
      ) : null}
      {trouble ? (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-2 border-danger-line border-b bg-danger-soft px-4 py-1.5 text-danger-text text-sm"
        >
          <span className="me-auto">{trouble.text}</span>
          <Button size="sm" onClick={trouble.retry}>
            Try again
          </Button>
          <Button size="sm" variant="ghost" onClick={desk.dismiss}>
            Dismiss
          </Button>
        </div>
      ) : null}
    </>
  )
}

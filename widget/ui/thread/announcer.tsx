/** Reads out what comes in live and what could not be sent, and nothing else: the log is virtual, so its own changes mean nothing. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import type { OutgoingMessage, Rows, Thread } from '#shared/thread/model.ts'
import { spokenWords } from './spoken.ts'

/** Why, and what can be done, is said by the message itself. */
const UNSENT = 'Your message could not be delivered.'

export function Announcer({ thread, name }: { thread: Thread; name: string }) {
  useSignals()
  const message = thread.arrived.value
  const failed = failedOf(thread.rows.value)
  /** What had failed before this conversation was opened is history. */
  const old = useRef<Set<string> | null>(null)
  old.current ??= new Set(failed.map(({ clientId }) => clientId))
  const fresh = failed.findLast(({ clientId }) => !old.current?.has(clientId))
  return (
    <div data-announcer="" role="status" aria-live="polite" className="sr-only">
      {message && message.type === 'outbound' ? (
        <span key={message.id}>{`${name}: ${spokenWords(message)}`}</span>
      ) : null}
      {fresh ? <span key={fresh.clientId}>{UNSENT}</span> : null}
    </div>
  )
}

/** What is on its way stands at the end. */
function failedOf(rows: Rows): OutgoingMessage[] {
  const failed: OutgoingMessage[] = []
  for (let offset = rows.count - 1; offset >= 0; offset--) {
    const row = rows.at(offset)
    if (row.kind === 'message') break
    if (row.kind === 'outgoing' && row.outgoing.state === 'failed') failed.unshift(row.outgoing)
  }
  return failed
}

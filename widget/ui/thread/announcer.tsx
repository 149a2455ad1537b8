/** Reads out what comes in live, and nothing else: the log is virtual, so its own changes mean nothing. */
import { useSignals } from '@preact/signals-react/runtime'
import { actionLabel, visibleText } from '#shared/format/action-label.ts'
import type { Message, Thread } from '#widget/chat/model.ts'

export function Announcer({ thread, name }: { thread: Thread; name: string }) {
  useSignals()
  const message = thread.arrived.value
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {message && message.type === 'outbound' ? (
        <span key={message.id}>{`${name}: ${spoken(message)}`}</span>
      ) : null}
    </div>
  )
}

function spoken({ action, message, property }: Message): string {
  return [actionLabel(action), visibleText(action, message), property?.address].filter(Boolean).join(', ')
}

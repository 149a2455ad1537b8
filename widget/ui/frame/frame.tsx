/** The conversation frame: heading, notices, thread and composer of the selected conversation, or the wish to select one. */
import { useSignals } from '@preact/signals-react/runtime'
import { MessageSquare } from 'lucide-react'
import { useRef } from 'react'
import type { ChatStore } from '#shared/thread/model.ts'
import { Composer } from '../composer/composer.tsx'
import type { MessengerHost } from '../host.ts'
import { Notice } from '../notice.tsx'
import { ThreadPanel } from '../thread/thread-panel.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { FrameHeader } from './frame-header.tsx'

interface FrameProps {
  store: ChatStore
  host: MessengerHost
  onBack: () => void
}

export function Frame({ store, host, onBack }: FrameProps) {
  useSignals()
  const toEnd = useRef<() => void>(() => {})
  const selected = store.selected.value
  if (selected === null)
    return (
      <section
        part="thread"
        aria-label="Conversation"
        className="flex min-h-0 min-w-0 flex-col bg-surface narrow:group-data-[panel=list]/panels:hidden"
      >
        <ConnectionNotice store={store} />
        <slot name="no-selection">
          <Notice
            icon={MessageSquare}
            title="Select a conversation"
            text={`Choose a seller on the ${host.direction.value === 'rtl' ? 'right' : 'left'} to read and reply.`}
            isRoomy
          />
        </slot>
      </section>
    )
  return (
    <section
      key={selected.id}
      data-frame=""
      part="thread"
      aria-label={`Conversation with ${selected.name}`}
      className="flex min-h-0 min-w-0 flex-col bg-surface narrow:slide-in narrow:group-data-[panel=list]/panels:hidden"
    >
      <FrameHeader conversation={selected} host={host} onBack={onBack} />
      <ConnectionNotice store={store} />
      <ThreadPanel store={store} name={selected.name} toEnd={toEnd} />
      <Composer store={store} accountId={selected.id} onSent={() => toEnd.current()} />
    </section>
  )
}

/** The conversation frame: heading, notices, thread and composer of the selected conversation, or the wish to select one. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft, MessageSquare, X } from 'lucide-react'
import { useRef } from 'react'
import type { ChatStore, Conversation } from '#shared/thread/model.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { httpUrl } from '#shared/ui/http-url.ts'
import { Composer } from '../composer/composer.tsx'
import { ConnectionNotice } from '../connection-notice.tsx'
import type { MessengerHost } from '../host.ts'
import { IconButton } from '../icon-button.tsx'
import { Notice } from '../notice.tsx'
import { ThreadPanel } from '../thread/thread-panel.tsx'

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
        <slot name="no-selection">
          <Notice
            icon={MessageSquare}
            title="Select a conversation"
            text={
              store.conversations.all.value.length === 0 && store.conversations.load.value.phase === 'ready'
                ? 'Ask about a deal to start one.'
                : `Choose a seller on the ${host.direction.value === 'rtl' ? 'right' : 'left'} to read and reply.`
            }
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

interface FrameHeaderProps {
  conversation: Conversation
  host: MessengerHost
  onBack: () => void
}

/**
 * Who the conversation is with. Narrow: the way back to the list; in a popup on a small screen also the way out.
 */
function FrameHeader({ conversation: { id, name, logo }, host, onBack }: FrameHeaderProps) {
  useSignals()
  return (
    <header
      part="thread-header"
      className="flex h-15 flex-none items-center gap-2.5 border-line border-b ps-5 pe-2.5 narrow:h-14 narrow:ps-4 narrow:pe-1.5"
    >
      <IconButton
        icon={ArrowLeft}
        name="Back to conversations"
        onClick={onBack}
        className="-ms-3 -me-1 wide:hidden rtl:-scale-x-100"
      />
      <Avatar part="avatar" name={name} logo={httpUrl(logo)} id={id} size={32} />
      <h2
        data-frame-heading=""
        part="thread-title"
        tabIndex={-1}
        className="min-w-0 flex-1 truncate font-strong text-md tracking-tight outline-none"
      >
        {name || 'No name'}
      </h2>
      <slot name="thread-actions" />
      {host.isClosable.value ? (
        <IconButton icon={X} name="Close messages" onClick={host.close} className="min-[521px]:hidden" />
      ) : null}
    </header>
  )
}

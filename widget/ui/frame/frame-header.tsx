/** Who the conversation is with. Narrow: the way back to the list; in a popup on a small screen also the way out. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft, X } from 'lucide-react'
import type { Conversation } from '#shared/thread/model.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { httpUrl } from '#shared/ui/http-url.ts'
import type { MessengerHost } from '../host.ts'
import { IconButton } from '../icon-button.tsx'

interface FrameHeaderProps {
  conversation: Conversation
  host: MessengerHost
  onBack: () => void
}

export function FrameHeader({ conversation: { id, name, logo }, host, onBack }: FrameHeaderProps) {
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

/** The element on the page: what it is given, and what its events change here. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { PagePending } from '#marketplace/ui/page-state.tsx'
import { issueToken } from '#shared/contract/account.ts'
import type { PlatMessengerElement } from '#widget/index.ts'
import type { RealtimeSettings } from './messenger-model.ts'
import { useConversationAddress } from './use-conversation-address.ts'

export interface MountedMessengerProps {
  realtime: RealtimeSettings
  /** The element could not be let in although the session stands. */
  onRefused: () => void
}

export function MountedMessenger({ realtime, onRefused }: MountedMessengerProps) {
  useSignals()
  const { api, theme } = useServices()
  const element = useRef<PlatMessengerElement>(null)
  useConversationAddress(element)
  useUnread(element)
  useAuthRequired(element, onRefused)
  const isWaiting = useIsWaiting(element)

  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    // Properties, not attributes: nothing of the session stands in the page's markup.
    messenger.tokenProvider = async () => (await api(issueToken, {})).data.token
    messenger.apiBase = `${window.location.origin}/customer/api`
    messenger.realtimeConfig = realtime
  }, [api, realtime])

  return (
    <div className="relative isolate min-h-0 flex-1">
      {isWaiting ? (
        // Behind the element, which covers it with whatever it shows.
        <div className="absolute inset-x-0 top-0 -z-1">
          <PagePending label="Loading messages" />
        </div>
      ) : null}
      <plat-messenger
        ref={element}
        data-theme={theme.shown.value}
        className="[--messenger-font:var(--font-sans)] [--messenger-height:100%] [--messenger-width:100%]"
      />
    </div>
  )
}

/** What the element has to say about how it began. */
const BEGUN = ['plat-messenger:ready', 'plat-messenger:error', 'plat-messenger:auth-required'] as const

/** The element shows nothing until it is let in, and over a slow line that takes a while. */
function useIsWaiting(element: React.RefObject<PlatMessengerElement | null>): boolean {
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    const begun = () => setWaiting(false)
    for (const name of BEGUN) messenger.addEventListener(name, begun)
    return () => {
      for (const name of BEGUN) messenger.removeEventListener(name, begun)
    }
  }, [element])
  return isWaiting
}

/** While the messenger is here it is the one who counts. */
function useUnread(element: React.RefObject<PlatMessengerElement | null>) {
  const { unread } = useServices()
  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    const leave = unread.follow()
    const counted = (event: HTMLElementEventMap['plat-messenger:unread']) => unread.report(event.detail.count)
    messenger.addEventListener('plat-messenger:unread', counted)
    return () => {
      leave()
      messenger.removeEventListener('plat-messenger:unread', counted)
    }
  }, [element, unread])
}

/** The session may have ended elsewhere: then the guard leads to log in. If it stands, the element failed, and that is said. */
function useAuthRequired(element: React.RefObject<PlatMessengerElement | null>, onRefused: () => void) {
  const { user } = useServices()
  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    const refused = () => void user.load().then(() => user.state.peek().phase === 'user' && onRefused())
    messenger.addEventListener('plat-messenger:auth-required', refused)
    return () => messenger.removeEventListener('plat-messenger:auth-required', refused)
  }, [element, user, onRefused])
}

/** The element in its place, with what it is given; what stands behind it while it waits to be let in. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { issueToken } from '#shared/contract/messenger.ts'
import { classNames } from '#shared/ui/class-names.ts'
import type { PlatMessengerElement } from '#widget/index.ts'
import {
  useAuthRequired,
  useInAppLinks,
  useIsWaiting,
  useSessionEnd,
  useTypedReply,
  useUnread,
} from './element-hooks.ts'
import type { RealtimeSettings } from './messenger-model.ts'

const HeartButton = lazyPart(
  () => import('#marketplace/buyer/ui/deal/heart-button.tsx').then((file) => ({ default: file.HeartButton })),
  Nothing,
)

export interface ElementFrameProps {
  element: RefObject<PlatMessengerElement | null>
  realtime: RealtimeSettings
  /** The element could not be let in although the session stands. */
  onRefused: () => void
  /** Filled with whether an offer's card has text that is not sent. */
  isTyped?: RefObject<boolean>
  /** What stands in the element's slots. */
  children?: ReactNode
}

export function ElementFrame({ element, realtime, onRefused, isTyped, children }: ElementFrameProps) {
  useSignals()
  const { api, theme, connection } = useServices()
  useUnread(element)
  useSessionEnd(element)
  useInAppLinks(element)
  useTypedReply(element, isTyped)
  useAuthRequired(element, onRefused)
  const isWaiting = useIsWaiting(element)

  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    // Properties, not attributes: nothing of the session stands in the page's markup.
    messenger.tokenProvider = async () => (await api(issueToken, { body: {} })).data.token
    messenger.apiBase = `${window.location.origin}/customer/api`
    messenger.realtimeConfig = realtime
  }, [element, api, realtime])

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
        className={classNames(
          '[--messenger-font:var(--font-sans)] [--messenger-height:100%] [--messenger-width:100%] [--tab-note:none]',
          // The page's own strip says it.
          !connection.isOnline.value && '[--offline-note:none]',
        )}
      >
        {/* The page or the dialog around it has the heading. */}
        <span slot="header" aria-hidden="true" className="font-semibold text-lg tracking-tight">
          Messages
        </span>
        {children}
        <CardHearts element={element} />
      </plat-messenger>
    </div>
  )
}

/** The heart on each property's card in the open thread, in the slot that the element keeps there (checklist FAV-02). */
function CardHearts({ element }: { element: RefObject<PlatMessengerElement | null> }) {
  /** The property of each message that was on the screen. */
  const [cards, setCards] = useState<ReadonlyMap<number, number>>(new Map())
  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    const shown = ({ detail }: HTMLElementEventMap['plat-messenger:property']) =>
      setCards((before) => new Map(before).set(detail.messageId, detail.propertyId))
    messenger.addEventListener('plat-messenger:property', shown)
    return () => messenger.removeEventListener('plat-messenger:property', shown)
  }, [element])
  return [...cards].map(([messageId, propertyId]) => (
    <span key={messageId} className="m-2 block" slot={`property-${messageId}`}>
      <Suspense fallback={null}>
        <HeartButton propertyId={propertyId} name="this deal" />
      </Suspense>
    </span>
  ))
}

/** The root of the screens: what there is to see by where the session stands. Nothing before it is authorised (spec section 5). */
import { useSignals } from '@preact/signals-react/runtime'
import { CloudOff, LockKeyhole, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { failureWords } from './failure-labels.ts'
import type { MessengerHost } from './host.ts'
import { IconButton } from './icon-button.tsx'
import { Messenger } from './messenger.tsx'
import { Notice } from './notice.tsx'

/** Who asks again is taken along to whatever comes of it. */
export function App({ host }: { host: MessengerHost }) {
  useSignals()
  const root = useRef<HTMLDivElement>(null)
  const isWaiting = useRef(false)
  const { phase } = host.session.value
  useEffect(() => {
    if (!isWaiting.current || phase === 'authorising') return
    isWaiting.current = false
    root.current?.querySelector<HTMLElement>('input, [role=alert] button')?.focus()
  }, [phase])
  const onRetry = () => {
    isWaiting.current = true
  }
  return (
    <div ref={root} data-root="" part="messenger" dir={host.direction.value} lang="en">
      <Screen host={host} onRetry={onRetry} />
    </div>
  )
}

function Screen({ host, onRetry }: { host: MessengerHost; onRetry: () => void }) {
  useSignals()
  const session = host.session.value
  switch (session.phase) {
    case 'signed-out':
    case 'authorising':
    case 'refused':
      return null
    case 'authorised':
      return <Messenger key={session.store.customerId} store={session.store} host={host} />
    case 'unreachable':
      return (
        <Whole host={host}>
          <Notice
            icon={CloudOff}
            title="Messages can't be reached"
            text={failureWords(session.failure)}
            isAlert
          >
            <Button
              part="button"
              onClick={() => {
                onRetry()
                session.retry()
              }}
            >
              Try again
            </Button>
          </Notice>
        </Whole>
      )
    case 'expired':
      return (
        <Whole host={host}>
          <Notice
            icon={LockKeyhole}
            title="Your session has ended"
            text="Log in again on this page, and your messages come back here."
            isAlert
          />
        </Whole>
      )
  }
}

/** A panel of the whole element, which a popup on a small screen can still be closed from. */
function Whole({ host, children }: { host: MessengerHost; children: ReactNode }) {
  useSignals()
  return (
    <section aria-label="Messages" className="flex h-full flex-col">
      {host.isClosable.value ? (
        <header className="flex flex-none justify-end p-2 min-[521px]:hidden">
          <IconButton icon={X} name="Close messages" onClick={host.close} />
        </header>
      ) : null}
      {children}
    </section>
  )
}

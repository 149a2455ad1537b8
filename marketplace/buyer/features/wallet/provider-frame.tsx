/** A page of the card provider inside of ours. When it says nothing for a while it is taken as not loaded, with another try. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import type { BillingFrameMessage } from '#shared/contract/billing-frames.ts'
import { FRAME_PATIENCE_MS } from '#shared/contract/limits.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { type FrameDeps, hearFrame } from './hosted-fields.ts'

export interface ProviderFrameProps {
  src: URL
  title: string
  frame: RefObject<HTMLIFrameElement | null>
  onMessage: (message: BillingFrameMessage) => void
  /** Its height until the page says one. */
  heightClass: string
}

/** The part that talks, for whoever posts to the frame. */
export const frameDeps = (src: URL, frame: RefObject<HTMLIFrameElement | null>): FrameDeps => ({
  host: window,
  frame: () => frame.current?.contentWindow ?? null,
  origin: src.origin,
})

export function ProviderFrame({ src, title, frame, onMessage, heightClass }: ProviderFrameProps) {
  const { clock } = useServices()
  const [turn, setTurn] = useState(0)
  const [phase, setPhase] = useState<'loading' | 'ready' | 'silent'>('loading')
  const [heightPx, setHeightPx] = useState<number | null>(null)
  const latest = useRef(onMessage)
  latest.current = onMessage
  const address = src.href
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try listens anew.
  useEffect(() => {
    const giveUp = clock.after(FRAME_PATIENCE_MS, () =>
      setPhase((now) => (now === 'loading' ? 'silent' : now)),
    )
    const end = hearFrame(frameDeps(new URL(address), frame), (message) => {
      if (message.type === 'ready') {
        setPhase('ready')
        if (message.height) setHeightPx(message.height)
      }
      latest.current(message)
    })
    return () => {
      giveUp()
      end()
    }
  }, [clock, address, frame, turn])
  if (phase === 'silent')
    return (
      <LoadFailed
        onRetry={() => {
          setPhase('loading')
          setTurn(turn + 1)
        }}
      >
        The card service does not answer. A blocker may hold it back: allow it, and try again.
      </LoadFailed>
    )
  return (
    <div className={classNames('relative', heightPx === null && heightClass)}>
      {phase === 'loading' ? <Skeleton className="absolute inset-0 rounded-md" /> : null}
      <iframe
        key={turn}
        ref={frame}
        src={address}
        title={title}
        referrerPolicy="strict-origin"
        className={classNames(
          'block w-full',
          heightPx === null && 'h-full',
          phase === 'loading' && 'opacity-0',
        )}
        {...(heightPx === null ? {} : { style: { height: heightPx } })}
      />
    </div>
  )
}

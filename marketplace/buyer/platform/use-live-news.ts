/** Hears one kind of news on the channel of a customer's sessions while a page is open. A hint: the page asks what it is now. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { type RealtimeEvent, sessionChannel } from '#shared/contract/events.ts'
import { useServices } from './services-context.tsx'

export interface LiveNews {
  event: RealtimeEvent
  /** For the log, e.g. `Reviews`. */
  what: string
  /** Also called after each subscription: what came before it, or while the connection was lost, was not heard. */
  onChange: () => Promise<void>
  /** False listens to nothing, and so does a visitor. */
  isNeeded?: boolean
}

export function useLiveNews({ event, what, onChange, isNeeded = true }: LiveNews): void {
  useSignals()
  const { live, user } = useServices()
  const who = user.state.value
  const userId = isNeeded && who.phase === 'user' ? who.user.id : null
  useEffect(() => {
    if (userId === null) return
    return live.follow({
      what,
      channel: (prefix) => sessionChannel(prefix, userId),
      onSubscribed: () => void onChange(),
      listen: (channel) => channel.listen(event, () => void onChange()),
    })
  }, [userId, event, what, onChange, live])
}

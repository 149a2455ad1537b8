/** Hears one kind of news on the channel of a customer's sessions while a page is open. A hint: the page asks what it is now. */
import { useEffect } from 'react'
import { type RealtimeEvent, sessionChannel } from '#shared/contract/events.ts'
import { useServices } from './services-context.tsx'

export interface LiveNews {
  /** Null listens to nothing. */
  userId: number | null
  event: RealtimeEvent
  /** For the log, e.g. `Reviews`. */
  what: string
  /** Also called after each subscription: what came before it, or while the connection was lost, was not heard. */
  onChange: () => Promise<void>
}

export function useLiveNews({ userId, event, what, onChange }: LiveNews): void {
  const { live } = useServices()
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

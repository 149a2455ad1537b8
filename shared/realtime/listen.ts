/** Parses what arrives by the contract before anybody hears it. A payload that does not fit is logged by name and dropped. */
import * as z from 'zod/mini'
import type { RealtimeEvent } from '#shared/contract/events.ts'
import type { Log } from '#shared/lib/log.ts'

/** Echo's channel, as far as listening goes. */
export interface EchoChannel {
  listen(event: string, callback: (payload: unknown) => void): unknown
  stopListening(event: string, callback: (payload: unknown) => void): unknown
}

/** Returns what ends it. */
export function listen<P extends z.ZodMiniType>(
  channel: EchoChannel,
  event: RealtimeEvent<P>,
  { handle, log }: { handle: (payload: z.output<P>) => void; log: Log },
): () => void {
  const hear = (payload: unknown) => {
    const read = z.safeDecode(event.payload, payload as z.input<P>)
    if (read.success) handle(read.data)
    else log.warn(`a realtime event does not fit the contract and was dropped: ${event.name}`)
  }
  // The leading dot tells Echo that the name is whole, without a namespace.
  const name = `.${event.name}`
  channel.listen(name, hear)
  return () => channel.stopListening(name, hear)
}

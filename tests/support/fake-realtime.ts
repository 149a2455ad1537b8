/** A realtime connection the test plays by hand. */
import { createLive, type Live } from '#marketplace/kit/live.ts'
import type { RealtimeEvent } from '#shared/contract/events.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type {
  ChannelHandlers,
  LiveSocket,
  RealtimeHandlers,
  RealtimeState,
} from '#shared/realtime/realtime.ts'
import { createFakeClock } from './fake-clock.ts'

export interface FakeRealtime {
  connect(handlers: RealtimeHandlers): Promise<LiveSocket>
  connectNow(handlers: RealtimeHandlers): LiveSocket
  /** Connections that were made and not closed. */
  readonly open: number
  readonly made: number
  readonly channel: string | null
  say(state: RealtimeState): void
  /** Connects and subscribes. */
  subscribe(): void
  refuse(reason: 'forbidden' | 'unanswered'): void
  /** What the server sends; lost when nobody is subscribed. */
  send(name: string, payload: unknown): void
}

/** A page's live connection over it. */
export const liveOver = (fake: FakeRealtime, clock: Clock = createFakeClock(), prefix = 'App'): Live =>
  createLive({
    connect: async (onState) => ({ realtime: await fake.connect({ onState }), prefix }),
    clock,
    log: { warn() {}, error() {} },
  })

export function createFakeRealtime(): FakeRealtime {
  let connection: RealtimeHandlers | null = null
  let channel: { name: string; handlers: ChannelHandlers } | null = null
  let listeners = new Map<string, (payload: never) => void>()
  let isSubscribed = false
  let made = 0
  let open = 0

  const realtime: FakeRealtime = {
    get made() {
      return made
    },
    get open() {
      return open
    },
    get channel() {
      return channel?.name ?? null
    },
    connect: async (handlers) => realtime.connectNow(handlers),
    connectNow(handlers) {
      connection = handlers
      made++
      open++
      return {
        socketId: () => (isSubscribed ? '1.1' : null),
        check: () => {},
        join(name, channelHandlers) {
          channel = { name, handlers: channelHandlers }
          listeners = new Map()
          return {
            listen: (event: RealtimeEvent, handle: (payload: never) => void) =>
              void listeners.set(event.name, handle),
            leave: () => listeners.clear(),
          }
        },
        close() {
          open--
          isSubscribed = false
          listeners.clear()
        },
      }
    },
    say(state) {
      if (state !== 'connected') isSubscribed = false
      connection?.onState(state)
    },
    subscribe() {
      connection?.onState('connected')
      isSubscribed = true
      channel?.handlers.onSubscribed()
    },
    refuse: (reason) => channel?.handlers.onRefused(reason),
    send(name, payload) {
      if (isSubscribed) listeners.get(name)?.(payload as never)
    },
  }
  return realtime
}

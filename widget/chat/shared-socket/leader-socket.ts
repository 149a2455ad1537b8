/** The socket in the hands of the tab that holds it: dialled, joined to the one channel, and told of in one status. */
import * as z from 'zod/mini'
import type { LiveSocket, RealtimeHandlers, Subscription } from '#shared/realtime/realtime.ts'
import type { LineStatus } from './tab-message.ts'

export interface LeaderSocketDeps {
  readonly channel: string
  dial(handlers: RealtimeHandlers): LiveSocket
  onStatus(status: LineStatus): void
  onEvent(name: string, payload: unknown): void
}

export interface LeaderSocket {
  readonly status: LineStatus
  socketId(): string | null
  /** Checks the connection now, see `LiveSocket`. */
  check(): void
  /** Relays this event, as it came. */
  listen(name: string): void
  /** A new socket in place of this one, for which the server spares nobody anything. */
  redial(): void
  close(): void
}

export function openLeaderSocket(deps: LeaderSocketDeps): LeaderSocket {
  const names = new Set<string>()
  let status: LineStatus = { state: null, channel: 'joining', round: 0 }
  let socket: LiveSocket | null = null
  let subscription: Subscription | null = null
  /** Grows with every socket; a former one is not listened to. */
  let number = 0

  function tell(change: Partial<LineStatus>): void {
    status = { ...status, ...change }
    deps.onStatus(status)
  }

  function dial(): void {
    const mine = ++number
    const isCurrent = () => mine === number
    status = { ...status, state: null, channel: 'joining' }
    const made = deps.dial({
      onState: (state) => {
        if (!isCurrent()) return
        tell(state === 'connected' ? { state } : { state, channel: 'joining' })
      },
    })
    socket = made
    subscription = made.join(deps.channel, {
      // An answer to a subscription stands for a connection, in whichever order the two are told.
      onSubscribed: () =>
        isCurrent() && tell({ state: 'connected', channel: 'subscribed', round: status.round + 1 }),
      onRefused(reason) {
        const channel = reason === 'forbidden' ? 'forbidden' : 'silent'
        if (isCurrent()) tell({ state: status.state ?? 'connected', channel })
      },
    })
    for (const name of names) relay(name)
  }

  function relay(name: string): void {
    const mine = number
    subscription?.listen(
      { name, payload: z.unknown() },
      (payload) => mine === number && deps.onEvent(name, payload),
    )
  }

  function hangUp(): void {
    number++
    socket?.close()
    socket = null
    subscription = null
  }

  dial()
  return {
    get status() {
      return status
    },
    socketId: () => socket?.socketId() ?? null,
    check: () => socket?.check(),
    listen(name) {
      if (names.has(name)) return
      names.add(name)
      relay(name)
    },
    redial() {
      hangUp()
      dial()
      deps.onStatus(status)
    },
    close: hangUp,
  }
}

/**
 * What one tab's store hears of the line, wherever the socket is. A socket that changes hands is a subscription like any other:
 * the store catches up. Until that takes too long, nothing is said of it on the screen.
 */
import { HANDOVER_GRACE_MS } from '#shared/contract/realtime-limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { listen } from '#shared/realtime/listen.ts'
import type { ChannelHandlers, RealtimeState, Subscription } from '#shared/realtime/realtime.ts'
import type { LineStatus } from './tab-message.ts'

export interface EventDispatcherDeps {
  readonly clock: Clock
  readonly log: Log
  readonly handlers: ChannelHandlers
  onState(state: RealtimeState): void
  /** An event is listened to for the first time. */
  onName(name: string): void
}

export interface EventDispatcher {
  readonly names: ReadonlySet<string>
  readonly listen: Subscription['listen']
  /** The word of whoever holds the socket. */
  take(holder: string, status: LineStatus): void
  hear(name: string, payload: unknown): void
  /** Nobody holds the socket, or somebody new who has not subscribed yet. */
  interrupted(): void
  /** This tab heard nothing for a while: the next word of the same subscription counts as another one. */
  missed(): void
  /** Nothing is told from now on. */
  end(): void
}

type Hear = (payload: unknown) => void

export function createEventDispatcher(deps: EventDispatcherDeps): EventDispatcher {
  const hearers = new Map<string, Set<Hear>>()
  const names = new Set<string>()
  let shown: RealtimeState = 'connecting'
  /** The subscription after which the store caught up last. */
  let caughtUp = ''
  let stopGrace: (() => void) | null = null
  let isEnded = false

  function show(state: RealtimeState): void {
    if (state !== 'connected') endGrace()
    if (state === shown) return
    shown = state
    deps.onState(state)
  }

  function endGrace(): void {
    stopGrace?.()
    stopGrace = null
  }

  function interrupted(): void {
    if (isEnded || shown !== 'connected') return
    stopGrace ??= deps.clock.after(HANDOVER_GRACE_MS, () => show('connecting'))
  }

  function subscribed(subscription: string): void {
    if (subscription === caughtUp) return
    caughtUp = subscription
    deps.handlers.onSubscribed()
  }

  // Echo's face, whose names have a dot in front.
  const channel = {
    listen(dotted: string, hear: Hear) {
      const name = dotted.slice(1)
      const known = hearers.get(name) ?? new Set<Hear>()
      hearers.set(name, known.add(hear))
      if (names.has(name)) return
      names.add(name)
      deps.onName(name)
    },
    stopListening: (dotted: string, hear: Hear) => hearers.get(dotted.slice(1))?.delete(hear),
  }

  return {
    names,
    listen: (event, handle) => void listen(channel, event, { handle, log: deps.log }),
    take(holder, { state, channel: joined, round }) {
      if (isEnded) return
      if (state === null) return interrupted()
      show(state)
      if (joined === 'joining') return interrupted()
      endGrace()
      if (joined === 'subscribed') subscribed(`${holder} ${round}`)
      else deps.handlers.onRefused(joined === 'silent' ? 'unanswered' : 'forbidden')
    },
    hear(name, payload) {
      if (!isEnded) for (const hear of [...(hearers.get(name) ?? [])]) hear(payload)
    },
    interrupted,
    missed() {
      caughtUp = ''
    },
    end() {
      isEnded = true
      endGrace()
      hearers.clear()
    },
  }
}

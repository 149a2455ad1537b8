/**
 * Follows pusher-js's connection, tells the house's four states, and dials again sooner than pusher-js would: after a
 * refused connection it waits 15, 30, then 60 seconds. When the browser says that it is offline, so do we at once:
 * the socket itself would notice only when a pong stays out.
 */
import type { ConnectionManager } from 'pusher-js'
import type { Clock } from '#shared/lib/clock.ts'
import { type NetworkEvents, watchNetwork } from './network.ts'
import type { RealtimeState } from './realtime.ts'
import { redialDelayMs } from './redial-delay.ts'

export interface ConnectionWatch {
  state(): RealtimeState
  /** The socket looks open but nothing arrives on it: another one replaces it. */
  replace(): void
  /** The state is `closed` from now on; nobody is told. */
  stop(): void
}

export interface WatchDeps {
  clock: Clock
  network: NetworkEvents | null
  unavailableTimeoutMs: number
  /** Told of changes; the first state is `connecting`. */
  onState(state: RealtimeState): void
}

export function watchConnection(connection: ConnectionManager, deps: WatchDeps): ConnectionWatch {
  const { clock } = deps
  let state: RealtimeState = 'connecting'
  let isRedialling = false
  let redials = 0
  let stopTimers: (() => void)[] = []

  const report = (next: RealtimeState) => {
    if (state === next) return
    state = next
    deps.onState(next)
  }
  const clearTimers = () => {
    for (const stop of stopTimers) stop()
    stopTimers = []
  }
  const settle = (next: 'connected' | 'closed') => {
    clearTimers()
    report(next)
  }
  const scheduleRedial = () => {
    stopTimers.push(clock.after(redialDelayMs(redials++) * spread(), redial))
  }
  function redial(): void {
    isRedialling = true
    connection.disconnect()
    connection.connect()
    isRedialling = false
    if (connection.state === 'failed') settle('closed')
    else scheduleRedial()
  }
  const startWaiting = (dial: () => void) => {
    redials = 0
    stopTimers.push(clock.after(deps.unavailableTimeoutMs, () => report('unavailable')))
    dial()
  }
  const giveUp = (dial: () => void) => {
    if (state !== 'connected') return
    startWaiting(dial)
    report('connecting')
  }
  const lost = () => giveUp(scheduleRedial)
  const changed = ({ current }: { current: string }) => {
    if (isRedialling) return
    if (current === 'connected') settle('connected')
    // The server sent it away for good (4001, 4009), or the browser has no sockets.
    else if (current === 'disconnected' || current === 'failed') settle('closed')
    else lost()
  }

  // Whatever the old socket is still worth, it is not trusted again: a new one also closes the gap.
  const networkIsBack = () => {
    if (state === 'connected' || state === 'closed') return
    clearTimers()
    startWaiting(redial)
  }

  const unwatchNetwork = watchNetwork(deps.network, { onOffline: lost, onOnline: networkIsBack })
  connection.bind('state_change', changed)
  // A lost socket waits a second before the state changes; people should know at once.
  connection.bind('connecting_in', lost)
  if (connection.state === 'failed') queueMicrotask(() => settle('closed'))
  else startWaiting(scheduleRedial)

  return {
    state: () => state,
    replace: () => giveUp(redial),
    stop() {
      clearTimers()
      unwatchNetwork()
      state = 'closed'
      connection.unbind('state_change', changed)
      connection.unbind('connecting_in', lost)
    },
  }
}

/** Between 0.75 and 1.25, so that clients that lost the same server do not all dial in the same moment. */
const spread = () => 0.75 + Math.random() / 2

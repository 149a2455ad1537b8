/**
 * One channel and everybody here who has joined it. Owns the subscription's fate: waits for the answer, gives up
 * on silence, asks again after silence but not after a no.
 */
import type Echo from 'laravel-echo'
import type Pusher from 'pusher-js'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { listen } from './listen.ts'
import type { ChannelHandlers, Subscription } from './realtime.ts'
import { redialDelayMs } from './redial-delay.ts'

export interface ChannelDeps {
  /** Anybody may hear it; else it is private and must be granted. */
  isPublic: boolean
  echo: Echo<'pusher'>
  pusher: Pusher
  clock: Clock
  log: Log
  subscribeTimeoutMs: number
  isConnected(): boolean
  /** Nobody is left on it. */
  onEmpty(): void
}

export interface JoinedChannel {
  join(handlers: ChannelHandlers): Subscription
  connected(): void
  disconnected(): void
  /** The subscription failed, for a reason that came from outside of the channel. */
  failed(reason: 'forbidden' | 'unanswered'): void
  dispose(): void
}

/** `offline`: nothing asked. `asking`: no answer yet. `silent`: none in time, to be asked again. */
type Phase = 'offline' | 'asking' | 'subscribed' | 'refused' | 'silent'

export function joinChannel(name: string, deps: ChannelDeps): JoinedChannel {
  const { clock, pusher } = deps
  const members = new Set<ChannelHandlers>()
  const channel = deps.isPublic ? deps.echo.channel(name) : deps.echo.private(name)
  const { subscription } = channel
  let phase: Phase = 'offline'
  let silences = 0
  let stopTimer = () => {}

  const enter = (next: Phase) => {
    stopTimer()
    stopTimer = () => {}
    phase = next
  }
  const waitForAnswer = () => {
    enter('asking')
    stopTimer = clock.after(deps.subscribeTimeoutMs, () => failed('unanswered'))
  }
  const succeeded = () => {
    enter('subscribed')
    silences = 0
    for (const member of [...members]) member.onSubscribed()
  }
  const askAgain = () => {
    // pusher-js believes a question without an answer to be still open, and would never ask again.
    subscription.subscriptionPending = false
    waitForAnswer()
    pusher.subscribe(subscription.name)
  }
  function failed(reason: 'forbidden' | 'unanswered'): void {
    if (phase !== 'asking') return
    enter(reason === 'forbidden' ? 'refused' : 'silent')
    if (reason === 'unanswered') stopTimer = clock.after(redialDelayMs(silences++), askAgain)
    for (const member of [...members]) member.onRefused(reason)
  }

  subscription.bind('pusher:subscription_succeeded', succeeded)
  subscription.bind('pusher:subscription_error', () => failed('forbidden'))
  if (deps.isConnected()) waitForAnswer()

  function dispose(): void {
    const isOpen = phase === 'asking' || phase === 'silent'
    enter('offline')
    members.clear()
    subscription.unbind_all()
    if (isOpen && deps.isConnected()) pusher.send_event('pusher:unsubscribe', { channel: subscription.name })
    subscription.subscriptionPending = false
    deps.echo.leaveChannel(subscription.name)
  }

  return {
    connected: waitForAnswer,
    disconnected: () => enter('offline'),
    failed,
    dispose,
    join(handlers) {
      members.add(handlers)
      if (phase === 'subscribed') queueMicrotask(() => members.has(handlers) && handlers.onSubscribed())
      else if (phase === 'refused' || phase === 'silent') askAgain()
      const ends: (() => void)[] = []
      return {
        listen: (event, handle) => void ends.push(listen(channel, event, { handle, log: deps.log })),
        leave() {
          if (!members.delete(handlers)) return
          for (const end of ends) end()
          if (members.size > 0) return
          dispose()
          deps.onEmpty()
        },
      }
    },
  }
}

/**
 * The page's one live connection. It opens with the first follower and is shared by all. It reopens, with growing waits,
 * whatever ended it: settings or code that did not load, or a server that closed it because the session ended.
 */

import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Realtime, RealtimeState, Subscription } from '#shared/realtime/realtime.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'

export interface Topic {
  /** For the log, e.g. `Reviews`. */
  readonly what: string
  readonly channel: (prefix: string) => string
  /** Anybody may subscribe. */
  readonly isPublic?: boolean
  /** Called after every subscription: events from before, or from while the connection was lost, were missed. Ask the server. */
  readonly onSubscribed: () => void
  readonly listen: (channel: Pick<Subscription, 'listen'>) => void
}

export interface Live {
  /** Returns a function that ends it. Nothing of the topic is called after that. */
  follow(topic: Topic): () => void
}

export interface OpenLive extends Live {
  /** Pusher's socket id while connected, for `X-Socket-ID`. */
  socketId(): string | null
}

export interface Connection {
  readonly realtime: Realtime
  /** Prefix of channel names. */
  readonly prefix: string
}

export interface LiveDeps {
  connect: (onState: (state: RealtimeState) => void) => Promise<Connection>
  clock: Clock
  log: Log
}

/** When a page closes and the next one opens, they keep the connection. */
const LINGER_MS = 5000

export function createLive({ connect, clock, log }: LiveDeps): OpenLive {
  const followers = new Set<Follower>()
  let connection: Connection | null = null
  /** Counts connections, so that a former one changes nothing. */
  let turn = 0
  let failures = 0
  let stopTimer = () => {}

  function open() {
    const mine = ++turn
    const isCurrent = () => mine === turn
    const onState = (state: RealtimeState) => {
      if (!isCurrent()) return
      if (state === 'connected') failures = 0
      // The socket itself reconnects after every loss but this one.
      else if (state === 'closed') openLater()
    }
    connect(onState).then(
      (made) => {
        if (!isCurrent()) return made.realtime.close()
        connection = made
        for (const follower of followers) follower.join(made)
      },
      (error: unknown) => {
        if (!isCurrent()) return
        log.warn('Live updates could not be connected', error instanceof Error ? error.name : undefined)
        openLater()
      },
    )
  }
  function close() {
    turn++
    stopTimer()
    for (const follower of followers) follower.drop()
    connection?.realtime.close()
    connection = null
  }
  function openLater() {
    close()
    if (followers.size > 0) stopTimer = clock.after(redialDelayMs(failures++), open)
  }

  return {
    socketId: () => connection?.realtime.socketId() ?? null,
    follow(topic) {
      const follower = createFollower(topic, { clock, log })
      if (followers.size === 0 && connection === null) open()
      else if (followers.size === 0) stopTimer()
      followers.add(follower)
      if (connection !== null) follower.join(connection)
      return () => {
        if (!followers.delete(follower)) return
        follower.leave()
        if (followers.size > 0) return
        if (connection === null) close()
        else stopTimer = clock.after(LINGER_MS, close)
      }
    },
  }
}

/** Starts with the first follower, and ends with the last. */
export function whileUsed(start: () => () => void): () => () => void {
  let users = 0
  let end = () => {}
  return () => {
    if (users++ === 0) end = start()
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      if (--users === 0) end()
    }
  }
}

interface Follower {
  join(connection: Connection): void
  /** The connection has ended. */
  drop(): void
  /** Nothing of the topic is called any more. */
  leave(): void
}

/** At logout the server closes the connection too, and a browser logs an error if something is still sent then. */
const LEAVE_AFTER_MS = 1000

/** One topic on one connection after another. A refusal is retried: the person may have logged in meanwhile. */
function createFollower(topic: Topic, { clock, log }: Pick<LiveDeps, 'clock' | 'log'>): Follower {
  let subscription: Subscription | null = null
  let refusals = 0
  let stopTimer = () => {}
  let isOver = false
  function drop() {
    stopTimer()
    subscription = null
  }
  function join(connection: Connection) {
    const { realtime, prefix } = connection
    const handlers = {
      onSubscribed() {
        refusals = 0
        if (subscription !== null && !isOver) topic.onSubscribed()
      },
      onRefused(reason: 'forbidden' | 'unanswered') {
        log.warn(`${topic.what} cannot be followed live`, reason)
        if (reason !== 'forbidden') return
        stopTimer()
        stopTimer = clock.after(redialDelayMs(refusals++), () => {
          subscription?.leave()
          join(connection)
        })
      },
    }
    subscription = realtime.join(topic.channel(prefix), handlers, { isPublic: topic.isPublic ?? false })
    const { listen } = subscription
    topic.listen({
      listen: (event, handle) =>
        listen(event, (payload) => {
          if (!isOver) handle(payload)
        }),
    })
  }
  return {
    join,
    drop,
    leave() {
      isOver = true
      stopTimer()
      if (subscription !== null) stopTimer = clock.after(LEAVE_AFTER_MS, () => subscription?.leave())
    },
  }
}

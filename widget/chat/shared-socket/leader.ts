/** The line in the hands of the tab that holds the socket: who else listens, what they are told, and for whom the server spares nothing. */
import type { LiveSocket, RealtimeHandlers } from '#shared/realtime/realtime.ts'
import type { EventDispatcher } from './event-dispatcher.ts'
import { openLeaderSocket } from './leader-socket.ts'
import type { LineMessage, LineStatus } from './tab-message.ts'

export interface LeaderDeps {
  readonly me: string
  readonly channel: string
  /** Of this tab's own store. */
  readonly eventDispatcher: EventDispatcher
  dial(handlers: RealtimeHandlers): LiveSocket
  post(message: LineMessage): void
  isHidden(): boolean
  /** The server does not want this tab. With another one's token it may be otherwise. */
  onRefused(): void
}

export interface Leader {
  hear(said: LineMessage): void
  /** Passes on this event, too. */
  listen(name: string): void
  /** Null while others listen: what this tab does is news to them. */
  socketId(): string | null
  /** A write sets out. Call the result when it is over, with whether its outcome is known. */
  writing(): (isOutcomeKnown: boolean) => void
  end(): void
}

export function createLeader(deps: LeaderDeps): Leader {
  const { me, post, eventDispatcher } = deps
  const listeners = new Set<string>()
  /** On their way, with the socket's id on them: the server will not say over this socket what they change. */
  const writes = new Set<object>()

  const tell = (to: readonly string[], status: LineStatus) => {
    if (to.length > 0) post({ kind: 'status', from: me, to: [...to], status })
  }
  const socket = openLeaderSocket({
    channel: deps.channel,
    dial: deps.dial,
    onStatus(status) {
      eventDispatcher.take(me, status)
      if (status.channel === 'forbidden' || status.state === 'closed') deps.onRefused()
      else tell([...listeners], status)
    },
    onEvent(name, payload) {
      if (listeners.size > 0) post({ kind: 'event', from: me, name, payload })
      eventDispatcher.hear(name, payload)
    },
  })
  for (const name of eventDispatcher.names) socket.listen(name)

  function welcome(listener: string): void {
    listeners.add(listener)
    if (writes.size > 0) redial()
    else tell([listener], socket.status)
  }

  function redial(): void {
    writes.clear()
    socket.redial()
  }

  const socketId = () => (listeners.size === 0 ? socket.socketId() : null)

  return {
    listen: socket.listen,
    socketId,
    hear({ kind, from }) {
      if (kind === 'hello') welcome(from)
      else if (kind === 'bye') listeners.delete(from)
      else if (kind === 'ask') {
        // A visible tab asks. The timers of this one may be throttled, so check now.
        socket.check()
        const isLive = socket.status.channel === 'subscribed'
        post({ kind: 'answer', from: me, isLive, isHidden: deps.isHidden() })
      }
    },
    writing() {
      const id = socketId()
      if (id === null) return () => undefined
      const write = {}
      writes.add(write)
      return (isOutcomeKnown) => {
        // It may still come about, and this socket would be spared the news. Of a former socket it is gone from the set.
        if (writes.delete(write) && !isOutcomeKnown && socket.socketId() === id) redial()
      }
    },
    end: socket.close,
  }
}

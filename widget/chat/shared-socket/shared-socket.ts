/**
 * One socket for all tabs of a customer (widget.md W-73). The tab that holds the lock holds the socket and passes on what it
 * brings; the others wait for the lock, which the browser hands on when that tab closes or crashes. Every change of hands is a
 * new subscription, after which everybody catches up, so nothing is missed in between. Where tabs cannot know of each other,
 * each has its own socket.
 */
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type { LiveSocket, Realtime, RealtimeHandlers } from '#shared/realtime/realtime.ts'
import { joinTab, type Member } from './tab.ts'
import type { TabHost } from './tab-host.ts'

export interface LineDeps {
  readonly tabs: TabHost | null
  readonly apiBase: string
  readonly config: RealtimeConfig
  readonly clock: Clock
  readonly log: Log
  readonly handlers: RealtimeHandlers
  dial(handlers: RealtimeHandlers): LiveSocket
}

/** Dials with `join`, and is for one channel. `socketId` is null while other tabs listen: what this one does is news to them. */
export interface Line extends Realtime {
  /** Says an event to the other tabs which they may not hear from the server. */
  tell(name: string, payload: unknown): void
  /** A write sets out. Call the result when it is over, with whether its outcome is known. */
  writing(): (isOutcomeKnown: boolean) => void
}

export function openLine(deps: LineDeps): Line {
  let member: Member | null = null
  return {
    socketId: () => member?.socketId() ?? null,
    join(channel, handlers) {
      member ??= joinTab({
        ...deps,
        name: lineName(deps.apiBase, deps.config, channel),
        channel,
        handlers,
        onState: deps.handlers.onState,
      })
      return member.subscription
    },
    close: () => member?.subscription.leave(),
    tell: (name, payload) => member?.tell(name, payload),
    writing: () => member?.writing() ?? (() => undefined),
  }
}

/** Grows with every change of `line-message.ts` that former versions would misread. */
const VERSION = 1

/**
 * Which tabs share a socket: same backend, same channel (so the same customer), same configuration, same version of what
 * they say. Every script of the origin can list the names of locks, so nothing secret may be in it.
 */
export function lineName(apiBase: string, config: RealtimeConfig, channel: string): string {
  const { csrfToken, ...rest } = config
  const { origin, pathname } = new URL(apiBase)
  const how = JSON.stringify({ ...rest, csrf: csrfToken !== undefined })
  return `plat-messenger line ${VERSION} ${channel} ${origin}${pathname.replace(/\/+$/, '')} ${how}`
}

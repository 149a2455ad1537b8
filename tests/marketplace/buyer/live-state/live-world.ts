/**
 * A server whose data changes at any time, for property tests of live stores: its calls are handled at one moment and answered
 * or lost at another, in any order; its events arrive late, twice or not at all.
 */
import { type Signal, signal } from '@preact/signals-core'
import { createTabBroadcast, type TabBroadcast } from '#marketplace/buyer/platform/tab-broadcast.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { createLive, type Live } from '#marketplace/kit/live.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { Endpoint, Input } from '#shared/contract/endpoint.ts'
import type { RealtimeEvent } from '#shared/contract/events.ts'
import type { ChannelHandlers, Realtime, RealtimeState } from '#shared/realtime/realtime.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts'

export interface LiveWorld {
  readonly api: Api
  readonly clock: FakeClock
  readonly live: Live
  /** The socket alone, for what makes its own connection. */
  connect(onState: (state: RealtimeState) => void): Promise<Realtime>
  readonly user: Signal<UserState>
  readonly tabBroadcast: TabBroadcast
  readonly log: { warn(): void; error(): void }
  /** Who is logged in. */
  who(): number
  /** One copy of the data for each person. */
  personal<T>(make: () => T): (who?: number) => T
  /** Answers an endpoint at the moment its call is handled. Throw `refused(…)` to refuse. */
  serve<E extends Endpoint>(endpoint: E, answer: (input: Input<E>, who: number) => unknown): void
  /** Any call, e.g. of a store that does not use the API client. */
  call<T>(name: string, handle: () => T): Promise<T>
  /** Sends to everybody on a channel whose name ends with `to`. */
  send(event: RealtimeEvent, payload: unknown, to?: string): void
  /** What another tab of this browser says. */
  say(topic: string, data?: unknown): void
  step(what: string, which: number): void
  /** Connects, delivers and answers everything, and lets time pass until nothing happens. */
  settle(isSocketFirst: boolean): Promise<void>
}

interface Call {
  handle(): void
  answer(): void
  fail(failure: Failure): void
}
interface Joined {
  readonly name: string
  readonly handlers: ChannelHandlers
  readonly listeners: Map<string, ((payload: never) => void)[]>
  isSubscribed: boolean
}
interface Socket {
  readonly channels: Set<Joined>
  onState(state: RealtimeState): void
}

/** Fewer than a store tries again. */
const FAILURES_MAX = 6
const FAILURES: readonly Failure[] = [
  { kind: 'offline' },
  { kind: 'timeout' },
  { kind: 'refused', status: 500, problem: { message: 'Server Error' }, retryAfterMs: null },
]
const LONG_MS = 100_000
const ROUNDS_MAX = 200

export const refused = (status: number, code?: string) =>
  new ApiError('call', {
    kind: 'refused',
    status,
    retryAfterMs: null,
    problem: { message: 'No.', ...(code ? { code } : {}) },
  })

/** Lets promises and loaded modules come in. */
export const flush = async () => {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export function createLiveWorld(): LiveWorld {
  const clock = createFakeClock()
  const user = signal<UserState>({ phase: 'user', user: eg.user({ id: 1 }) })
  const answers = new Map<Endpoint, (input: never, who: number) => unknown>()
  const calls: Call[] = []
  const sockets = new Set<Socket>()
  const events: { joined: Joined; name: string; payload: unknown }[] = []
  const otherTabs: ((event: { data: unknown }) => void)[] = []
  let failures = 0
  let isNextLost = false
  let lastId = 1
  const who = () => {
    const state = user.peek()
    return state.phase === 'user' ? state.user.id : 0
  }

  function call<T>(name: string, handle: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let outcome: { value: T } | { error: unknown } | null = null
      const mine: Call = {
        handle() {
          if (outcome !== null) return
          try {
            outcome = { value: structuredClone(handle()) }
          } catch (error) {
            outcome = { error }
          }
        },
        answer() {
          mine.handle()
          calls.splice(calls.indexOf(mine), 1)
          if (outcome !== null && 'value' in outcome) resolve(outcome.value)
          else reject(outcome?.error)
        },
        fail(failure) {
          calls.splice(calls.indexOf(mine), 1)
          reject(new ApiError(name, failure))
        },
      }
      calls.push(mine)
    })
  }
  const api = ((endpoint: Endpoint, input: never) => {
    const answer = answers.get(endpoint)
    if (!answer) throw new Error(`Nobody serves ${endpoint.name}.`)
    const by = who()
    return call(endpoint.name, () => answer(input, by))
  }) as unknown as Api

  async function connect(onState: (state: RealtimeState) => void): Promise<Realtime> {
    await null
    if (isNextLost) {
      isNextLost = false
      throw new Error('The settings did not load.')
    }
    const socket: Socket = { channels: new Set(), onState }
    sockets.add(socket)
    return {
      socketId: () => '1.1',
      join(name, handlers) {
        const joined: Joined = { name, handlers, listeners: new Map(), isSubscribed: false }
        socket.channels.add(joined)
        return {
          listen(event, handle) {
            const those = joined.listeners.get(event.name) ?? []
            joined.listeners.set(event.name, [...those, handle as (payload: never) => void])
          },
          leave: () => socket.channels.delete(joined),
        }
      },
      close() {
        sockets.delete(socket)
        socket.channels.clear()
      },
    }
  }
  const live = createLive({
    connect: async (onState) => ({ realtime: await connect(onState), prefix: 'App' }),
    clock,
    log: { warn() {}, error() {} },
  })

  const channels = () => [...sockets].flatMap((socket) => [...socket.channels])
  const subscribe = () => {
    for (const socket of [...sockets]) {
      const waiting = [...socket.channels].filter((joined) => !joined.isSubscribed)
      if (waiting.length > 0) socket.onState('connected')
      for (const joined of waiting) {
        if (!socket.channels.has(joined)) continue
        joined.isSubscribed = true
        joined.handlers.onSubscribed()
      }
    }
  }
  const drop = () => {
    events.length = 0
    for (const joined of channels()) joined.isSubscribed = false
  }
  const deliver = (isKept: boolean) => {
    const event = isKept ? events[0] : events.shift()
    if (!event || !channels().includes(event.joined)) return
    for (const hear of event.joined.listeners.get(event.name) ?? []) hear(event.payload as never)
  }
  const isAllSubscribed = () => channels().every(({ isSubscribed }) => isSubscribed)

  const acts: Record<string, (which: number) => void> = {
    deliver: () => deliver(false),
    repeat: () => deliver(true),
    rejoin: subscribe,
    drop() {
      drop()
      for (const socket of sockets) socket.onState('connecting')
    },
    close(which) {
      drop()
      isNextLost = which % 2 === 0
      const closed = [...sockets]
      sockets.clear()
      for (const socket of closed) socket.onState('closed')
    },
    handle: (which) => calls[which % calls.length]?.handle(),
    answer: (which) => calls[which % calls.length]?.answer(),
    fail(which) {
      if (failures++ < FAILURES_MAX)
        calls[which % calls.length]?.fail(FAILURES[which % FAILURES.length] as Failure)
    },
    time: (which) => clock.advance(500 * (which + 1)),
  }

  return {
    api,
    clock,
    live,
    connect,
    user,
    call,
    who,
    log: { warn() {}, error() {} },
    tabBroadcast: createTabBroadcast(() => ({
      postMessage() {},
      addEventListener: (_, hear) => void otherTabs.push(hear),
      close() {},
    })),
    say(topic, data = null) {
      for (const hear of otherTabs) hear({ data: { topic, data } })
    },
    personal(make) {
      const kept = new Map<number, ReturnType<typeof make>>()
      return (of = who()) => {
        const known = kept.get(of) ?? make()
        kept.set(of, known)
        return known
      }
    },
    serve: (endpoint, answer) => void answers.set(endpoint, answer as never),
    send(event, payload, to = '') {
      for (const joined of channels())
        if (joined.isSubscribed && joined.name.endsWith(to))
          events.push({ joined, name: event.name, payload: structuredClone(payload) })
    },
    step(what, which) {
      if (what !== 'relogin') return acts[what]?.(which)
      user.value = { phase: 'visitor' }
      lastId = 3 - lastId
      user.value = { phase: 'user', user: eg.user({ id: lastId }) }
    },
    async settle(isSocketFirst) {
      isNextLost = false
      for (let round = 0, idle = 0; round < ROUNDS_MAX && idle < 2; round++) {
        await flush()
        const isQuiet = calls.length === 0 && events.length === 0 && isAllSubscribed()
        idle = isQuiet ? idle + 1 : 0
        if (isQuiet) clock.advance(LONG_MS)
        else if (isSocketFirst && !isAllSubscribed()) subscribe()
        else if (isSocketFirst && events.length > 0) deliver(false)
        else if (calls.length > 0) calls[round % calls.length]?.answer()
        else if (events.length > 0) deliver(false)
        else subscribe()
      }
    },
  }
}

/** Tabs on a line, with a server that knows every message and says it to every socket but the one it spares. */
import * as z from 'zod/mini'
import type { LiveSocket, Realtime, RealtimeHandlers, RealtimeState } from '#shared/realtime/realtime.ts'
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts'
import { createFakeTabs, type FakeTab } from '#tests/support/fake-tabs.ts'
import { type Line, openLine } from '#widget/chat/shared-socket/shared-socket.ts'

export const SAID = { name: 'Said', payload: z.object({ id: z.number() }) }
const CHANNEL = 'App.Models.Customer.7'

export interface Socket {
  readonly id: string
  isOpen: boolean
  /** How often its tab was asked to check the connection. */
  checks: number
  say(state: RealtimeState): void
  subscribe(): void
  refuse(reason: 'forbidden' | 'unanswered'): void
}

interface HeldSocket extends Socket {
  readonly owner: () => LineTab
  isSubscribed: boolean
  readonly hearers: Map<string, (payload: never) => void>
}

export interface LineTab {
  readonly tab: FakeTab
  readonly clock: FakeClock
  readonly line: Line
  /** What its store knows: what it read after each subscription, and what came. */
  readonly known: Set<number>
  readonly told: string[]
  isRunning: boolean
  /** What its sockets and calls brought while it stood still. */
  readonly late: (() => void)[]
}

/** Comes to a tab now, or when it wakes. */
export function reach({ isRunning, late }: LineTab, run: () => void): void {
  if (isRunning) run()
  else late.push(run)
}

/** `isPrompt`: sockets subscribe by themselves. */
export function openLines({ isPrompt = true }: { isPrompt?: boolean } = {}) {
  const browser = createFakeTabs()
  const sockets: HeldSocket[] = []
  const tabs: LineTab[] = []
  const messages = new Set<number>()
  const world = {
    browser,
    sockets: sockets as readonly Socket[],
    messages,
    isPrompt,
    open,
    say,
    openSockets,
    advance,
    cut,
    redialled,
    hangUp,
  }

  function dial(handlers: RealtimeHandlers, owner: () => LineTab): LiveSocket {
    let joined: Parameters<Realtime['join']>[1] | null = null
    const socket: HeldSocket = {
      id: `${sockets.length + 1}.1`,
      isOpen: true,
      checks: 0,
      isSubscribed: false,
      hearers: new Map(),
      owner,
      say(state) {
        socket.isSubscribed &&= state === 'connected'
        handlers.onState(state)
      },
      subscribe() {
        if (!socket.isOpen) return
        handlers.onState('connected')
        socket.isSubscribed = true
        joined?.onSubscribed()
      },
      refuse: (reason) => joined?.onRefused(reason),
    }
    sockets.push(socket)
    queueMicrotask(() => world.isPrompt && owner().isRunning && socket.subscribe())
    return {
      socketId: () => (socket.isSubscribed ? socket.id : null),
      check() {
        socket.checks += 1
      },
      join(_, channelHandlers) {
        joined = channelHandlers
        return {
          listen: (event, handle) => void socket.hearers.set(event.name, handle),
          leave: () => undefined,
        }
      },
      close() {
        socket.isOpen = false
        socket.isSubscribed = false
      },
    }
  }

  function open(config: object = {}, customer = 7): LineTab {
    const tab = browser.open()
    const clock = createFakeClock()
    const known = new Set<number>()
    const told: string[] = []
    const line = openLine({
      tabs: tab.host,
      apiBase: 'https://plat.example/customer/api',
      config: { key: 'app-key', ...config },
      clock,
      log: { warn: () => undefined, error: () => undefined },
      handlers: { onState: (state) => void told.push(state) },
      dial: (handlers) => dial(handlers, () => opened),
    })
    const opened: LineTab = { tab, clock, line, known, told, isRunning: true, late: [] }
    const channel = line.join(CHANNEL.replace('7', String(customer)), {
      onSubscribed() {
        told.push('subscribed')
        for (const id of messages) known.add(id)
      },
      onRefused: (reason) => void told.push(reason),
    })
    channel.listen(SAID, ({ id }) => void known.add(id))
    tabs.push(opened)
    return opened
  }

  /** The server has a new message and says it to every socket but one. */
  function say(id: number, except: string | null = null): void {
    messages.add(id)
    for (const socket of [...sockets])
      if (socket.isOpen && socket.isSubscribed && socket.id !== except)
        reach(socket.owner(), () => socket.isOpen && socket.hearers.get(SAID.name)?.({ id } as never))
  }

  function openSockets(): number {
    return sockets.filter(({ isOpen }) => isOpen).length
  }

  /** The line is lost; whoever holds the socket notices, and dials again by itself. */
  function cut(which: number): void {
    const open = sockets.filter((socket) => socket.isOpen)
    const socket = open[which % Math.max(1, open.length)]
    if (!socket?.isSubscribed) return
    socket.isSubscribed = false
    reach(socket.owner(), () => socket.isOpen && socket.say('connecting'))
  }

  function redialled(): void {
    for (const socket of sockets) if (socket.isOpen && !socket.isSubscribed) socket.subscribe()
  }

  /** A tab that crashed takes its socket with it. */
  function hangUp(owner: LineTab): void {
    for (const socket of sockets) if (socket.owner() === owner) socket.isOpen = false
  }

  /** Time passes in every tab that runs. */
  function advance(ms: number): void {
    for (const { clock, isRunning } of tabs) if (isRunning) clock.advance(ms)
  }

  return world
}

/** Everything that can go on has gone on. */
export const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

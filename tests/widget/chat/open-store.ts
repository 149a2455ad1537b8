/** A chat store on a fake backend, socket and clock. */
import { signal } from '@preact/signals-core'
import type { ChatStore, Row, SendState } from '#shared/thread/model.ts'
import type { Kept } from '#shared/thread/sending/kept.ts'
import {
  type BackendOptions,
  createFakeBackend,
  type FakeBackend,
  settled,
} from '#tests/support/fake-backend.ts'
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts'
import { createFakeRealtime } from '#tests/support/fake-realtime.ts'
import type { ChatEvent } from '#widget/chat/chat-events.ts'
import { createChatStore } from '#widget/chat/chat-store.ts'
import type { LiveSource } from '#widget/chat/live-source.ts'

/** What a page shares with the one before it. */
interface Shared {
  backend?: FakeBackend
  kept?: Kept
  clock?: FakeClock
  /** What the browser says of its network. */
  isOnline?: () => boolean
}

export function openStore(options: BackendOptions & Shared = {}) {
  const backend = options.backend ?? createFakeBackend(options)
  const clock = options.clock ?? createFakeClock()
  const realtime = createFakeRealtime()
  const events: ChatEvent[] = []
  const live = signal<LiveSource>({ kind: 'on', channel: 'App.Models.Customer.7', connect: realtime.connect })
  const warnings: string[] = []
  const store = createChatStore({
    api: backend.api,
    customerId: 7,
    live,
    clock,
    log: { warn: (text) => warnings.push(text), error: (text) => warnings.push(text) },
    emit: (event) => events.push(event),
    jobIntervalMs: () => 5000,
    isOnline: options.isOnline,
    ...(options.kept ? { kept: options.kept } : {}),
  })
  return { backend, clock, realtime, events, live, store, warnings }
}

export type World = ReturnType<typeof openStore>

/** Answers every call, and the calls that follow from the answers. */
export async function answerAll({ backend }: World): Promise<void> {
  await settled()
  while (backend.calls.length > 0) {
    backend.calls[0]?.answer()
    await settled()
  }
}

/** Longer than a given-up message may take; whatever is requested meanwhile is answered. */
export async function waitLongEnough(world: World): Promise<void> {
  for (const ms of [2000, 4000, 8000, 15_000, 15_000]) {
    world.clock.advance(ms)
    await answerAll(world)
  }
}

/** Hands the socket everything said so far. */
export function deliverEvents({ backend, realtime }: World): void {
  for (const { name, payload } of backend.events.splice(0)) realtime.send(name, payload)
}

/** A started store with the first conversation open and a live socket. */
export async function openThread(
  options: BackendOptions & Pick<Shared, 'isOnline'> & { messages?: number } = {},
): Promise<World> {
  const world = openStore(options)
  for (let n = 0; n < (options.messages ?? 2); n++) world.backend.say(1, `Old ${n}`, { is_read: true })
  world.backend.addAccount(1)
  world.backend.events.length = 0
  world.store.init()
  await answerAll(world)
  world.realtime.subscribe()
  await answerAll(world)
  world.store.select(1)
  await answerAll(world)
  return world
}

export function rowsOf(store: ChatStore): Row[] {
  const rows = store.thread.rows.value
  return Array.from({ length: rows.count }, (_, offset) => rows.at(offset))
}

/** The texts on screen, with the state of those that have no message yet. */
export const textsOf = (store: ChatStore): string[] =>
  rowsOf(store).flatMap((row) => {
    if (row.kind === 'message') return [row.message.message]
    if (row.kind === 'outgoing') return [MARKS[row.outgoing.state] + row.outgoing.text]
    return []
  })

const MARKS: Readonly<Record<SendState, string>> = { sending: '…', checking: '?', waiting: '~', failed: '!' }

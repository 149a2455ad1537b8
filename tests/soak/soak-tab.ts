/**
 * A tab of the schedules: a real session with the real Echo and pusher-js on a line of the network, and a person in front of
 * it who has a conversation open, looks at it or not, and writes.
 */
import { effect, signal, untracked } from '@preact/signals-core'
import Pusher from 'pusher-js'
import type { Clock } from '#shared/lib/clock.ts'
import { connectRealtime } from '#shared/realtime/connect.ts'
import type { ChatStore, Row } from '#shared/thread/model.ts'
import type { ChatEvent } from '#widget/chat/chat-events.ts'
import { createSession, type Session } from '#widget/chat/session.ts'
import type { TokenProvider } from '#widget/chat/token-provider.ts'
import type { Browser, BrowserTab } from './browser.ts'
import { type Family, REALTIME_KEY } from './house.ts'
import { type OpenLine, openLine } from './network.ts'
import type { Network } from './network-line.ts'

export interface SoakTab {
  readonly name: string
  /** Null while the tab is gone or not authorised. */
  store(): ChatStore | null
  /** How the session stands, for the log. */
  phase(): string
  readonly line: OpenLine
  readonly events: readonly ChatEvent[]
  /** What was sent from this life of the tab. */
  readonly sends: readonly { accountId: number; text: string }[]
  select(accountId: number): void
  look(isLooking: boolean): void
  send(text: string): void
  turnClock(byMs: number): void
  /** A session that could not reach the server is told to try again. */
  begin(): void
  /** Whether it is looked at, as the browser tells other tabs. */
  show(isShown: boolean): void
  /** The browser stops it, with or without a word. */
  freeze(isTold: boolean): void
  thaw(): void
  /** The tab is gone without having been told. */
  crash(): void
  /** It is closed as browsers do: read marks go out first, and the rest just ends. */
  close(): void
}

export interface TabGiven {
  readonly name: string
  readonly family: Family
  readonly network: Network
  readonly browser: Browser
  /** Which of the browser's tabs it is: a reload has what the one before it kept. */
  readonly index: number
  readonly skewMs: number
  /** The open conversation, from the beginning. */
  readonly accountId: number
  readonly isLooking: boolean
}

/** `Pusher.Runtime` makes every socket; the host's name in the address says whose it is. */
export function installSockets(lineOf: (host: string) => OpenLine | undefined): () => void {
  const runtime = Pusher.Runtime as unknown as { createWebSocket(url: string): WebSocket }
  const real = runtime.createWebSocket
  runtime.createWebSocket = (url) => {
    const line = lineOf(new URL(url).hostname)
    if (!line) throw new Error(`Nobody has a line to ${url}.`)
    return line.dial()
  }
  return () => {
    runtime.createWebSocket = real
  }
}

export function openSoakTab(given: TabGiven): SoakTab {
  const { name, network, family } = given
  const line = openLine(network, name)
  const own: BrowserTab = given.browser.open(given.index)
  const sends: { accountId: number; text: string }[] = []
  const events: ChatEvent[] = []
  let skewMs = given.skewMs
  const clock = clockOf(line, () => skewMs)
  const wanted = signal(given.accountId)
  const isLooking = signal(given.isLooking)
  const session = createSession({
    inputs: {
      token: signal<string | null>(family.token),
      apiBase: signal<string | null>('http://plat.test/customer/api'),
      realtimeConfig: signal<unknown>({ key: REALTIME_KEY, wsHost: name, forceTLS: false }),
      tokenProvider: signal<TokenProvider>(() => askHost(line, family)),
    },
    clock,
    log: {
      warn: (text) => network.note(`${name} warns: ${text}`),
      error: (text) => network.note(`${name} errs: ${text}`),
    },
    emit: (event) => void events.push(event),
    fetch: line.fetch,
    isOnline: () => line.seemsOnline,
    ...own.given,
    connect: async () => {
      // The session loads it at the same time; simulated time must not run on before it is there.
      await network.time.hold(import('#widget/chat/shared-socket/shared-socket.ts'))
      return (settings) => connectRealtime({ ...settings, clock, network: line.events })
    },
  })
  const ends = [keepOpen(session, wanted), keepLooking(session, isLooking), hearOnline(session, line)]
  /** Nothing of what the session does in its end reaches anybody: it is only there to let go of timers. */
  const vanish = () => {
    line.die()
    own.vanish()
    for (const end of ends) end()
    session.dispose()
    line.end()
  }

  return {
    name,
    line,
    events,
    sends,
    store: () => storeOf(session),
    phase: () => session.state.peek().phase,
    select: (accountId) => {
      wanted.value = accountId
    },
    look: (next) => {
      isLooking.value = next
    },
    send(text) {
      const store = storeOf(session)
      const accountId = store?.selected.peek()?.id
      if (!store || accountId === undefined) return
      sends.push({ accountId, text })
      store.send(text)
    },
    turnClock(byMs) {
      skewMs += byMs
    },
    begin() {
      const state = session.state.peek()
      if (state.phase === 'unreachable') state.retry()
    },
    show(isShown) {
      own.show(isShown)
      storeOf(session)?.resume()
    },
    freeze(isTold) {
      own.freeze(isTold)
      line.standstill.stop()
    },
    thaw() {
      if (!line.standstill.isStill) return
      own.thaw()
      line.standstill.goOn()
    },
    crash: vanish,
    close() {
      storeOf(session)?.flushReadMarks()
      vanish()
    },
  }
}

const storeOf = (session: Session): ChatStore | null => {
  const state = session.state.peek()
  return state.phase === 'authorised' ? state.store : null
}

/** A clock that is wrong by so much; what it times is not. */
function clockOf({ network: { time }, standstill }: OpenLine, skewMs: () => number): Clock {
  const after = (ms: number, run: () => void) => {
    let isOff = false
    const cancel = time.after(ms, () => standstill.run(() => isOff || run()))
    return () => {
      isOff = true
      cancel()
    }
  }
  return {
    now: () => NOON_MS + time.now() + skewMs(),
    after,
    every(ms, run) {
      let cancel = () => {}
      const again = () => {
        cancel = after(ms, () => {
          again()
          run()
        })
      }
      again()
      return () => cancel()
    },
  }
}

/** The host page asks its own server, which takes as long as it takes. */
function askHost({ network, standstill }: OpenLine, family: Family): Promise<string> {
  const { time, house } = network
  return new Promise((resolve, reject) => {
    time.after(HOST_MS, () => {
      void time.hold(house.issueToken(family)).then((token) => standstill.run(() => resolve(token)), reject)
    })
  })
}

const HOST_MS = 350

const NOON_MS = Date.UTC(2025, 5, 10, 12)

/** Opens the wanted conversation as soon as it is in the list. */
function keepOpen(session: Session, wanted: { readonly value: number }): () => void {
  return effect(() => {
    const state = session.state.value
    const accountId = wanted.value
    if (state.phase !== 'authorised') return
    const isListed = state.store.conversations.all.value.some(({ id }) => id === accountId)
    if (isListed) untracked(() => state.store.select(accountId))
  })
}

/** Sees every unread message of the open thread while the person looks. */
function keepLooking(session: Session, isLooking: { readonly value: boolean }): () => void {
  const seen = new Set<number>()
  return effect(() => {
    const state = session.state.value
    if (state.phase !== 'authorised') return
    const { store } = state
    const unread = rowsOf(store, store.thread.rows.value).flatMap((row) =>
      row.kind === 'message' && row.message.type === 'outbound' && !row.message.isRead
        ? [row.message.id]
        : [],
    )
    const isSeeing = isLooking.value
    untracked(() => {
      for (const id of isSeeing ? [] : seen) store.unsighted(id)
      seen.clear()
      for (const id of isSeeing ? unread : []) {
        seen.add(id)
        store.sighted(id)
      }
    })
  })
}

/** As the element does. */
function hearOnline(session: Session, { events }: OpenLine): () => void {
  const told = () => storeOf(session)?.resume()
  events.addEventListener('online', told)
  return () => events.removeEventListener('online', told)
}

export const rowsOf = (store: ChatStore, rows = store.thread.rows.peek()): Row[] =>
  Array.from({ length: rows.count }, (_, offset) => rows.at(offset))

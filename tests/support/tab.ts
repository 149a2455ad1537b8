/** A browser tab without a browser: a real session of the chat over real HTTP and real sockets, with its calls written down. */
import { signal } from '@preact/signals-core'
import { type Clock, systemClock } from '#shared/lib/clock.ts'
import { connectRealtime } from '#shared/realtime/connect.ts'
import type { ChatStore } from '#shared/thread/model.ts'
import type { ChatEvent } from '#widget/chat/chat-events.ts'
import { createSession } from '#widget/chat/session.ts'
import type { TokenProvider } from '#widget/chat/token-provider.ts'

export interface SentCall {
  method: string
  path: string
  headers: Headers
  body: unknown
}

export interface Tab {
  /** Resolves once authorised, whatever comes of the socket. */
  authorised(): Promise<ChatStore>
  /** Resolves once authorised and live. */
  store(): Promise<ChatStore>
  /** What went over HTTP, in order. */
  calls: SentCall[]
  events: ChatEvent[]
  close(): void
}

export interface TabSettings {
  url: string
  token: string
  key: string
  jobIntervalMs?: number
  /** What else realtime-config says. */
  config?: object
  /** A backend in this process; the network unless given. */
  fetch?: typeof fetch
  tokenProvider?: TokenProvider
  /** How the socket's own time passes; as everybody's unless given. */
  socketClock?: Clock
}

export function openTab(at: TabSettings): Tab {
  const calls: SentCall[] = []
  const events: ChatEvent[] = []
  const config = { key: at.key, jobInterval: at.jobIntervalMs ?? 200, ...at.config }
  const session = createSession({
    inputs: {
      token: signal<string | null>(at.token),
      apiBase: signal<string | null>(`${at.url}/customer/api`),
      realtimeConfig: signal<unknown>(config),
      tokenProvider: signal(at.tokenProvider ?? null),
    },
    clock: systemClock,
    log: { warn: () => undefined, error: () => undefined },
    emit: (event) => void events.push(event),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const text = await request.clone().text()
      calls.push({
        method: request.method,
        path: new URL(request.url).pathname,
        headers: request.headers,
        body: parsed(text),
      })
      return (at.fetch ?? fetch)(request)
    },
    connect: async () => (settings) => connectRealtime({ ...settings, clock: at.socketClock ?? systemClock }),
  })
  const authorised = async () => {
    const { store } = await eventually(
      () => (session.state.value.phase === 'authorised' ? session.state.value : null),
      'an authorised session',
    )
    return store
  }
  return {
    calls,
    events,
    close: () => session.dispose(),
    authorised,
    async store() {
      const store = await authorised()
      await eventually(
        () => store.connection.value.phase === 'live' && store.conversations.load.value.phase === 'ready',
        'a live connection and a loaded list',
      )
      return store
    },
  }
}

/** Waits until a question has a true answer, and returns it; asks again each turn of the loop for at most ten seconds. */
export async function eventually<T>(
  ask: () => T | null | undefined | false,
  what = 'the state the test waits for',
): Promise<T> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const answer = ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`${what} did not come about in ten seconds`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

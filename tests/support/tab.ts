/** A browser tab without a browser: a real session of the chat over real HTTP and real sockets, with its calls written down. */
import { signal } from '@preact/signals-core'
import { systemClock } from '#shared/lib/clock.ts'
import { connectRealtime } from '#shared/realtime/connect.ts'
import type { ChatEvent } from '#widget/chat/chat-events.ts'
import type { ChatStore } from '#widget/chat/model.ts'
import { createSession } from '#widget/chat/session.ts'

export interface SentCall {
  method: string
  path: string
  headers: Headers
  body: unknown
}

export interface Tab {
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
      tokenProvider: signal(null),
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
      return fetch(request)
    },
    connect: async () => connectRealtime,
  })
  return {
    calls,
    events,
    close: () => session.dispose(),
    async store() {
      const state = await eventually(() =>
        session.state.value.phase === 'authorised' ? session.state.value : null,
      )
      await eventually(
        () =>
          state.store.connection.value.phase === 'live' &&
          state.store.conversations.load.value.phase === 'ready',
      )
      return state.store
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

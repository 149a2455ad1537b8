/** A session on a scripted server with a customer behind each token. */
import { signal } from '@preact/signals-core'
import { onTestFinished } from 'vitest'
import type { TextStores } from '#shared/lib/text-store.ts'
import type { About, ChatStore } from '#shared/thread/model.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createFakeRealtime } from '#tests/support/fake-realtime.ts'
import { type Asked, scriptedFetch } from '#tests/support/scripted-fetch.ts'
import type { ChatEvent } from '#widget/chat/chat-events.ts'
import type { ConnectSettings } from '#widget/chat/customer-session.ts'
import { createSession } from '#widget/chat/session.ts'
import type { TabHost } from '#widget/chat/shared-socket/tab-host.ts'
import type { TokenProvider } from '#widget/chat/token-provider.ts'

interface Given {
  token?: string | null
  apiBase?: string | null
  realtimeConfig?: unknown
  tokenProvider?: TokenProvider | null
  stores?: TextStores
  tabs?: TabHost
  about?: () => About
}

export const API = 'https://plat.example/customer/api'

export function openSession(given: Given = {}) {
  const server = scriptedFetch()
  /** Token to customer; a test takes one away to make it expire. */
  const customers = new Map([
    ['ann', 7],
    ['ann-again', 7],
    ['bob', 8],
  ])
  const whose = ({ headers }: Asked) => customers.get(headers.get('Authorization')?.slice(7) ?? '')
  const unauthenticated = { status: 401, body: { message: 'Unauthenticated.' } }
  server.on('GET /customer/api/auth/user', (asked) => {
    const id = whose(asked)
    return id === undefined ? unauthenticated : { body: { data: { id: String(id) } } }
  })
  server.on('GET /customer/api/customers/*/chats', (asked) =>
    whose(asked) === undefined
      ? unauthenticated
      : {
          body: {
            data: [eg.wireChat({ accountId: 1, name: `Chat of ${whose(asked)}` })],
            links: { next: null },
          },
        },
  )
  const inputs = {
    token: signal<string | null>(given.token === undefined ? 'ann' : given.token),
    apiBase: signal<string | null>(given.apiBase === undefined ? API : given.apiBase),
    realtimeConfig: signal<unknown>(given.realtimeConfig ?? null),
    tokenProvider: signal<TokenProvider | null>(given.tokenProvider ?? null),
  }
  const realtime = createFakeRealtime()
  const connected: ConnectSettings[] = []
  const events: ChatEvent[] = []
  const warnings: string[] = []
  const clock = createFakeClock()
  const session = createSession({
    inputs,
    clock,
    log: { warn: (text) => void warnings.push(text), error: (text) => void warnings.push(text) },
    emit: (event) => void events.push(event),
    fetch: server.fetch,
    ...(given.stores ? { stores: given.stores } : {}),
    ...(given.tabs ? { tabs: given.tabs } : {}),
    ...(given.about ? { about: given.about } : {}),
    connect: async () => (settings) => {
      connected.push(settings)
      return realtime.connectNow(settings.handlers)
    },
  })
  onTestFinished(session.dispose)
  return { session, server, customers, inputs, realtime, connected, events, warnings, clock }
}

export type SessionWorld = ReturnType<typeof openSession>

/** The store, when there is one. */
export function storeOf({ session }: SessionWorld): ChatStore | null {
  const state = session.state.value
  return state.phase === 'authorised' ? state.store : null
}

/** One customer's store with its calls and socket: the bearer, its renewal, and the end of it all when it no longer works. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, isOutcomeUnknown } from '#shared/api/api-error.ts'
import { type Api, createApi } from '#shared/api/client.ts'
import { authoriseChannel } from '#shared/contract/broadcasting.ts'
import { conversationChannel, customerChannel } from '#shared/contract/events.ts'
import { REQUEST_TIMEOUT_MS } from '#shared/contract/limits.ts'
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'
import { setCurrencySign } from '#shared/format/currency.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { scopeOf, type TextStores } from '#shared/lib/text-store.ts'
import type { LiveSocket, Realtime, RealtimeHandlers } from '#shared/realtime/realtime.ts'
import { answerProblem } from '#shared/thread/failure.ts'
import type { About, ChatStore } from '#shared/thread/model.ts'
import { createKept } from '#shared/thread/sending/kept.ts'
import { authorise, type ChannelSignature } from './channel-auth.ts'
import type { Emit } from './chat-events.ts'
import { createChatStore } from './chat-store.ts'
import {
  jobIntervalMs,
  type LiveSource,
  NOTE_BROKEN,
  NOTE_NONE,
  type ParsedConfig,
  prefixOf,
} from './live-source.ts'
import { type Line, openLine } from './shared-socket/shared-socket.ts'
import type { TabHost } from './shared-socket/tab-host.ts'
import type { TokenReason } from './token-provider.ts'

/** What `shared/realtime/connect.ts` exports, loaded when it is needed. */
export type ConnectLoader = () => Promise<(settings: ConnectSettings) => LiveSocket>

export interface ConnectSettings {
  readonly config: RealtimeConfig
  readonly siteOrigin: string
  readonly authorise: (socketId: string, channel: string) => Promise<ChannelSignature>
  readonly handlers: RealtimeHandlers
  readonly log: Log
}

export interface CustomerSessionDeps {
  readonly customerId: number
  /** The only one the token may hear of; null for all. */
  readonly accountId: number | null
  readonly opensContacts?: boolean | null | undefined
  readonly takesFiles?: boolean | undefined
  about?: ((accountId: number) => About) | undefined
  readonly token: string
  readonly apiBase: string
  readonly config: ReadonlySignal<ParsedConfig>
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  readonly fetch?: typeof fetch
  readonly connect?: ConnectLoader
  readonly painted?: () => Promise<void>
  /** The browser's other tabs; null or absent where a tab knows only itself. */
  readonly tabs?: TabHost | null
  /** What the browser keeps over a reload; null or absent where it keeps nothing. */
  readonly stores?: TextStores | null
  isOnline?: (() => boolean) | undefined
  /** True when the session was renewed with a token that works. */
  refresh(reason: TokenReason): Promise<boolean>
  onExpired(): void
}

export interface CustomerSession {
  readonly customerId: number
  readonly accountId: number | null
  readonly apiBase: string
  readonly store: ChatStore
  renew(token: string): void
  /** What is unsent stays with the browser, for the next session of the same customer. */
  end(): void
  /** After the end: the browser keeps nothing of this customer any more. */
  forget(): void
}

export function createCustomerSession(deps: CustomerSessionDeps): CustomerSession {
  const { apiBase, customerId, accountId, clock, log, emit } = deps
  let token: string | null = deps.token
  let line: Line | null = null
  let renewedAtMs = Number.NEGATIVE_INFINITY
  let renewing: Promise<boolean> | null = null

  /** Once for all calls that were refused together; one that set out before a renewal is simply repeated. */
  function refresh(reason: TokenReason): Promise<boolean> {
    if (token === null) return Promise.resolve(false)
    const sinceMs = clock.now() - renewedAtMs
    // A clock that was set back does not make an old renewal a recent one.
    if (sinceMs >= 0 && sinceMs < REQUEST_TIMEOUT_MS) return Promise.resolve(true)
    renewing ??= deps.refresh(reason).finally(() => {
      renewing = null
    })
    return renewing
  }

  const calls = createApi({
    base: apiBase,
    token: () => token,
    socketId: () => line?.socketId() ?? null,
    onUnauthorised: () => refresh('expired'),
    ...(deps.fetch ? { fetch: deps.fetch } : {}),
  })
  const api: Api = async (endpoint, input, options) => {
    const written = endpoint.method === 'GET' ? undefined : line?.writing()
    try {
      const reply = await calls(endpoint, input, options)
      written?.(true)
      return reply
    } catch (error) {
      written?.(error instanceof ApiError && !isOutcomeUnknown(error.failure))
      reportAnswer(`${endpoint.method} ${endpoint.path}`, error)
      if (isUnauthorised(error) && token !== null) deps.onExpired()
      throw error
    }
  }

  function reportAnswer(call: string, error: unknown): void {
    const message = error instanceof ApiError ? answerProblem(call, error.failure) : null
    if (message) emit({ type: 'error', code: 'backend-answer', message })
  }

  /** Grows when a fresh token may be let in where the former one was not. */
  const attempt = signal(0)
  const live = computed<LiveSource>(() => {
    void attempt.value
    const parsed = deps.config.value
    if (parsed.kind === 'none') return { kind: 'off', note: NOTE_NONE }
    if (parsed.kind === 'broken') return { kind: 'off', note: NOTE_BROKEN }
    const { config } = parsed
    setCurrencySign(config.currency)
    return {
      kind: 'on',
      channel: channelOf(prefixOf(config)),
      connect: (handlers) => connect(config, handlers),
    }
  })

  const channelOf = (prefix: string) =>
    accountId === null
      ? customerChannel(prefix, customerId)
      : conversationChannel(prefix, customerId, accountId)

  async function connect(config: RealtimeConfig, handlers: RealtimeHandlers): Promise<Realtime> {
    await deps.painted?.()
    // Also a tab that only listens has what it needs to dial, should the holder of the socket go.
    const connectRealtime = await (deps.connect ?? loadConnect)()
    const auth = {
      config,
      apiBase,
      token: () => token,
      refresh: () => refresh('refused'),
      fetch: deps.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request)),
    }
    line = openLine({
      tabs,
      apiBase,
      config,
      clock,
      log,
      handlers,
      dial: (heard) =>
        connectRealtime({
          config,
          siteOrigin: new URL(apiBase).origin,
          authorise: (socketId, channel) =>
            authorise(auth, socketId, channel).catch((error) => {
              reportAnswer(`POST ${config.authEndpoint ?? authoriseChannel.path}`, error)
              throw error
            }),
          handlers: heard,
          log,
        }),
    })
    return line
  }

  const { stores = null, tabs = null } = deps
  const scope = scopeOf(apiBase, customerId, accountId)
  const kept = createKept({ stores, tabs, scope, clock, log })
  const store = createChatStore({
    api,
    kept,
    customerId,
    live,
    clock,
    log,
    emit,
    opensContacts: deps.opensContacts,
    files: deps.takesFiles
      ? {
          scope,
          upload: (account, form, watch) =>
            import('./upload-attachment.ts').then(({ uploadAttachment }) =>
              uploadAttachment(`${apiBase}/customers/${customerId}/accounts/${account}/attachments`, {
                form,
                token: () => token,
                refresh: () => refresh('expired'),
                watch,
              }),
            ),
        }
      : null,
    about: deps.about,
    broadcastToTabs: (name, payload) => line?.tell(name, payload),
    jobIntervalMs: () => jobIntervalMs(deps.config.peek()),
    isOnline: deps.isOnline,
  })

  return {
    customerId,
    accountId,
    apiBase,
    store,
    renew(next) {
      token = next
      renewedAtMs = clock.now()
      if (store.connection.peek().phase === 'off') attempt.value++
    },
    end() {
      store.destroy()
      token = null
      line = null
    },
    forget() {
      kept.forget()
      store.attaching?.uploads?.forget()
    },
  }
}

const loadConnect: ConnectLoader = async () => (await import('#shared/realtime/connect.ts')).connectRealtime

const isUnauthorised = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 401

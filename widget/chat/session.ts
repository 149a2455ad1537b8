/**
 * From a token to a messenger: who the token belongs to decides whether there is a store, and whose. A token of another
 * customer wipes everything before anything of theirs shows (widget.md W-06); a fresh one of the same changes nothing on screen.
 */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core'
import type { Failure } from '#shared/api/api-error.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type { TextStores } from '#shared/lib/text-store.ts'
import { answerProblem } from '#shared/thread/failure.ts'
import type { About, SessionState } from '#shared/thread/model.ts'
import type { Emit } from './chat-events.ts'
import { type ConnectLoader, type CustomerSession, createCustomerSession } from './customer-session.ts'
import { askForToken, type Identity, whoIs } from './identity.ts'
import { configText, parseConfig } from './live-source.ts'
import type { TabHost } from './shared-socket/tab-host.ts'
import type { TokenProvider, TokenReason } from './token-provider.ts'

export interface SessionInputs {
  readonly token: ReadonlySignal<string | null>
  readonly apiBase: ReadonlySignal<string | null>
  /** JSON or an object. */
  readonly realtimeConfig: ReadonlySignal<unknown>
  readonly tokenProvider: ReadonlySignal<TokenProvider | null>
}

export interface SessionDeps {
  readonly inputs: SessionInputs
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  /** What goes along with a message to this account. */
  about?: (accountId: number) => About
  readonly fetch?: typeof fetch
  /** Loads the realtime chunk; only called once the first page of the list is there. */
  readonly connect?: ConnectLoader
  /** Resolves when what is shown has been painted: the realtime chunk does not compete with it. */
  readonly painted?: () => Promise<void>
  /** The browser's other tabs; null or absent where a tab knows only itself. */
  readonly tabs?: TabHost | null
  /** What the browser keeps over a reload; null or absent where it keeps nothing. */
  readonly stores?: TextStores | null
  /** False while the browser knows that it is offline; absent if unknown. */
  readonly isOnline?: () => boolean
}

export interface Session {
  readonly state: ReadonlySignal<SessionState>
  /** Delivers read marks that are due. Never rejects. */
  flushReadMarks(): Promise<void>
  /** Forgets the identity and everything that belongs to it. The server is not told: the token is the host's. */
  logout(): void
  /** Delivers read marks that are due, then ends. */
  dispose(): void
}

type Customer = Extract<Identity, { kind: 'customer' }>

/** A token for one account is another identity than one for all: other accounts must disappear from the screen. */
const isOf = (session: CustomerSession, { id, accountId }: Customer): boolean =>
  session.customerId === id && session.accountId === accountId

/** For the page's developer; the person is told on the screen. */
const UNREACHABLE =
  'The backend behind api-base gave no usable answer to who this is. There is a button to try again.'

export function createSession(deps: SessionDeps): Session {
  const { inputs, log } = deps
  /** Errors that the page's developer knows of already, until the next attempt to come in. */
  const reported = new Set<string>()
  /** An element that was taken out says nothing: it may be put back. An error is also written to the console. */
  const emit: Emit = (event) => {
    if (isDisposed) return
    if (event.type === 'error') {
      if (reported.has(event.message)) return
      reported.add(event.message)
      log.warn(event.message)
    }
    deps.emit(event)
  }
  const state = signal<SessionState>({ phase: 'signed-out' })
  const text = computed(() => configText(inputs.realtimeConfig.value))
  const config = computed(() => parseConfig(text.value))
  let current: CustomerSession | null = null
  /** The last one that was taken. What the browser keeps of it outlives it, until its customer logs out or another comes. */
  let latest: CustomerSession | null = null
  /** Grows with every new beginning; what belongs to a former one changes nothing. */
  let round = 0
  let begun: { token: string | null; apiBase: string | null; hasProvider: boolean } | null = null
  let isScheduled = false
  let isDisposed = false

  function leave(next: SessionState): void {
    const former = current
    current = null
    batch(() => {
      former?.end()
      state.value = next
    })
  }

  /** The person is gone, so nothing of theirs may be found here. */
  function signOut(): void {
    leave({ phase: 'signed-out' })
    latest?.forget()
    latest = null
  }

  /** Inputs set one after another in one task are taken together. */
  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      if (!isDisposed) reconsider()
    })
  }

  function reconsider(): void {
    const token = inputs.token.peek()?.trim() || null
    const apiBase = inputs.apiBase.peek()
    const hasProvider = inputs.tokenProvider.peek() !== null
    const { phase } = state.peek()
    const isSettled = phase === 'authorised' || phase === 'authorising' || phase === 'unreachable'
    if (begun?.token === token && begun.apiBase === apiBase) {
      // A host may hand in another provider function with every render: only the first one is news.
      const isNews = hasProvider && !begun.hasProvider
      begun.hasProvider = hasProvider
      if (isSettled || !isNews) return
    }
    const hadToken = begun?.token != null
    begun = { token, apiBase, hasProvider }
    round++
    if (token) void enter(token, round)
    else if (hadToken) signOut()
    else void enterByProvider(round)
  }

  async function enterByProvider(mine: number): Promise<void> {
    const provider = inputs.tokenProvider.peek()
    if (!provider) {
      log.warn('No valid token provided')
      return leave({ phase: 'signed-out' })
    }
    leave({ phase: 'authorising' })
    const token = await askForToken(provider, 'missing', log)
    if (mine !== round) return
    if (token) return enter(token, mine)
    log.warn('No valid token provided')
    leave({ phase: 'signed-out' })
    emit({ type: 'auth-required', reason: 'missing' })
  }

  /** `canAsk` is false for a token that has just come from the provider. */
  async function enter(token: string, mine: number, canAsk = true): Promise<void> {
    const apiBase = inputs.apiBase.peek()
    reported.clear()
    if (!isUsable(apiBase)) return refuseBase(apiBase)
    if (!current) state.value = { phase: 'authorising' }
    const who = await whoIs(apiBase, token, deps.fetch)
    if (mine !== round) return
    switch (who.kind) {
      case 'customer':
        return welcome(who, token, apiBase)
      case 'unreachable':
        leave(unreachable(who.failure))
        return emit({
          type: 'error',
          code: 'unreachable',
          message: answerProblem(`GET ${apiBase}/auth/user`, who.failure) ?? UNREACHABLE,
        })
      case 'refused': {
        const provider = canAsk ? inputs.tokenProvider.peek() : null
        const fresh = provider ? await askForToken(provider, 'refused', log) : null
        if (mine !== round) return
        if (fresh) return enter(fresh, mine, false)
        log.warn('Auth error')
        leave({ phase: 'refused' })
        emit({ type: 'auth-required', reason: 'refused' })
      }
    }
  }

  function refuseBase(apiBase: string | null): void {
    const message = `api-base is ${apiBase ? 'not an http(s) address' : 'missing'}. Write it like https://host/customer/api.`
    leave(unreachable({ kind: 'malformed', status: 0 }))
    emit({ type: 'error', code: 'api-base', message })
  }

  const unreachable = (failure: Failure): SessionState => ({
    phase: 'unreachable',
    failure,
    retry() {
      begun = null
      reconsider()
    },
  })

  function welcome(who: Customer, token: string, apiBase: string): void {
    const { id: customerId, accountId, opensContacts, takesFiles } = who
    if (current && isOf(current, who) && current.apiBase === apiBase) {
      current.renew(token)
      return
    }
    leave({ phase: 'authorising' })
    if (latest && latest.customerId !== customerId) latest.forget()
    const next = createCustomerSession({
      ...deps,
      emit,
      customerId,
      accountId,
      opensContacts,
      takesFiles,
      token,
      apiBase,
      config,
      refresh: (reason) => refresh(next, reason),
      onExpired: () => expire(next),
    })
    current = next
    latest = next
    state.value = { phase: 'authorised', store: next.store }
    emit({ type: 'ready' })
    next.store.init()
  }

  /** Gets a fresh token for a session. False when there is none, or when it turned out to be somebody else's. */
  async function refresh(of: CustomerSession, reason: TokenReason): Promise<boolean> {
    const provider = inputs.tokenProvider.peek()
    if (!provider || current !== of) return false
    const mine = round
    const token = await askForToken(provider, reason, log)
    if (mine !== round || current !== of || !token) return false
    const who = await whoIs(of.apiBase, token, deps.fetch)
    if (mine !== round || current !== of || who.kind === 'refused') return false
    if (who.kind === 'customer' && !isOf(of, who)) {
      round++
      welcome(who, token, of.apiBase)
      return false
    }
    of.renew(token)
    return true
  }

  function expire(of: CustomerSession): void {
    if (current !== of) return
    round++
    leave({ phase: 'expired' })
    emit({ type: 'auth-required', reason: 'expired' })
  }

  const endInputs = effect(() => {
    void inputs.token.value
    void inputs.apiBase.value
    void inputs.tokenProvider.value
    untracked(schedule)
  })
  const endConfig = effect(() => {
    const parsed = config.value
    if (parsed.kind === 'none' || !parsed.problem) return
    const message = parsed.problem
    untracked(() => {
      if (parsed.kind === 'broken') emit({ type: 'error', code: 'realtime-config', message })
      else log.warn(message)
    })
  })

  return {
    state,
    flushReadMarks: async () => current?.store.flushReadMarks(),
    logout() {
      round++
      begun = {
        token: inputs.token.peek()?.trim() || null,
        apiBase: inputs.apiBase.peek(),
        hasProvider: inputs.tokenProvider.peek() !== null,
      }
      signOut()
    },
    dispose() {
      if (isDisposed) return
      isDisposed = true
      round++
      endInputs()
      endConfig()
      void current?.store.flushReadMarks()
      leave({ phase: 'signed-out' })
    },
  }
}

function isUsable(apiBase: string | null): apiBase is string {
  if (!apiBase) return false
  try {
    return /^https?:$/.test(new URL(apiBase).protocol)
  } catch {
    return false
  }
}

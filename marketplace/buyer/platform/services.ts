/** Puts the marketplace's services together, once, over a real browser window. Nothing here is reachable as a global. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { BRAND } from '#marketplace/kit/brand.ts'
import { type Connection, checkedApi, watchConnection } from '#marketplace/kit/connection.ts'
import { csrfToken } from '#marketplace/kit/cookies.ts'
import type { Live } from '#marketplace/kit/live.ts'
import { createUnsaved, type Unsaved } from '#marketplace/kit/unsaved.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api, ApiSettings } from '#shared/api/client.ts'
import type { Requirement } from '#shared/contract/requirements.ts'
import { type Clock, systemClock } from '#shared/lib/clock.ts'
import { forgetKept } from '#shared/lib/kept-in-browser.ts'
import { consoleLog, type Log } from '#shared/lib/log.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'
import type { Arrival } from './auth-link.ts'
import { type ConfigsStore, createConfigsStore } from './configs-store.ts'
import { createLoginPrompt, type LoginPrompt } from './login-prompt.ts'
import { once } from './once.ts'
import { createReferralStore, type ReferralStore } from './referral.ts'
import { createTabBroadcast, type TabBroadcast } from './tab-broadcast.ts'
import { createThemeStore, type ThemeStore } from './theme-store.ts'
import { createUnreadStore, type UnreadStore } from './unread-store.ts'
import { createUserStore, type UserStore } from './user-store.ts'
import type { WalletStore } from './wallet-store.ts'

/** What a person can be asked to confirm over a page. */
export type ConfirmStep = Requirement | 'identity'

export interface Services {
  /** A session that has ended is asked for again with the login dialog, and the call repeated (checklist AUTH-13). */
  readonly api: Api
  /** For the doors themselves: a 401 there is an answer and opens nothing. */
  readonly entryApi: Api
  /** What uploads do, which go past the API client, when the session or the CSRF token has ended. */
  readonly renewal: Required<Pick<ApiSettings, 'onUnauthorised' | 'onCsrfMismatch'>>
  readonly clock: Clock
  readonly connection: Connection
  readonly log: Log
  readonly live: Live
  readonly user: UserStore
  readonly loginPrompt: LoginPrompt
  readonly referral: ReferralStore
  readonly arrival: Arrival
  /** Between the tabs of this browser. */
  readonly tabBroadcast: TabBroadcast
  readonly unread: UnreadStore
  readonly theme: ThemeStore
  readonly title: PageTitle
  /** Whether something typed is not saved yet. */
  readonly unsaved: Unsaved
  /** Balance and deposit, fetched with the first screen that shows them. */
  readonly wallet: () => Promise<WalletStore>
  /** Public settings of the installation, loaded when first asked for. */
  readonly configs: ConfigsStore
  /** Raised when what a set-up rests on was changed by hand, and when a set-up was finished; pages answer by looking again. */
  readonly setup: { readonly checkAsked: Signal<number>; readonly finished: Signal<number> }
  /** What the person was asked to confirm, in a dialog over whatever page is open; null for nothing. */
  readonly confirming: Signal<ConfirmStep | null>
  /** A conversation fills the screen of a phone: the bars step aside. */
  readonly isThreadOpen: Signal<boolean>
}

const SESSION_ENDED = 'Your session has ended. Log in to continue; this page stays as it is.'

export function createServices(window: Window, arrival: Arrival): Services {
  const { document, location } = window
  const log = consoleLog('marketplace')
  const clock = systemClock
  const connection = watchConnection({ window, clock })
  const csrf = () => csrfToken(document.cookie)
  const calls = {
    base: `${location.origin}/customer/api`,
    credentials: 'same-origin' as const,
    headers: (): Record<string, string> => {
      const token = csrf()
      return token === null ? {} : { 'X-XSRF-TOKEN': token }
    },
    // Any answer to it sets the cookie anew (checklist AUTH-12).
    onCsrfMismatch: () =>
      window
        .fetch(`${location.origin}/customer/api/auth/user`, { headers: { Accept: 'application/json' } })
        .then(
          ({ ok }) => ok,
          () => false,
        ),
  }
  const tabBroadcast = createTabBroadcast()
  const loginPrompt = createLoginPrompt(window)
  const entryApi = createLazyApi(calls, connection)
  const user: UserStore = createUserStore({
    api: entryApi,
    clock,
    log,
    maySession: () => csrf() !== null,
    sessionLost: () => askAgain(user, loginPrompt),
    tell(topic) {
      if (topic === 'logout') forgetMessages()
      tabBroadcast.say(topic)
    },
    // Everything on the page and in memory was the former person's.
    switched() {
      forgetMessages()
      location.reload()
    },
  })
  const renewal = {
    onUnauthorised: () => askAgain(user, loginPrompt),
    onCsrfMismatch: calls.onCsrfMismatch,
  }
  const api = createLazyApi({ ...calls, ...renewal }, connection)
  tabBroadcast.on('login', () => void user.load())
  tabBroadcast.on('logout', () => {
    forgetMessages()
    user.forget()
  })
  const live = createLazyLive(
    once(async () => {
      const { openLive } = await connection.code(() => import('#marketplace/kit/live-socket.ts'))
      return openLive({ api, clock, connection, log, siteOrigin: location.origin })
    }),
    clock,
  )
  const unread = createUnreadStore({ user: user.state, adopt: user.adoptUnread, refresh: user.load, clock })
  return {
    api,
    entryApi,
    renewal,
    clock,
    connection,
    log,
    live,
    user,
    loginPrompt,
    referral: createReferralStore(arrival, () => window.sessionStorage),
    arrival,
    tabBroadcast,
    unread,
    theme: createThemeStore({
      root: document.documentElement,
      storage: () => window.localStorage,
      prefersDark: window.matchMedia('(prefers-color-scheme: dark)'),
    }),
    title: createPageTitle(unread.count),
    unsaved: createUnsaved(window),
    wallet: once(async () => {
      const { createWalletStore } = await import('./create-wallet-store.ts')
      return createWalletStore({ api, user, clock, live, tabBroadcast })
    }),
    configs: createConfigsStore({ api, log, clock }),
    setup: { checkAsked: signal(0), finished: signal(0) },
    confirming: signal<ConfirmStep | null>(null),
    isThreadOpen: signal(false),
  }
}

/** Whether the same person logged in again. A visitor is asked nothing: whoever needs a login opens the prompt. */
async function askAgain(user: UserStore, loginPrompt: LoginPrompt): Promise<boolean> {
  const before = user.state.peek()
  if (before.phase !== 'user') return false
  const isIn = await loginPrompt.open({ reason: SESSION_ENDED })
  const after = user.state.peek()
  if (!isIn) user.forget()
  return isIn && after.phase === 'user' && after.user.id === before.user.id
}

/** What the messenger keeps of the person who leaves; it need not be on the page. */
const forgetMessages = () =>
  forgetKept(
    () => window.localStorage,
    () => window.sessionStorage,
  )

/**
 * The API client, fetched with the first call: a visitor who only reads the home page never needs it. Behaves as
 * `createApi` does, and has the connection checked when no answer came; code that cannot be fetched counts as no
 * connection, and the next call tries again.
 */
export function createLazyApi(settings: ApiSettings, connection: Pick<Connection, 'check'>): Api {
  let client: Promise<Api> | null = null
  return async (endpoint, input, options) => {
    client ??= import('#shared/api/client.ts').then(({ createApi }) =>
      checkedApi(createApi(settings), connection),
    )
    const api = await client.catch((error: unknown) => {
      client = null
      void connection.check()
      throw new ApiError(endpoint.name, { kind: 'offline' }, error)
    })
    return api(endpoint, input, options)
  }
}

/**
 * Live updates whose code is fetched with the first follower; every page has them, and no page waits for them. Code that
 * does not load is fetched again, with growing waits.
 */
export function createLazyLive(load: () => Promise<Live>, clock: Clock): Live {
  return {
    follow(topic) {
      let isOver = false
      let stop = () => {}
      const start = (failures: number) => {
        load().then(
          (live) => {
            if (!isOver) stop = live.follow(topic)
          },
          () => {
            if (!isOver) stop = clock.after(redialDelayMs(failures), () => start(failures + 1))
          },
        )
      }
      start(0)
      return () => {
        isOver = true
        stop()
      }
    },
  }
}

interface PageTitle {
  /** The whole title, e.g. `(3) Messages · Plat`. */
  readonly text: ReadonlySignal<string>
  /** The page's name alone. */
  readonly page: ReadonlySignal<string>
  /** Names the page on screen. */
  set(page: string): void
}

/** The tab's title: unread count, page, brand. */
export function createPageTitle(unread: ReadonlySignal<number>): PageTitle {
  const page = signal('')
  return {
    page,
    text: computed(() => titleText(page.value, unread.value)),
    set(name) {
      page.value = name
    },
  }
}

/** The count comes first, where a narrow tab still shows it. */
export function titleText(page: string, unread: number): string {
  const name = page === '' ? BRAND : `${page} · ${BRAND}`
  return unread > 0 ? `(${unread}) ${name}` : name
}

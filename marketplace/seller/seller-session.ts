/** The seller's app of the logged-in person: created at login, kept while the session is renewed, destroyed at logout. */
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import { sellerAuthoriseChannel } from '#shared/contract/broadcasting.ts'
import { sellerSessionCalls } from '#shared/contract/login-calls.ts'
import { CSRF_COOKIES } from '#shared/contract/login-limits.ts'
import { links } from '#shared/contract/pages.ts'
import { sellerLogin, sellerLogout, sellerUser } from '#shared/contract/seller.ts'
import { sellerAddPushDevice } from '#shared/contract/seller-notifications.ts'
import { sellerTwoStep } from '#shared/contract/two-step.ts'
import { ENTRY_PAGES } from '#shared/contract/work-links.ts'
import { systemClock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Connection } from '../kit/connection.ts'
import { openLive } from '../kit/live-socket.ts'
import { type AppLogin, createAppLogin, type LoginCalls } from '../kit/login/app-login.ts'
import type { MailedLink } from '../kit/login/reset-link.ts'
import { keepDevice, type Notices, type Subscribed } from '../kit/notifications/browser-notices.ts'
import type { KeptReplies } from './kept-replies.ts'
import type { SellerMember, SellerStore } from './seller-model.ts'
import type { AddressBar } from './seller-route.ts'
import { createSellerStore } from './seller-store.ts'
import { createSendFile } from './send-file.ts'

export interface SellerSession {
  readonly login: AppLogin<SellerMember>
  /** Null while nobody is logged in. */
  readonly store: ReadonlySignal<SellerStore | null>
}

/** At `/seller/join`, with the token of a mailed link, which stays in no history and on no screen: the guide is in its place. */
export function takeJoin({ location, history, addEventListener }: Window): { token: string | null } | null {
  if (location.pathname !== ENTRY_PAGES.seller) return null
  const token = location.hash.slice(1) || null
  // The link was opened where the form is open: the browser changes the hash and loads nothing.
  if (token === null) addEventListener('hashchange', () => location.reload())
  if (token !== null) history.replaceState(null, '', links.seller({ kind: 'start' }))
  return { token }
}

interface SellerSessionDeps {
  origin: string
  connection: Connection
  log: Log
  bar: AddressBar
  /** `document.cookie`. */
  cookies: () => string
  /** From a mailed link to set a new password. */
  mailedLink: MailedLink | null
  onSwitch: () => void
  /** In this browser, of this member. */
  notices: (memberId: number) => Notices
  /** What this browser keeps of this member's replies. */
  replies: (memberId: number) => KeptReplies
}

const CALLS: LoginCalls<SellerMember> = {
  who: async (api) => (await api(sellerUser, {})).data,
  login: async (api, body) => (await api(sellerLogin, { body })).data,
  twoStep: sellerTwoStep,
  logout: (api) => api(sellerLogout, {}),
  recover: (api, body) => api(sellerSessionCalls.recover, { body }),
  setPassword: async (api, body) => (await api(sellerSessionCalls.setPassword, { body })).data.email,
}

export function createSellerSession({
  origin,
  connection,
  log,
  bar,
  notices,
  replies,
  onSwitch,
  ...page
}: SellerSessionDeps): SellerSession {
  let socketId: () => string | null = () => null
  const store = signal<SellerStore | null>(null)
  const login = createAppLogin({
    ...page,
    onSwitch() {
      store.peek()?.forget()
      onSwitch()
    },
    origin,
    connection,
    calls: CALLS,
    cookie: CSRF_COOKIES.member,
    socketId: () => socketId(),
  })
  const { api, csrf, renewal } = login
  const openSocket = () => {
    const { socketId: id, ...live } = openLive({
      api,
      clock: systemClock,
      connection,
      log,
      siteOrigin: origin,
      authorise: sellerAuthoriseChannel,
    })
    socketId = id
    return live
  }
  const sendFile = createSendFile({ csrf, ...renewal })
  const add = (body: Subscribed) => api(sellerAddPushDevice, { body })
  let wasClosed = false
  effect(() => {
    const state = login.state.value
    untracked(() => {
      const before = store.peek()
      const isUsable = state.kind === 'in' && !state.hasEnded && !state.person.needs_two_step
      if (state.kind === 'in' && !state.person.needs_two_step && before === null) {
        const member = state.person
        store.value = createSellerStore({
          api,
          member,
          sendFile,
          bar,
          kept: replies(member.id),
          connection,
          log,
          live: openSocket(),
        })
      }
      // The server closed the sockets when the session ended, or when it asked for a second factor.
      if (isUsable && wasClosed) before?.reconnect()
      if (isUsable && (wasClosed || before === null))
        void keepDevice({ notices: notices(state.person.id), add, log })
      wasClosed = state.kind === 'in' && !isUsable
      if (state.kind !== 'out') return
      socketId = () => null
      before?.dispose()
      before?.forget()
      store.value = null
    })
  })
  return { login, store }
}

/**
 * Who is using the marketplace. The session itself is an HttpOnly cookie that no script can read; this store holds
 * only what the server says about its owner, and no token (spec section 6, Visitor and Authorised user).
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { CustomerWire } from '#shared/contract/account.ts'
import type { PhoneWire } from '#shared/contract/phone.ts'
import { type Clock, systemClock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { phoneOf, type User, userOf } from './user.ts'

export type UserState =
  | { readonly phase: 'unknown' }
  | { readonly phase: 'visitor' }
  | { readonly phase: 'user'; readonly user: User }
  /** The server did not answer, and never has before. It is asked again by itself. */
  | { readonly phase: 'unreachable'; readonly failure: Failure }

export interface UserStore {
  readonly state: ReadonlySignal<UserState>
  /** Asks who is logged in. A failure leaves a known answer standing. */
  load(): Promise<void>
  /** A session has begun in this browser: by password, code, link, network or registration (platform/entrance.ts). */
  welcome(wire: CustomerWire): void
  /** The session is gone, ended here or elsewhere: who was logged in is a visitor now. */
  forget(): void
  /** Takes what a call answered about the user who is logged in; ignored for anybody else. */
  adopt(wire: CustomerWire): void
  adoptPhones(phones: readonly PhoneWire[]): void
  /** A deal was kept or let go, here or in another tab. */
  adoptFavourite(propertyId: number, isKept: boolean): void
  /** How many messages are unread, by a live event or a messenger on the page. */
  adoptUnread(total: number): void
  /** What a live event said about the identity check. */
  adoptIdentity(status: string, id: string | null): void
  /**
   * Ends the session and forgets the user; false when the server could not be told, then nothing changed.
   * `leave` runs just before the user is forgotten: time to be gone from pages a visitor may not see.
   */
  logOut(leave: () => void): Promise<boolean>
  /** Runs before the session ends, which waits for it two seconds at most. It must not reject. The returned function takes it back. */
  beforeLogOut(work: () => Promise<void>): () => void
}

export interface UserStoreDeps {
  api: Api
  log: Log
  clock?: Clock
  /** Whether this browser can hold a session at all; without one a visitor is known without a call that must fail. */
  maySession: () => boolean
  /** A session that was there is not any more: asks for a new login. True when it was given. */
  sessionLost?: () => Promise<boolean>
  /** Tells the other tabs that somebody logged in or out here. */
  tell?: (topic: 'login' | 'logout') => void
  /** Another person took over: what stands on the pages belongs to the former one. */
  switched?: () => void
}

/** As in resource.ts. */
const AGAIN_AFTER_MS = 1000
const TRIES = 7
const NOTHING = () => {}
const BEFORE_LOG_OUT_MS = 2000

export function createUserStore(deps: UserStoreDeps): UserStore {
  const { api, log, maySession } = deps
  const state = signal<UserState>(maySession() ? { phase: 'unknown' } : { phase: 'visitor' })
  // Answers of calls that were overtaken by a login or a logout are dropped.
  let era = 0
  /** Times that something newer than any answer under way was told, e.g. by a live event. */
  let changes = 0
  const works = createWorks(deps.clock ?? systemClock)
  let failures = 0
  let stopWaiting = NOTHING
  let questions = 0
  let answered = 0

  async function load(): Promise<void> {
    failures = 0
    if (state.value.phase === 'unreachable' && maySession()) state.value = { phase: 'unknown' }
    await askNow()
  }

  async function askNow(): Promise<void> {
    const asked = era
    const knew = changes
    const question = ++questions
    if (!maySession()) {
      state.value = { phase: 'visitor' }
      return
    }
    const answer = await ask(api)
    if (asked !== era || question < answered) return
    // It set out before what is known by now, and would undo it.
    if (answer.phase === 'user' && knew !== changes) return askNow()
    answered = question
    if (answer.phase === 'visitor' && state.value.phase === 'user' && deps.sessionLost) {
      if (!(await deps.sessionLost())) forget()
      return
    }
    if (answer.phase === 'unreachable') {
      if (state.value.phase === 'unknown') state.value = answer
      return askLater()
    }
    failures = 0
    show(answer)
  }

  function askLater() {
    stopWaiting()
    if (failures < TRIES) stopWaiting = deps.clock?.after(AGAIN_AFTER_MS * 2 ** failures++, askNow) ?? NOTHING
  }

  function show(next: UserState) {
    const last = state.value
    state.value = next
    if (last.phase === 'user' && next.phase === 'user' && last.user.id !== next.user.id) deps.switched?.()
  }

  function welcome(wire: CustomerWire) {
    era++
    deps.tell?.('login')
    show({ phase: 'user', user: userOf(wire) })
  }

  function forget() {
    era++
    state.value = { phase: 'visitor' }
  }

  async function logOut(leave: () => void): Promise<boolean> {
    await works.finish()
    const failure = await sessionCalls()
      .then(({ logout }) => api(logout, {}))
      .then(() => null, failureOf)
    if (failure !== null && !isSessionGone(failure)) {
      log.warn('Log out failed', failure.kind)
      return false
    }
    leave()
    forget()
    deps.tell?.('logout')
    return true
  }

  function change(to: (user: User) => User) {
    changes++
    if (state.value.phase === 'user') state.value = { phase: 'user', user: to(state.value.user) }
  }

  return {
    state,
    load,
    welcome,
    forget,
    logOut,
    beforeLogOut: works.add,
    adopt: (wire) => change((user) => (wire.id === user.id ? userOf(wire) : user)),
    adoptFavourite: (id, isKept) => change((user) => withFavourite(user, id, isKept)),
    adoptPhones: (phones) => change((user) => ({ ...user, phones: phones.map(phoneOf) })),
    adoptUnread: (unreadTotal) => change((user) => ({ ...user, unreadTotal })),
    adoptIdentity: (status, id) => change((user) => ({ ...user, identity: { status, id, reason: null } })),
  }
}

function withFavourite(user: User, id: number, isKept: boolean): User {
  const others = user.favourites.filter((one) => one !== id)
  return { ...user, favourites: isKept ? [...others, id] : others }
}

/** Work to finish before a log out, as long as it does not take too long. */
function createWorks(clock: Clock) {
  const works = new Set<() => Promise<void>>()
  return {
    /** Returns what takes it back. */
    add(work: () => Promise<void>): () => void {
      works.add(work)
      return () => void works.delete(work)
    },
    async finish(): Promise<void> {
      if (works.size === 0) return
      let stop = NOTHING
      const late = new Promise<void>((resolve) => {
        stop = clock.after(BEFORE_LOG_OUT_MS, resolve)
      })
      await Promise.race([late, Promise.all([...works].map((work) => work()))]).finally(() => stop())
    },
  }
}

async function ask(api: Api): Promise<UserState> {
  try {
    const { currentUser } = await sessionCalls()
    const reply = await api(currentUser, {})
    return { phase: 'user', user: userOf(reply.data) }
  } catch (error) {
    const failure = failureOf(error)
    return isSessionGone(failure) ? { phase: 'visitor' } : { phase: 'unreachable', failure }
  }
}

/** The calls with their schemas, beside the client that makes them: a visitor who only reads needs neither. */
async function sessionCalls() {
  const parts = Promise.all([import('#shared/contract/account.ts'), import('#shared/api/client.ts')])
  const [calls] = await parts.catch((error: unknown) => {
    throw new ApiError('currentUser', { kind: 'offline' }, error)
  })
  return calls
}

const isSessionGone = (failure: Failure): boolean => failure.kind === 'refused' && failure.status === 401

/** Anything but an `ApiError` is a bug and goes on up. */
function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure
  throw error
}

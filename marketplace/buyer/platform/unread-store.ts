/**
 * How many messages are unread, for the header, the tab bar and the tab's title. Starts from what the user call says, follows
 * live events, and the messenger while one is mounted; it asks again when the person comes back to the window.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { UNREAD_REFRESH_GAP_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { UserState } from './user-store.ts'

export interface UnreadStore {
  readonly count: ReadonlySignal<number>
  /** A messenger is on the page, which counts and shows what comes. */
  readonly hasMessenger: ReadonlySignal<boolean>
  /** A messenger is on the page from now on; the returned function says that it left. */
  follow(): () => void
  /** What a mounted messenger counted. */
  report(count: number): void
  /** A message has come. */
  heard(): void
  /** Something was read elsewhere, or events may have been missed: asks, once for several within a moment. */
  changed(): void
  /** The window has the focus again. */
  focusGained(): void
  dispose(): void
}

export interface UnreadStoreDeps {
  user: ReadonlySignal<UserState>
  /** Changes the count of the user; an answer under way is then too old. */
  adopt: (count: number) => void
  /** Loads the user again. */
  refresh: () => Promise<void>
  clock: Clock
}

/** Read marks come in several events. */
const MOMENT_MS = 250

export function createUnreadStore({ user, adopt, refresh, clock }: UnreadStoreDeps): UnreadStore {
  const count = signal(0)
  const hasMessenger = signal(false)
  let messengers = 0
  /** One of them has counted. It knows better than a call, as long as both speak of one person. */
  let isCounting = false
  let askedAtMs = clock.now()
  let countedFor: number | null = null
  let stopTimer = () => {}

  const stop = effect(() => {
    const state = user.value
    const id = state.phase === 'user' ? state.user.id : null
    if (isCounting && id === countedFor) return
    isCounting = false
    countedFor = id
    count.value = state.phase === 'user' ? state.user.unreadTotal : 0
  })
  const isNobody = () => user.peek().phase !== 'user'
  function changed() {
    stopTimer()
    stopTimer = clock.after(MOMENT_MS, () => {
      if (!isCounting && !isNobody()) void refresh()
    })
  }

  return {
    count,
    hasMessenger,
    follow() {
      messengers++
      hasMessenger.value = true
      return () => {
        messengers--
        hasMessenger.value = messengers > 0
        if (messengers > 0 || !isCounting) return
        isCounting = false
        if (!isNobody()) adopt(count.peek())
      }
    },
    report(unread) {
      if (isNobody()) return
      isCounting = messengers > 0
      count.value = Math.max(0, unread)
    },
    heard() {
      if (!isCounting && !isNobody()) adopt(count.peek() + 1)
      // The last answer may have counted it.
      changed()
    },
    changed,
    focusGained() {
      const now = clock.now()
      if (isCounting || isNobody() || now - askedAtMs < UNREAD_REFRESH_GAP_MS) return
      askedAtMs = now
      void refresh()
    },
    dispose() {
      stop()
      stopTimer()
    },
  }
}

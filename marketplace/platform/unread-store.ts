/**
 * How many messages are unread, for the header, the tab bar and the tab's title. Starts from what the user call says and
 * follows the messenger while one is mounted; without one it asks again when the person comes back to the window.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { UNREAD_REFRESH_GAP_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { UserState } from './user-store.ts'

export interface UnreadStore {
  readonly count: ReadonlySignal<number>
  /** A messenger is on the page from now on; the returned function says that it left. */
  follow(): () => void
  /** What a mounted messenger counted. */
  report(count: number): void
  /** The window has the focus again. */
  focusGained(): void
  dispose(): void
}

export interface UnreadStoreDeps {
  user: ReadonlySignal<UserState>
  /** Loads the user again. */
  refresh: () => Promise<void>
  clock: Clock
}

export function createUnreadStore({ user, refresh, clock }: UnreadStoreDeps): UnreadStore {
  const count = signal(0)
  let messengers = 0
  let askedAtMs = clock.now()
  let countedFor: number | null = null

  const dispose = effect(() => {
    const state = user.value
    const id = state.phase === 'user' ? state.user.id : null
    // A messenger on the page counts live and knows better than a call, as long as both speak of one person.
    if (messengers > 0 && id === countedFor) return
    countedFor = id
    count.value = state.phase === 'user' ? state.user.unreadTotal : 0
  })

  return {
    count,
    follow() {
      messengers++
      return () => {
        messengers--
      }
    },
    report(unread) {
      if (user.peek().phase === 'user') count.value = Math.max(0, unread)
    },
    focusGained() {
      const now = clock.now()
      if (messengers > 0 || user.peek().phase !== 'user' || now - askedAtMs < UNREAD_REFRESH_GAP_MS) return
      askedAtMs = now
      void refresh()
    },
    dispose,
  }
}

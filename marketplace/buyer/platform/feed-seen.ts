/**
 * Deals that were seen in the feed and are not saved yet. It outlives the page: what is not saved when somebody leaves the feed goes
 * out when the server is back.
 */
import { computed, effect, type ReadonlySignal } from '@preact/signals-core'
import type { Connection } from '#marketplace/kit/connection.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { createSeenReporter, type Report, type SeenReporter } from './seen-reporter.ts'
import type { UserState } from './user-store.ts'

export interface FeedSeen extends Pick<SeenReporter, 'add' | 'drop' | 'flush'> {
  /** Reports go through this one from now on, also after the feed was left. What an earlier visit left goes out at once. */
  reportThrough(report: Report): void
}

export interface FeedSeenDeps {
  clock: Clock
  connection: Pick<Connection, 'onBack'>
  user: { readonly state: ReadonlySignal<UserState> }
}

export function createFeedSeen({ clock, connection, user }: FeedSeenDeps): FeedSeen {
  let through: Report = async () => false
  const { add, drop, flush, reset } = createSeenReporter(clock, (ids) => through(ids))
  const owner = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  effect(() => {
    void owner.value
    reset()
  })
  connection.onBack(flush)
  return {
    add,
    drop,
    flush,
    reportThrough(report) {
      through = report
      flush()
    },
  }
}

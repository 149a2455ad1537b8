/**
 * The feed while it is looked at: what is new first, then what was seen before. Nothing moves under the pointer: what comes meanwhile
 * waits until it is asked for, and what is seen stays where it is.
 */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core'
import type { FeedSeen } from '#marketplace/buyer/platform/feed-seen.ts'
import type { TabBroadcast } from '#marketplace/buyer/platform/tab-broadcast.ts'
import { attempt } from '#marketplace/kit/attempt.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { type FeedEntryWire, markFeedSeen } from '#shared/contract/feed.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import {
  askHead,
  askMore,
  type FeedState,
  firstLists,
  type Head,
  isNews,
  withMore,
  withNews,
} from './feed-pages.ts'

export interface FeedModel {
  readonly state: ReadonlySignal<FeedState>
  /** Not seen yet, over all pages. */
  readonly newCount: ReadonlySignal<number>
  /** Came since, and not shown yet. */
  readonly waiting: ReadonlySignal<readonly FeedEntryWire[]>
  /** Seen in this visit, here or in another tab. */
  readonly seen: ReadonlySignal<ReadonlySet<number>>
  readonly isBusy: ReadonlySignal<boolean>
  load(): Promise<void>
  /** The next page. Resolves with the failure when it could not be loaded. */
  more(): Promise<Failure | null>
  /** Asks what came since. Never rejects. */
  refresh(): Promise<void>
  showWaiting(): void
  saw(propertyId: number): void
  dispose(): void
}

export interface FeedModelDeps {
  api: Api
  /** Outlives this model. */
  feedSeen: FeedSeen
  clock: Clock
  log: Log
  tabBroadcast: Pick<TabBroadcast, 'say' | 'on'>
}

const TOPIC = 'feed-seen'
/** A feed that is being matched is looked at again. */
const AGAIN_MS = 2000

export function createFeedModel({ api, feedSeen, clock, log, tabBroadcast }: FeedModelDeps): FeedModel {
  const head = createResource(() => askHead(api, state), clock)
  const state = signal<FeedState>({ phase: 'loading' })
  const newCount = computed(() => (head.state.value.phase === 'ready' ? head.state.value.value.newCount : 0))
  const waiting = signal<readonly FeedEntryWire[]>([])
  const seen = signal<ReadonlySet<number>>(new Set())
  const isBusy = signal(false)
  let stopAgain: (() => void) | null = null
  let isEnded = false

  const endHead = effect(() => {
    const asked = head.state.value
    untracked(() =>
      batch(() => {
        if (asked.phase === 'ready') showHead(asked.value)
        // A page somebody reads is not taken away.
        else if (state.peek().phase !== 'ready') state.value = asked
      }),
    )
  })
  function showHead(found: Head) {
    const shown = state.peek()
    if (shown.phase === 'ready') {
      waiting.value = found.data.filter((one) => isNews(shown, one))
      state.value = { ...shown, isMatching: found.isMatching, isLooking: found.isLooking }
      // An empty page has nothing that could move.
      if (shown.fresh.entries.length === 0 && !shown.earlier?.entries.length) showWaiting()
    } else state.value = firstLists(found)
    stopAgain?.()
    stopAgain = found.isMatching && !isEnded ? clock.after(AGAIN_MS, () => void head.load()) : null
  }

  async function more(): Promise<Failure | null> {
    const shown = state.peek()
    if (shown.phase !== 'ready' || isBusy.peek()) return null
    isBusy.value = true
    const answer = await attempt(askMore(api, shown))
    isBusy.value = false
    if (answer.kind === 'failed') return answer.failure
    const now = state.peek()
    if (now.phase === 'ready') state.value = withMore(now, answer.value)
    return null
  }

  function showWaiting() {
    const shown = state.peek()
    if (shown.phase !== 'ready') return
    batch(() => {
      state.value = withNews(shown, waiting.peek())
      waiting.value = []
    })
  }

  feedSeen.reportThrough(async (property_ids) => {
    const call = () => api(markFeedSeen, { body: { property_ids } })
    const saving = isEnded
      ? call()
      : head.merge(call, (now, { new_count }) => ({ ...now, newCount: new_count }))
    const answer = await attempt<unknown>(saving)
    if (answer.kind === 'failed') log.warn('Seen deals were not saved', answer.failure.kind)
    return answer.kind === 'done'
  })
  const stopListening = tabBroadcast.on(TOPIC, (said) => {
    if (typeof said !== 'number') return
    seen.value = new Set(seen.peek()).add(said)
    feedSeen.drop(said)
  })

  return {
    state,
    newCount,
    waiting,
    seen,
    isBusy,
    more,
    showWaiting,
    load: head.load,
    refresh: head.load,
    saw(id) {
      if (seen.peek().has(id)) return
      seen.value = new Set(seen.peek()).add(id)
      tabBroadcast.say(TOPIC, id)
      feedSeen.add(id)
    },
    dispose() {
      isEnded = true
      endHead()
      stopListening()
      stopAgain?.()
      feedSeen.flush()
    },
  }
}

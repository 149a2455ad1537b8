/**
 * The feed while it is looked at: what is new first, then what was seen before. Nothing moves under the pointer: what comes meanwhile
 * waits until it is asked for, what was hidden keeps its place until the page is left, and what is seen stays where it is.
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals-core'
import type { TabTalk } from '#marketplace/platform/tab-talk.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { type FeedEntryWire, hideDeal, listFeed, markFeedSeen, unhideDeal } from '#shared/contract/feed.ts'
import { FEED_SEEN_MAX } from '#shared/contract/match-limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'

export interface FeedList {
  readonly entries: readonly FeedEntryWire[]
  /** There are more. */
  readonly next: string | null
}

export type FeedState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | {
      readonly phase: 'ready'
      readonly fresh: FeedList
      /** Null until all that is new was loaded. */
      readonly earlier: FeedList | null
      /** Boxes are being matched just now. */
      readonly isMatching: boolean
      /** A box that is not paused asks for something. */
      readonly isLooking: boolean
    }

export interface FeedModel {
  readonly state: ReadonlySignal<FeedState>
  /** Not seen yet, over all pages. */
  readonly newCount: ReadonlySignal<number>
  /** Came since, and not shown yet. */
  readonly waiting: ReadonlySignal<readonly FeedEntryWire[]>
  /** Seen in this visit, here or in another tab. */
  readonly seen: ReadonlySignal<ReadonlySet<number>>
  /** Hidden in this visit; their places stay. */
  readonly hidden: ReadonlySignal<ReadonlySet<number>>
  readonly isBusy: ReadonlySignal<boolean>
  load(): Promise<void>
  /** The next page. Resolves with the failure when it could not be loaded. */
  more(): Promise<Failure | null>
  /** Asks what came since. Never rejects. */
  refresh(): Promise<void>
  showWaiting(): void
  saw(propertyId: number): void
  /** Shows at once; false when it was not saved, and then it is as before. */
  hide(propertyId: number, isHidden: boolean): Promise<boolean>
  dispose(): void
}

export interface FeedModelDeps {
  api: Api
  clock: Clock
  log: Log
  talk: Pick<TabTalk, 'say' | 'on'>
}

const TOPIC = 'feed-seen'
/** Seen deals are told together. */
const TELL_AFTER_MS = 1000
/** A feed that is being matched is looked at again. */
const AGAIN_MS = 2000

export function createFeedModel({ api, clock, log, talk }: FeedModelDeps): FeedModel {
  const state = signal<FeedState>({ phase: 'loading' })
  const newCount = signal(0)
  const waiting = signal<readonly FeedEntryWire[]>([])
  const seen = signal<ReadonlySet<number>>(new Set())
  const hidden = signal<ReadonlySet<number>>(new Set())
  const isBusy = signal(false)
  const untold = new Set<number>()
  let stopTelling: (() => void) | null = null
  let stopAgain: (() => void) | null = null
  let isEnded = false

  const shownIds = () => {
    const shown = state.peek()
    if (shown.phase !== 'ready') return new Set<number>()
    return new Set([...shown.fresh.entries, ...(shown.earlier?.entries ?? [])].map((one) => one.property_id))
  }

  async function page(only: 'new' | 'seen', before?: string) {
    const { data, next, new_count, is_matching, is_looking } = await api(listFeed, {
      query: before === undefined ? { only } : { only, before },
    })
    newCount.value = new_count
    return { data, next: next ?? null, isMatching: is_matching, isLooking: is_looking }
  }

  function lookAgain(isMatching: boolean) {
    stopAgain?.()
    stopAgain = isMatching && !isEnded ? clock.after(AGAIN_MS, () => void refresh()) : null
  }

  async function load(): Promise<void> {
    if (state.peek().phase === 'failed') state.value = { phase: 'loading' }
    try {
      const { data, next, isMatching, isLooking } = await page('new')
      const earlier = next === null ? await page('seen') : null
      state.value = {
        phase: 'ready',
        fresh: { entries: data, next },
        earlier: earlier && { entries: earlier.data, next: earlier.next },
        ...{ isMatching, isLooking },
      }
      lookAgain(isMatching)
    } catch (error) {
      if (state.peek().phase !== 'ready') state.value = { phase: 'failed', failure: failureOf(error) }
    }
  }

  async function more(): Promise<Failure | null> {
    const shown = state.peek()
    if (shown.phase !== 'ready' || isBusy.peek()) return null
    isBusy.value = true
    try {
      state.value = await withMore(shown, page, shownIds())
      return null
    } catch (error) {
      return failureOf(error)
    } finally {
      isBusy.value = false
    }
  }

  async function refresh(): Promise<void> {
    const shown = state.peek()
    if (shown.phase !== 'ready') return load()
    try {
      const { data, isMatching, isLooking } = await page('new')
      const known = shownIds()
      batch(() => {
        const now = state.peek() as typeof shown
        waiting.value = data.filter((one) => !known.has(one.property_id) && !isFurtherDown(one, now.fresh))
        state.value = { ...now, isMatching, isLooking }
      })
      // An empty page has nothing that could move.
      if (known.size === 0) showWaiting()
      lookAgain(isMatching)
    } catch (error) {
      log.warn('The feed could not be brought up to date', failureOf(error).kind)
    }
  }

  function showWaiting() {
    const shown = state.peek()
    if (shown.phase !== 'ready') return
    const { entries, next } = shown.fresh
    batch(() => {
      state.value = { ...shown, fresh: { entries: [...waiting.peek(), ...entries], next } }
      waiting.value = []
    })
  }

  async function tell(): Promise<void> {
    stopTelling = null
    const property_ids = [...untold].slice(0, FEED_SEEN_MAX)
    for (const id of property_ids) untold.delete(id)
    try {
      newCount.value = (await api(markFeedSeen, { body: { property_ids } })).new_count
    } catch (error) {
      log.warn('What was seen could not be kept', failureOf(error).kind)
      for (const id of property_ids) untold.add(id)
    }
  }

  const endTalk = talk.on(TOPIC, (said) => {
    if (typeof said !== 'number') return
    seen.value = new Set(seen.peek()).add(said)
    untold.delete(said)
  })

  return {
    ...{ state, newCount, waiting, seen, hidden, isBusy, load, more, refresh, showWaiting },
    saw(id) {
      if (seen.peek().has(id)) return
      seen.value = new Set(seen.peek()).add(id)
      untold.add(id)
      talk.say(TOPIC, id)
      stopTelling ??= clock.after(TELL_AFTER_MS, () => void tell())
    },
    async hide(id, isHidden) {
      const before = hidden.peek()
      hidden.value = withId(before, id, isHidden)
      try {
        await api(isHidden ? hideDeal : unhideDeal, { params: { property: id } })
        return true
      } catch (error) {
        log.warn('A deal could not be hidden or shown', failureOf(error).kind)
        hidden.value = withId(hidden.peek(), id, !isHidden)
        return false
      }
    },
    dispose() {
      isEnded = true
      endTalk()
      stopAgain?.()
      stopTelling?.()
      if (untold.size > 0) void tell()
    },
  }
}

/** On a page that was not asked for yet: it moves up as those above it are seen, and is no news. */
function isFurtherDown(one: FeedEntryWire, { entries, next }: FeedList): boolean {
  const last = next === null ? undefined : entries.at(-1)
  if (last === undefined) return false
  return one.found_at === last.found_at ? one.property_id < last.property_id : one.found_at < last.found_at
}

type Ready = Extract<FeedState, { phase: 'ready' }>
type Page = { data: readonly FeedEntryWire[]; next: string | null }

/** First all that is new, then what was seen; what moved from one to the other meanwhile stands where it stood. */
async function withMore(
  shown: Ready,
  page: (only: 'new' | 'seen', before?: string) => Promise<Page>,
  known: ReadonlySet<number>,
): Promise<Ready> {
  const isLeft = ({ property_id }: FeedEntryWire) => !known.has(property_id)
  const list = shown.fresh.next === null ? shown.earlier : shown.fresh
  const only = shown.fresh.next === null ? 'seen' : 'new'
  const { data, next } = await page(only, list?.next ?? undefined)
  const longer = { entries: [...(list?.entries ?? []), ...data.filter(isLeft)], next }
  if (only === 'seen') return { ...shown, earlier: longer }
  if (next !== null) return { ...shown, fresh: longer }
  const seen = await page('seen')
  const ids = new Set(longer.entries.map(({ property_id }) => property_id))
  const entries = seen.data.filter(({ property_id }) => !ids.has(property_id))
  return { ...shown, fresh: longer, earlier: { entries, next: seen.next } }
}

function withId(ids: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(ids)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure
  throw error
}

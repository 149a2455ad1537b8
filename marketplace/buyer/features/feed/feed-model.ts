/**
 * The feed while it is looked at: what is new first, then what was seen before. Nothing moves under the pointer: what comes meanwhile
 * waits until it is asked for, what was hidden keeps its place until the page is left, and what is seen stays where it is.
 */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core'
import type { TabBroadcast } from '#marketplace/buyer/platform/tab-broadcast.ts'
import { attempt } from '#marketplace/kit/attempt.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Failure } from '#shared/api/api-error.ts'
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
  tabBroadcast: Pick<TabBroadcast, 'say' | 'on'>
}

const TOPIC = 'feed-seen'
/** Seen deals are told together. */
const TELL_AFTER_MS = 1000
/** After failures the wait doubles, up to about a minute. */
const TELL_DOUBLINGS = 6
/** A feed that is being matched is looked at again. */
const AGAIN_MS = 2000

export function createFeedModel({ api, clock, log, tabBroadcast }: FeedModelDeps): FeedModel {
  const head = createResource(askHead, clock)
  const state = signal<FeedState>({ phase: 'loading' })
  const newCount = computed(() => (head.state.value.phase === 'ready' ? head.state.value.value.newCount : 0))
  const waiting = signal<readonly FeedEntryWire[]>([])
  const seen = signal<ReadonlySet<number>>(new Set())
  const hidden = signal<ReadonlySet<number>>(new Set())
  const isBusy = signal(false)
  const untold = new Set<number>()
  let stopTelling: (() => void) | null = null
  let stopAgain: (() => void) | null = null
  let tellFailures = 0
  let isEnded = false

  async function page(only: 'new' | 'seen', before?: string) {
    const { data, next, new_count, is_matching, is_looking } = await api(listFeed, {
      query: before === undefined ? { only } : { only, before },
    })
    return { data, next: next ?? null, newCount: new_count, isMatching: is_matching, isLooking: is_looking }
  }

  /** What is new, as far as what is shown already; at first one page of it. */
  async function askHead(): Promise<Head> {
    const first = await page('new')
    const shown = state.peek()
    if (shown.phase !== 'ready') return { ...first, seen: first.next === null ? await page('seen') : null }
    let { data, next } = first
    while (next !== null && !data.some((one) => isShown(shown, one) || isFurtherDown(one, shown.fresh))) {
      const further = await page('new', next)
      data = [...data, ...further.data]
      next = further.next
    }
    return { ...first, data, next, seen: null }
  }

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
  function showHead({ data, next, seen: earlier, isMatching, isLooking }: Head) {
    const shown = state.peek()
    if (shown.phase === 'ready') {
      waiting.value = data.filter((one) => !isShown(shown, one) && !isFurtherDown(one, shown.fresh))
      state.value = { ...shown, isMatching, isLooking }
      // An empty page has nothing that could move.
      if (shown.fresh.entries.length === 0 && !shown.earlier?.entries.length) showWaiting()
    } else
      state.value = {
        phase: 'ready',
        fresh: { entries: data, next },
        earlier: earlier && { entries: earlier.data, next: earlier.next },
        isMatching,
        isLooking,
      }
    stopAgain?.()
    stopAgain = isMatching && !isEnded ? clock.after(AGAIN_MS, () => void head.load()) : null
  }

  async function more(): Promise<Failure | null> {
    const shown = state.peek()
    if (shown.phase !== 'ready' || isBusy.peek()) return null
    isBusy.value = true
    const answer = await attempt(askMore(shown, page))
    isBusy.value = false
    if (answer.kind === 'failed') return answer.failure
    const now = state.peek()
    if (now.phase === 'ready') state.value = withMore(now, answer.value)
    return null
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
    while (untold.size > 0) {
      const property_ids = [...untold].slice(0, FEED_SEEN_MAX)
      for (const id of property_ids) untold.delete(id)
      const call = () => api(markFeedSeen, { body: { property_ids } })
      const answer = await attempt(
        head.merge(call, (now, { new_count }) => ({ ...now, newCount: new_count })),
      )
      if (answer.kind === 'done') {
        tellFailures = 0
        continue
      }
      log.warn('Seen deals could not be saved', answer.failure.kind)
      for (const id of property_ids) untold.add(id)
      tellLater(TELL_AFTER_MS * 2 ** Math.min(tellFailures++, TELL_DOUBLINGS))
      return
    }
  }
  function tellLater(ms: number) {
    if (!isEnded) stopTelling ??= clock.after(ms, () => void tell())
  }

  const stopListening = tabBroadcast.on(TOPIC, (said) => {
    if (typeof said !== 'number') return
    seen.value = new Set(seen.peek()).add(said)
    untold.delete(said)
  })

  return {
    state,
    newCount,
    waiting,
    seen,
    hidden,
    isBusy,
    more,
    showWaiting,
    load: head.load,
    refresh: head.load,
    saw(id) {
      if (seen.peek().has(id)) return
      seen.value = new Set(seen.peek()).add(id)
      untold.add(id)
      tabBroadcast.say(TOPIC, id)
      tellLater(TELL_AFTER_MS)
    },
    async hide(id, isHidden) {
      const before = hidden.peek()
      hidden.value = withId(before, id, isHidden)
      const answer = await attempt(api(isHidden ? hideDeal : unhideDeal, { params: { property: id } }))
      if (answer.kind === 'done') return true
      log.warn('A deal could not be hidden or shown', answer.failure.kind)
      hidden.value = withId(hidden.peek(), id, !isHidden)
      return false
    },
    dispose() {
      isEnded = true
      endHead()
      stopListening()
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
type Head = Page & {
  readonly newCount: number
  readonly isMatching: boolean
  readonly isLooking: boolean
  /** The first page of seen deals, with the first answer when that has all new ones. */
  readonly seen: Page | null
}

const isShown = ({ fresh, earlier }: Ready, { property_id }: FeedEntryWire) =>
  [...fresh.entries, ...(earlier?.entries ?? [])].some((one) => one.property_id === property_id)

interface More {
  readonly only: 'new' | 'seen'
  readonly page: Page
  /** The first page of seen deals, after all new ones were loaded. */
  readonly seen: Page | null
}

/** First all new deals, then the seen ones. */
async function askMore(
  { fresh, earlier }: Ready,
  ask: (only: 'new' | 'seen', before?: string) => Promise<Page>,
): Promise<More> {
  const only = fresh.next === null ? 'seen' : 'new'
  const page = await ask(only, (only === 'new' ? fresh : earlier)?.next ?? undefined)
  return { only, page, seen: only === 'new' && page.next === null ? await ask('seen') : null }
}

/** A deal that moved to the other list meanwhile stays where it is. */
function withMore(shown: Ready, { only, page, seen }: More): Ready {
  const known = new Set([...shown.fresh.entries, ...(shown.earlier?.entries ?? [])].map(idOf))
  const left = (data: Page['data']) => data.filter((one) => !known.has(idOf(one)))
  const list = only === 'seen' ? shown.earlier : shown.fresh
  const longer = { entries: [...(list?.entries ?? []), ...left(page.data)], next: page.next }
  if (only === 'seen') return { ...shown, earlier: longer }
  for (const one of page.data) known.add(idOf(one))
  const earlier = seen === null ? shown.earlier : { entries: left(seen.data), next: seen.next }
  return { ...shown, fresh: longer, earlier }
}

const idOf = ({ property_id }: FeedEntryWire) => property_id

function withId(ids: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(ids)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}

/** The pages of the feed: all that is new first, then what was seen before. Asks for them and puts them together; keeps nothing. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { type FeedEntryWire, listFeed } from '#shared/contract/feed.ts'

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

async function askPage(api: Api, only: 'new' | 'seen', before?: string) {
  const { data, next, new_count, is_matching, is_looking } = await api(listFeed, {
    query: before === undefined ? { only } : { only, before },
  })
  return { data, next: next ?? null, newCount: new_count, isMatching: is_matching, isLooking: is_looking }
}

/** What is new, as far as what is shown already; at first one page of it. */
export async function askHead(api: Api, state: ReadonlySignal<FeedState>): Promise<Head> {
  const first = await askPage(api, 'new')
  const shown = state.peek()
  if (shown.phase !== 'ready') {
    return { ...first, seen: first.next === null ? await askPage(api, 'seen') : null }
  }
  let { data, next } = first
  while (next !== null && data.every((one) => isNews(shown, one))) {
    const further = await askPage(api, 'new', next)
    data = [...data, ...further.data]
    next = further.next
  }
  return { ...first, data, next, seen: null }
}

/** On a page that was not asked for yet: it moves up as those above it are seen, and is no news. */
function isFurtherDown(one: FeedEntryWire, { entries, next }: FeedList): boolean {
  const last = next === null ? undefined : entries.at(-1)
  if (last === undefined) return false
  return one.found_at === last.found_at ? one.property_id < last.property_id : one.found_at < last.found_at
}

type Ready = Extract<FeedState, { phase: 'ready' }>
type Page = { data: readonly FeedEntryWire[]; next: string | null }
export type Head = Page & {
  readonly newCount: number
  readonly isMatching: boolean
  readonly isLooking: boolean
  /** The first page of seen deals, with the first answer when that has all new ones. */
  readonly seen: Page | null
}

const isShown = ({ fresh, earlier }: Ready, { property_id }: FeedEntryWire) =>
  [...fresh.entries, ...(earlier?.entries ?? [])].some((one) => one.property_id === property_id)

/** Neither shown nor further down. */
export const isNews = (shown: Ready, one: FeedEntryWire) =>
  !isShown(shown, one) && !isFurtherDown(one, shown.fresh)

export const firstLists = ({ data, next, seen, isMatching, isLooking }: Head): Ready => ({
  phase: 'ready',
  fresh: { entries: data, next },
  earlier: seen && { entries: seen.data, next: seen.next },
  isMatching,
  isLooking,
})

/** News come above all else. */
export const withNews = (shown: Ready, news: readonly FeedEntryWire[]): Ready => ({
  ...shown,
  fresh: { ...shown.fresh, entries: [...news, ...shown.fresh.entries] },
})

interface More {
  readonly only: 'new' | 'seen'
  readonly page: Page
  /** The first page of seen deals, after all new ones were loaded. */
  readonly seen: Page | null
}

/** First all new deals, then the seen ones. */
export async function askMore(api: Api, { fresh, earlier }: Ready): Promise<More> {
  const only = fresh.next === null ? 'seen' : 'new'
  const page = await askPage(api, only, (only === 'new' ? fresh : earlier)?.next ?? undefined)
  return { only, page, seen: only === 'new' && page.next === null ? await askPage(api, 'seen') : null }
}

/** A deal that moved to the other list meanwhile stays where it is. */
export function withMore(shown: Ready, { only, page, seen }: More): Ready {
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

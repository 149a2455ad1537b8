/** A list of the seller app, read whole and kept up to date (see marketplace/kit/resource.ts). */
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { type LoadState, loadStateOf } from './load-state.ts'

interface Page<Row> {
  data: Row[]
  links?: { next?: string | null | undefined } | unknown[] | undefined
  next_page_url?: string | null | undefined
}

export interface ListPages<Row>
  extends Pick<Resource<readonly Row[]>, 'load' | 'refresh' | 'change' | 'merge'> {
  readonly rows: ReadonlySignal<readonly Row[]>
  readonly state: ReadonlySignal<LoadState>
}

/** Older ones are found in the threads. */
const PAGES_MAX = 4

export async function readPages<Row>(
  fetchPage: (page: number) => Promise<Page<Row>>,
  pagesMax = PAGES_MAX,
): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1, more = true; more && page <= pagesMax; page += 1) {
    const reply = await fetchPage(page)
    all.push(...reply.data)
    more = hasNextPage(reply)
  }
  return all
}

export function createListPages<Row>(
  fetchPage: (page: number) => Promise<Page<Row>>,
  clock?: Clock,
): ListPages<Row> {
  return asList(createResource((): Promise<readonly Row[]> => readPages(fetchPage), clock))
}

interface Grown<Reply extends Page<{ id: number }>> {
  readonly rows: readonly Reply['data'][number][]
  /** The answer for the first page. */
  readonly first: Reply
}

/** A list that grows page by page, and stays up to date as far as it is shown. */
export function createGrowingList<Reply extends Page<{ id: number }>>(
  fetchPage: (page: number) => Promise<Reply>,
  clock?: Clock,
) {
  type Row = Reply['data'][number]
  let wanted = 1
  const list = createResource(async () => {
    const first = await fetchPage(1)
    const rows = new Map(first.data.map((row): [number, Row] => [row.id, row]))
    let [hasMore, pages] = [hasNextPage(first), 1]
    while (hasMore && pages < wanted) {
      const next = await fetchPage(++pages)
      for (const row of next.data) rows.set(row.id, row)
      hasMore = hasNextPage(next)
    }
    const grown: Grown<Reply> = { rows: [...rows.values()], first }
    return { ...grown, hasMore, pages }
  }, clock)
  const { state, load, refresh } = list
  const shown = computed(() => (state.value.phase === 'ready' ? state.value : null))
  return {
    load,
    refresh,
    /** From the first page, for another filter; what is shown stays until the answer is there. */
    restart() {
      wanted = 1
      list.change((all) => all)
      return load()
    },
    loadMore() {
      wanted = (shown.peek()?.value.pages ?? 0) + 1
      return load()
    },
    merge: <A>(call: () => Promise<A>, into: (grown: Grown<Reply>, answer: A) => Grown<Reply>) =>
      list.merge(call, (all, answer) => ({ ...all, ...into(all, answer) })),
    rows: computed((): readonly Row[] => shown.value?.value.rows ?? []),
    first: computed(() => shown.value?.value.first ?? null),
    hasMore: computed(() => shown.value?.value.hasMore ?? false),
    state: computed((): LoadState => state.value.phase),
    /** What it is asked about does not exist. */
    isGone: computed(() => loadStateOf(state.value) === 'gone'),
    /** Why it is not up to date, in words. */
    errorMessage: computed(() => (shown.value?.isStale ? 'The list could not be brought up to date.' : null)),
  }
}

/** A resource as the seller app's screens want it. */
export function asList<Row>({
  state,
  load,
  refresh,
  change,
  merge,
}: Resource<readonly Row[]>): ListPages<Row> {
  return {
    load,
    refresh,
    change,
    merge,
    rows: computed(() => (state.value.phase === 'ready' ? state.value.value : [])),
    state: computed(() => state.value.phase),
  }
}

/**
 * The bell: how many notifications are unread, and the list while it is looked at. The count follows the server live; the list is
 * asked for when it is opened and when something came while it is open. No React.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { createResource } from '#marketplace/kit/resource.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { NotificationWire } from '#shared/contract/notification.ts'
import { countNotifications, listNotifications, readNotifications } from '#shared/contract/notifications.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { createReadQueue, type ReadMark, type ReadQueueDeps, withMarks } from './read-queue.ts'

export type BellList =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | {
      readonly phase: 'ready'
      readonly entries: readonly NotificationWire[]
      /** There are more. */
      readonly next: string | null
    }

export interface BellModel {
  readonly unread: ReadonlySignal<number>
  readonly list: ReadonlySignal<BellList>
  /** The server refused what was read, in words; until the next press. */
  readonly problem: ReadonlySignal<string | null>
  /** Asks for the count. Never rejects. */
  count(): Promise<void>
  /** Events may have been missed: asks for the count, and for the list while it is open. */
  refresh(): void
  /** The list is opened, or closed. */
  open(isOpen: boolean): void
  load(): Promise<void>
  /** The next page. Resolves with the failure when it could not be loaded. */
  more(): Promise<Failure | null>
  /** What was said live. */
  heard(unread: number): void
  /** Sends what was marked before a reload. Returns what ends the sending. */
  begin(): () => void
  /** Shows at once, and waits for a server that is away; false when it was refused, and then it is as before. */
  mark(id: number, isRead: boolean): Promise<boolean>
  markAll(): Promise<boolean>
}

interface BellDeps extends Pick<ReadQueueDeps, 'userId' | 'kept' | 'connection' | 'log'> {
  api: Api
  clock?: Clock
}

interface Page {
  readonly entries: readonly NotificationWire[]
  readonly next: string | null
}

export function createBellModel({ api, clock, ...deps }: BellDeps): BellModel {
  const counted = createResource(async () => (await api(countNotifications, {})).unread_count, clock)
  const pages = createResource(async (): Promise<Page> => {
    // Entries further down may have been read elsewhere too.
    const last = shownPages()?.entries.at(-1)?.id ?? Number.POSITIVE_INFINITY
    let page = await ask()
    while (page.next !== null && (page.entries.at(-1)?.id ?? 0) > last)
      page = withNext(page, await ask(page.next))
    return page
  }, clock)
  async function ask(before?: string): Promise<Page> {
    const query = before === undefined ? {} : { before }
    const { data, next, unread_count } = await api(listNotifications, { query })
    if (before === undefined && unread_count !== ofServer.peek()) void counted.load()
    return { entries: data, next: next ?? null }
  }
  const problem = signal<string | null>(null)
  const queue = createReadQueue({
    ...deps,
    send,
    onFailed() {
      problem.value = 'That could not be saved. Try again.'
    },
  })
  const ofServer = computed(() => (counted.state.value.phase === 'ready' ? counted.state.value.value : 0))
  const list = computed((): BellList => {
    const state = pages.state.value
    return state.phase === 'ready' ? { phase: 'ready', ...marked(state.value, queue.waiting.value) } : state
  })
  const unread = computed(() => {
    const state = pages.state.value
    if (state.phase !== 'ready' || queue.waiting.value.length === 0) return ofServer.value
    const left = unreadOf(marked(state.value, queue.waiting.value))
    // What is further down came before.
    if (queue.waiting.value.some(({ isAll }) => isAll)) return left
    return Math.max(0, ofServer.value + left - unreadOf(state.value))
  })
  let isOpen = false

  function shownPages(): Page | null {
    const state = pages.state.peek()
    return state.phase === 'ready' ? state.value : null
  }
  async function send(mark: ReadMark): Promise<void> {
    const { id, isRead, isAll } = mark
    const body = isAll ? { up_to: id } : { ids: [id], is_read: isRead }
    const call = async () => (await api(readNotifications, { body })).unread_count
    // The list is not loaded before the server has this.
    await pages.merge(
      () => counted.write(call),
      (page) => marked(page, [mark]),
    )
  }

  function keep(mark: ReadMark): Promise<boolean> {
    problem.value = null
    return queue.add(mark)
  }

  return {
    unread,
    list,
    problem,
    load: pages.load,
    count: counted.load,
    open(isNow) {
      isOpen = isNow
      problem.value = null
      if (isNow) void pages.load()
    },
    async more() {
      const shown = shownPages()
      if (!shown?.next) return null
      try {
        const { next } = shown
        await pages.merge(() => ask(next), withNext)
        return null
      } catch (error) {
        return failureOf(error)
      }
    },
    refresh() {
      void counted.load()
      if (isOpen) void pages.load()
    },
    heard(count) {
      counted.put(count)
      if (isOpen) void pages.load()
    },
    begin: queue.begin,
    mark: (id, isRead) => keep({ id, isRead }),
    markAll() {
      const latest = shownPages()?.entries[0]
      return latest ? keep({ id: latest.id, isRead: true, isAll: true }) : Promise.resolve(true)
    },
  }
}

const marked = ({ entries, next }: Page, marks: readonly ReadMark[]): Page => ({
  entries: entries.map((entry) => withMarks(entry, marks)),
  next,
})

const unreadOf = ({ entries }: Page): number => entries.filter(({ read_at }) => !read_at).length

/** The latest first. */
function withNext(page: Page, { entries, next }: Page): Page {
  const last = page.entries.at(-1)?.id ?? Number.POSITIVE_INFINITY
  const earlier = entries.filter(({ id }) => id < last)
  return earlier.length === 0 ? page : { entries: [...page.entries, ...earlier], next }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure
  throw error
}

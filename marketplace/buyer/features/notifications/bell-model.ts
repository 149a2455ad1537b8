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
import type { Log } from '#shared/lib/log.ts'

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
  /** What was read could not be kept, in words; until the next press. */
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
  /** Shows at once; false when it was not kept, and then it is as before. */
  mark(id: number, isRead: boolean): Promise<boolean>
  markAll(): Promise<boolean>
}

interface BellDeps {
  api: Api
  log: Log
  clock?: Clock
}

interface Page {
  readonly entries: readonly NotificationWire[]
  readonly next: string | null
}

export function createBellModel({ api, log, clock }: BellDeps): BellModel {
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
    if (before === undefined && unread_count !== unread.peek()) void counted.load()
    return { entries: data, next: next ?? null }
  }
  const unread = computed(() => (counted.state.value.phase === 'ready' ? counted.state.value.value : 0))
  const list = computed((): BellList => {
    const state = pages.state.value
    return state.phase === 'ready' ? { phase: 'ready', ...state.value } : state
  })
  const problem = signal<string | null>(null)
  let isOpen = false

  function shownPages(): Page | null {
    const state = pages.state.peek()
    return state.phase === 'ready' ? state.value : null
  }
  /** What an entry becomes, where it is shown. */
  const change = (of: (entry: NotificationWire) => NotificationWire) =>
    pages.change(({ entries, next }) => ({ entries: entries.map(of), next }))

  async function keep(body: { ids?: number[]; up_to?: number; is_read?: boolean }): Promise<boolean> {
    const before = new Map(shownPages()?.entries.map(({ id, read_at }) => [id, read_at]))
    const read_at = body.is_read === false ? null : new Date(0).toISOString()
    problem.value = null
    change((entry) =>
      body.ids && !body.ids.includes(entry.id)
        ? entry
        : { ...entry, read_at: read_at && (entry.read_at ?? read_at) },
    )
    try {
      // The list is not loaded before the server has this.
      await pages.write(async () => {
        await counted.write(async () => (await api(readNotifications, { body })).unread_count)
        return shownPages() ?? NOTHING
      })
      return true
    } catch (error) {
      log.warn('What was read could not be kept', failureOf(error).kind)
      change((entry) => ({ ...entry, read_at: before.has(entry.id) ? before.get(entry.id) : entry.read_at }))
      problem.value = 'That could not be saved. Try again.'
      return false
    }
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
    mark: (id, isRead) => keep({ ids: [id], is_read: isRead }),
    markAll() {
      const latest = shownPages()?.entries[0]
      return latest ? keep({ up_to: latest.id }) : Promise.resolve(true)
    },
  }
}

const NOTHING: Page = { entries: [], next: null }

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

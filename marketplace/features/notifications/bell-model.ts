/**
 * The bell: how many notifications are unread, and the list while it is looked at. The count follows the server live; the list is
 * asked for when it is opened and when something came while it is open. No React.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { NotificationWire } from '#shared/contract/notification.ts'
import { countNotifications, listNotifications, readNotifications } from '#shared/contract/notifications.ts'
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

export function createBellModel({ api, log }: { api: Api; log: Log }): BellModel {
  const unread = signal(0)
  const list = signal<BellList>({ phase: 'loading' })
  const problem = signal<string | null>(null)
  let isOpen = false

  async function load(): Promise<void> {
    if (list.peek().phase === 'failed') list.value = { phase: 'loading' }
    try {
      const { data, next, unread_count } = await api(listNotifications, {})
      unread.value = unread_count
      list.value = { phase: 'ready', entries: data, next: next ?? null }
    } catch (error) {
      if (list.peek().phase !== 'ready') list.value = { phase: 'failed', failure: failureOf(error) }
      else log.warn('Notifications could not be brought up to date', failureOf(error).kind)
    }
  }

  /** What an entry becomes, where it is shown. */
  function change(of: (entry: NotificationWire) => NotificationWire) {
    const shown = list.peek()
    if (shown.phase === 'ready') list.value = { ...shown, entries: shown.entries.map(of) }
  }

  async function keep(body: { ids?: number[]; up_to?: number; is_read?: boolean }): Promise<boolean> {
    const [before, count] = [list.peek(), unread.peek()]
    const read_at = body.is_read === false ? null : new Date(0).toISOString()
    problem.value = null
    change((entry) =>
      body.ids && !body.ids.includes(entry.id)
        ? entry
        : { ...entry, read_at: read_at && (entry.read_at ?? read_at) },
    )
    try {
      unread.value = (await api(readNotifications, { body })).unread_count
      return true
    } catch (error) {
      log.warn('What was read could not be kept', failureOf(error).kind)
      list.value = before
      unread.value = count
      problem.value = 'That could not be saved. Try again.'
      return false
    }
  }

  return {
    ...{ unread, list, problem, load },
    async count() {
      try {
        unread.value = (await api(countNotifications, {})).unread_count
      } catch (error) {
        log.warn('Notifications could not be counted', failureOf(error).kind)
      }
    },
    open(isNow) {
      isOpen = isNow
      problem.value = null
      if (isNow) void load()
    },
    async more() {
      const shown = list.peek()
      if (shown.phase !== 'ready' || shown.next === null) return null
      try {
        const { data, next } = await api(listNotifications, { query: { before: shown.next } })
        list.value = { phase: 'ready', entries: [...shown.entries, ...data], next: next ?? null }
        return null
      } catch (error) {
        return failureOf(error)
      }
    },
    heard(count) {
      unread.value = count
      if (isOpen) void load()
    },
    mark: (id, isRead) => keep({ ids: [id], is_read: isRead }),
    markAll() {
      const shown = list.peek()
      const latest = shown.phase === 'ready' ? shown.entries[0] : undefined
      return latest ? keep({ up_to: latest.id }) : Promise.resolve(true)
    },
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure
  throw error
}

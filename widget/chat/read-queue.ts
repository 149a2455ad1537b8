/**
 * Read marks on their way (spec section 4, Read flow): seen for one second, queued, delivered at the next tick. A failed
 * delivery keeps its ids. Each message is counted once, however often it is seen or reported.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { READ_MARKS_PER_CALL, UNREAD_MARK_DELAY_MS } from '#shared/contract/limits.ts'
import { markTextMessagesRead } from '#shared/contract/messenger.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { failureOf } from '#shared/thread/failure.ts'
import type { Load, Message } from '#shared/thread/model.ts'
import type { Turns } from './serial-queue.ts'

export interface ReadQueueDeps {
  readonly api: Api
  readonly customerId: number
  readonly clock: Clock
  readonly turns: Turns
  readonly log: Log
  /** Milliseconds between deliveries. */
  intervalMs(): number
  /** The conversation of a message that was sent to the customer and is unread; null for any other message. */
  unreadIn(messageId: number): number | null
  /** The server has these now, and nobody was told before. Not `isNews`: it may have had them for a while, and have counted so. */
  onMarked(accountId: number, ids: readonly number[], isNews: boolean): void
}

export interface ReadQueue {
  /** Failed while marks cannot be delivered. */
  readonly state: ReadonlySignal<Load>
  /** The conversation of each message that was read here and waits for the server to know. */
  readonly waiting: ReadonlySignal<readonly number[]>
  sighted(messageId: number): void
  unsighted(messageId: number): void
  /** Nothing is on screen any more; what was seen long enough stays queued. */
  unsightAll(): void
  /** Delivers all there is now, by calls that outlive the page. Never rejects. */
  flush(): Promise<void>
  /** The server has this mark. */
  isMarked(messageId: number): boolean
  /** As the server has them now: which of them wait here although somebody else read them may be counted so already. */
  doubt(messages: readonly Message[]): void
  /** The same of all that wait here: after a gap nobody knows what was read elsewhere. */
  doubtAll(): void
  /** Read elsewhere. Returns the ones nobody was told of before. */
  confirm(ids: readonly number[]): number[]
  dispose(): void
}

export function createReadQueue(deps: ReadQueueDeps): ReadQueue {
  const timers = new Map<number, () => void>()
  /** Message id to conversation, until the server has it; also while a delivery is under way. */
  const queue = new Map<number, number>()
  const marked = new Set<number>()
  /** In a delivery that may have arrived although no answer did, or delivered by others. */
  const doubtful = new Set<number>()
  const state = signal<Load>({ phase: 'idle' })
  const waiting = signal<readonly number[]>([])
  const ended = new AbortController()
  const startMs = deps.clock.now()
  let endTick: (() => void) | null = null
  let isDelivering = false

  function unsighted(messageId: number): void {
    timers.get(messageId)?.()
    timers.delete(messageId)
  }

  function sighted(messageId: number): void {
    if (ended.signal.aborted || timers.has(messageId) || queue.has(messageId) || marked.has(messageId)) return
    if (deps.unreadIn(messageId) === null) return
    timers.set(
      messageId,
      deps.clock.after(UNREAD_MARK_DELAY_MS, () => seen(messageId)),
    )
  }

  function seen(messageId: number): void {
    timers.delete(messageId)
    const accountId = deps.unreadIn(messageId)
    if (accountId === null || marked.has(messageId)) return
    queue.set(messageId, accountId)
    tickWhileNeeded()
    count()
  }

  function count(): void {
    waiting.value = [...queue.values()]
  }

  /** The ticks lie one interval apart from the beginning on; a timer waits for the next one only while there is something to deliver. */
  function tickWhileNeeded(): void {
    if (queue.size === 0) {
      endTick?.()
      endTick = null
    } else
      endTick ??= deps.clock.after(untilTickMs(), () => {
        endTick = null
        tickWhileNeeded()
        void deliver()
      })
  }

  function untilTickMs(): number {
    const intervalMs = deps.intervalMs()
    const sinceTickMs = (deps.clock.now() - startMs) % intervalMs
    // Below zero after somebody set the clock back.
    return sinceTickMs < 0 ? -sinceTickMs : intervalMs - sinceTickMs
  }

  async function deliver(): Promise<void> {
    if (isDelivering || queue.size === 0) return
    isDelivering = true
    try {
      await deps.turns.take(() => put([...queue.keys()].slice(0, READ_MARKS_PER_CALL), {}))
    } finally {
      isDelivering = false
    }
  }

  async function put(ids: readonly number[], options: { keepalive?: true }): Promise<void> {
    const wanted = ids.filter((id) => queue.has(id))
    if (wanted.length === 0) return
    try {
      await deps.api(
        markTextMessagesRead,
        {
          params: { customer: deps.customerId },
          body: { is_read: true, text_messages_ids: wanted },
        },
        options.keepalive ? options : { signal: ended.signal },
      )
      if (ended.signal.aborted) return
      delivered(wanted)
      state.value = { phase: 'ready' }
    } catch (error) {
      if (ended.signal.aborted) return
      const failure = failureOf(error)
      if (isOutcomeUnknown(failure)) for (const id of wanted) doubtful.add(id)
      deps.log.warn('Read marks could not be delivered; they are kept', failure.kind)
      state.value = { phase: 'failed', failure }
    }
  }

  function delivered(ids: readonly number[]): void {
    const accounts = new Map(ids.map((id) => [id, queue.get(id)]))
    const isNews = ids.filter((id) => doubtful.delete(id)).length === 0
    const told = confirm(ids)
    for (const accountId of new Set(accounts.values())) {
      const its = told.filter((id) => accounts.get(id) === accountId)
      if (accountId !== undefined) deps.onMarked(accountId, its, isNews)
    }
  }

  function confirm(ids: readonly number[]): number[] {
    const fresh = ids.filter((id) => !marked.has(id))
    for (const id of ids) {
      unsighted(id)
      queue.delete(id)
      marked.add(id)
    }
    tickWhileNeeded()
    count()
    if (queue.size === 0 && state.peek().phase === 'failed') state.value = { phase: 'ready' }
    return fresh
  }

  return {
    state,
    waiting,
    sighted,
    unsighted,
    unsightAll() {
      for (const messageId of [...timers.keys()]) unsighted(messageId)
    },
    async flush() {
      const ids = [...queue.keys()]
      const calls: Promise<void>[] = []
      for (let at = 0; at < ids.length; at += READ_MARKS_PER_CALL)
        calls.push(put(ids.slice(at, at + READ_MARKS_PER_CALL), { keepalive: true }))
      await Promise.all(calls)
    },
    isMarked: (messageId) => marked.has(messageId),
    doubt(messages) {
      for (const { id, isRead } of messages) if (isRead && queue.has(id)) doubtful.add(id)
    },
    doubtAll() {
      for (const id of queue.keys()) doubtful.add(id)
    },
    confirm,
    dispose() {
      ended.abort()
      for (const messageId of [...timers.keys()]) unsighted(messageId)
      queue.clear()
      tickWhileNeeded()
      count()
      state.value = { phase: 'idle' }
    },
  }
}

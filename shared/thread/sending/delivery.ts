/**
 * Sends messages to the server, one after another in each conversation, and finds out what became of a send without an answer: it
 * is looked for in the thread, then posted again under its key, with growing time-outs (widget.md W-52, W-53). A server whose
 * messages name their sends answers a repeat with the first message. With any other, a POST that was given up may still be
 * stored: it is not repeated, and not called lost, until a read of the thread much later lacks it.
 */
import { type Failure, isOutcomeUnknown, isRefusal } from '#shared/api/api-error.ts'
import type { CallOptions } from '#shared/api/client.ts'
import { MESSAGE_PAGES_PER_LOAD } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'
import type { Message } from '#shared/thread/model.ts'
import { failureOf } from '../failure.ts'
import { lacksFiles, type Send, setFailed } from './send.ts'

export interface DeliveryDeps {
  /**
   * Posts it under its key, and resolves with the message that the server made of it: a repeat makes no second one where keys are
   * honored (W-53).
   */
  post(send: Send, options: PostOptions): Promise<Message>
  /** Uploads the files that it lacks; null when all are stored. Absent where messages have none. */
  upload?: ((send: Send) => Promise<Failure | null>) | undefined
  /** Reads its thread, page by page from the newest, until `isMet` says of a page that what follows is known. */
  readonly walk: WalkThread
  readonly clock: Clock
  readonly log: Log
  /** Aborts a POST in flight: the person has logged out. */
  readonly forgotten: AbortSignal
  /** False while the browser knows that it is offline. */
  isOnline(): boolean
}

export type PostOptions = Pick<CallOptions, 'signal' | 'timeoutMs'>

export type WalkThread = (
  peerId: number,
  isMet: (page: readonly Message[], number: number) => boolean,
  options: PostOptions,
) => Promise<{ readonly messages: readonly Message[] }>

export interface DeliveryHandlers {
  /** Whether it still has no message. */
  isUnsent(send: Send): boolean
  /** Whether messages of this server name their sends; null until one was seen. */
  namesSends(): boolean | null
  /** Its first POST is about to go out. */
  onPosting(send: Send): void
  onAnswer(send: Send, message: Message): void
  /** The end of its thread, where its message would be. */
  onRead(send: Send, messages: readonly Message[]): void
  /** Its state has changed. */
  onChange(peerId: number): void
  /** It was answered after the end. */
  onLate(send: Send): void
}

export interface Delivery {
  enqueue(send: Send): void
  /** Tries waiting sends now. */
  resume(): void
  /** Stops asking. Resolves when no POST is in flight. */
  end(): Promise<unknown>
}

/** The time-out of calls about one send: the first of these, and twice as long after each time-out, up to the second. */
const FIRST_TIMEOUT_MS = 5000
const LAST_TIMEOUT_MS = 40_000
/** How long a server may take to store a message after its POST was given up. */
const LATE_MS = 30_000

export function createDelivery(deps: DeliveryDeps, on: DeliveryHandlers): Delivery {
  const { clock } = deps
  const queues = new Map<number, Promise<void>>()
  const paused = new Set<() => void>()
  const underWay = new Set<Promise<unknown>>()
  const ended = new AbortController()

  const isOpen = (send: Send) => !ended.signal.aborted && on.isUnsent(send) && send.state !== 'failed'
  const timeoutMs = ({ timeouts }: Send) => Math.min(FIRST_TIMEOUT_MS * 2 ** timeouts, LAST_TIMEOUT_MS)
  const resume = () => {
    for (const wake of [...paused]) wake()
  }

  async function deliver(send: Send): Promise<void> {
    for (let round = 0; isOpen(send); round++) {
      if (round > 0) await pause(round - 1)
      if (lacksFiles(send) && !send.isHeld && !(await upload(send))) continue
      if (!(await mayPost(send))) continue
      await post(send)
      // A send without an answer is looked for at once.
      await mayPost(send)
    }
  }

  /** True when it lacks no file. */
  async function upload(send: Send): Promise<boolean> {
    if (!deps.isOnline()) {
      show(send, 'waiting')
      return false
    }
    if (send.state !== 'sending') show(send, 'sending')
    const failure = (await deps.upload?.(send)) ?? null
    if (!isOpen(send)) return false
    if (failure && isRefusal(failure)) {
      send.failure = failure
      fail(send, true)
    } else show(send, failure ? 'waiting' : 'sending')
    return !failure
  }

  /** Without a network there is no point in asking: the browser reports when there is one. */
  function pause(round: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel()
        paused.delete(wake)
        resolve()
      }
      const cancel = deps.isOnline() ? clock.after(redialDelayMs(round), wake) : () => {}
      paused.add(wake)
    })
  }

  /** Looks for it if that is due, and decides. Does nothing more for one that was found or is lost. */
  async function mayPost(send: Send): Promise<boolean> {
    if (!isOpen(send)) return false
    if (!deps.isOnline()) show(send, 'waiting')
    else if (!send.isPosted || (await isMissing(send))) {
      const { failure, isHeld, unansweredAtMs } = send
      const names = on.namesSends()
      const isLate = unansweredAtMs === null || Math.abs(clock.now() - unansweredAtMs) >= LATE_MS
      if (!isHeld && (failure === null || isUnanswered(failure))) {
        if (names || failure?.kind === 'offline') return true
        if (isLate && (failure === null || names === null)) return true
      }
      if (isLate) fail(send, false)
    }
    return false
  }

  function show(send: Send, state: Send['state']): void {
    send.state = state
    on.onChange(send.peerId)
  }

  function fail(send: Send, isSettled: boolean): void {
    setFailed(send, isSettled, clock.now())
    on.onChange(send.peerId)
  }

  /** The next call about it may take longer. */
  function wait(send: Send, { kind }: Failure): void {
    if (kind === 'timeout') send.timeouts++
    show(send, kind === 'offline' ? 'waiting' : 'checking')
  }

  async function post(send: Send): Promise<void> {
    if (!send.isPosted) on.onPosting(send)
    const options = { signal: deps.forgotten, timeoutMs: timeoutMs(send) }
    const asking = deps.post(send, options)
    underWay.add(asking)
    try {
      const message = await asking
      if (ended.signal.aborted) on.onLate(send)
      else on.onAnswer(send, message)
    } catch (error) {
      if (!ended.signal.aborted) refuse(send, failureOf(error))
    } finally {
      underWay.delete(asking)
    }
  }

  function refuse(send: Send, failure: Failure): void {
    deps.log.warn('A message could not be sent', failure.kind)
    send.failure = failure
    if (isUnanswered(failure)) send.unansweredAtMs = clock.now()
    // A refusal does not settle an earlier POST without an answer.
    if (isOutcomeUnknown(failure) || send.unansweredAtMs !== null) wait(send, failure)
    else fail(send, true)
  }

  /** True if the thread was read and it is missing. */
  async function isMissing(send: Send): Promise<boolean> {
    const { peerId, afterId } = send
    try {
      const { messages } = await deps.walk(
        peerId,
        (page, number) =>
          (page.at(-1)?.id ?? 0) <= afterId || (afterId === 0 && number >= MESSAGE_PAGES_PER_LOAD),
        { signal: ended.signal, timeoutMs: timeoutMs(send) },
      )
      if (isOpen(send)) on.onRead(send, messages)
      return isOpen(send)
    } catch (error) {
      if (ended.signal.aborted) return false
      const failure = failureOf(error)
      const isGone = failure.kind === 'refused' && (failure.status === 403 || failure.status === 404)
      if (isGone) {
        send.failure = failure
        fail(send, false)
      } else wait(send, failure)
      return false
    }
  }

  return {
    enqueue(send) {
      const before = queues.get(send.peerId) ?? Promise.resolve()
      queues.set(
        send.peerId,
        before.then(() => deliver(send)),
      )
    },
    resume,
    end() {
      ended.abort()
      resume()
      return Promise.allSettled(underWay)
    },
  }
}

/** The server may not have processed it yet. */
const isUnanswered = (failure: Failure): boolean =>
  failure.kind === 'refused'
    ? failure.status > 500 && isOutcomeUnknown(failure)
    : failure.kind !== 'malformed'

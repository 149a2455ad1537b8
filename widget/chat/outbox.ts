/**
 * What the customer has sent from here and the server has not confirmed, per conversation and in order. A POST is repeated when a person
 * asks for it or the network is back, and one whose outcome is unknown only after the thread was read (widget.md W-52). What is unsent
 * when the page goes away is kept for the next one (W-54).
 */
import { batch, signal } from '@preact/signals-core'
import { type Failure, isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { MESSAGE_PAGES_PER_LOAD } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'
import { newClientId } from './client-id.ts'
import { failureOf } from './failure.ts'
import type { KeptSend } from './kept/kept-send.ts'
import type { KeptSends } from './kept/kept-sends.ts'
import { type Candidate, matchSends } from './merge.ts'
import type { MessagePages } from './message-pages.ts'
import type { Message, OutgoingMessage } from './model.ts'
import { postSend } from './post-send.ts'
import {
  closeLate,
  failedAfterAll,
  isUnseen,
  keptOf,
  likeliestFirst,
  newSend,
  outgoingOf,
  type Send,
  sendOf,
  setFailed,
  setSending,
} from './send.ts'

export interface OutboxDeps {
  readonly api: Api
  readonly pages: MessagePages
  readonly clock: Clock
  readonly customerId: number
  readonly kept: KeptSends
  /** Calls off what is under way: the person has logged out. */
  readonly forgotten: AbortSignal
  /** Whether live updates come: while they do not, their return is what asks again. */
  isLive(): boolean
  /** The newest message id known of a conversation, 0 for none. */
  newestId(accountId: number): number
  /** Server messages this outbox came by: an answer to a send, or what it read to find one. */
  onMessages(accountId: number, messages: readonly Message[]): void
  /** Once for each send. */
  onSent(accountId: number, messageId: number): void
  /** A page before this one has brought its sends to an end; what came of them is on the server. */
  onFinishedElsewhere(): void
}

export interface Outbox {
  /** What has no server message yet, in the order of sending. Reads a signal. */
  outgoing(accountId: number): readonly OutgoingMessage[]
  /** The send a server message came from, or null. */
  sentAs(messageId: number): string | null
  /** Server messages that came by another way: sends may find themselves among them. */
  observe(accountId: number, messages: readonly Message[]): void
  send(accountId: number, text: string): void
  resend(clientId: string): void
  /** There is a network again: what waits for one is looked for, and sent. */
  resendWaiting(): void
  /** Takes over what pages that are gone left unsent. */
  adopt(): void
  /** Forgets a failed send; its text, or null when there is none such. */
  discard(clientId: string): string | null
  /** A POST that is under way may still end; what is unsent is left to the next page. */
  dispose(): void
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const sends = new Map<string, Send>()
  const candidates = new Map<number, Map<number, Candidate>>()
  /** Confirmed: message id to send, null for one of a page before. */
  const confirmed = new Map<number, string | null>()
  /** The confirmed ones that only their text speaks for: an answer to another send may still name the message. */
  const recognised = new Map<number, Send>()
  /** Recognised by text only, until the answer comes: message id to send. */
  let guessed: ReadonlyMap<number, string> = new Map()
  const queues = new Map<number, Promise<void>>()
  const version = signal(0)
  const ended = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  let looksInVain = 0
  let cancelLook = () => {}

  const sendsOf = (accountId: number) => [...sends.values()].filter((send) => send.accountId === accountId)
  const guessFor = (send: Send) => [...guessed].find(([, clientId]) => clientId === send.clientId)?.[0]

  function rematch(): void {
    const matches = new Map<number, string>()
    for (const accountId of new Set([...sends.values()].map((send) => send.accountId))) {
      const open = likeliestFirst(sendsOf(accountId).filter((send) => send.outcome !== 'settled'))
      const free = [...(candidates.get(accountId)?.values() ?? [])].filter(({ id }) => !confirmed.has(id))
      for (const [messageId, clientId] of matchSends(open, free)) matches.set(messageId, clientId)
    }
    guessed = matches
    changed()
  }

  function changed(): void {
    version.value++
    deps.kept.sync([...sends.values()].map((send) => keptOf(send, confirmed.keys())))
  }

  function confirm(send: Send, messageId: number, by: 'answer' | 'text'): void {
    if (confirmed.get(messageId) === send.clientId) return void recognised.delete(messageId)
    sends.delete(send.clientId)
    confirmed.set(messageId, send.clientId)
    const former = recognised.get(messageId)
    if (by === 'text') recognised.set(messageId, send)
    else recognised.delete(messageId)
    if (former) sends.set(former.clientId, failedAfterAll(former))
    if (sendsOf(send.accountId).length === 0) candidates.delete(send.accountId)
    rematch()
    if (!former) deps.onSent(send.accountId, messageId)
    confirmFailed(send.accountId)
  }

  function fail(send: Send, failure: Failure, outcome: Send['outcome']): void {
    setFailed(send, failure, outcome, deps.clock.now())
    rematch()
    confirmFailed(send.accountId)
  }

  /** A message that names its send says all there is to say; only nameless ones are told by their words. */
  function observe(accountId: number, messages: readonly Message[]): void {
    for (const { id, clientId } of messages) {
      const send = clientId === null ? undefined : sends.get(clientId)
      if (send) confirm(send, id, 'answer')
    }
    for (const send of sendsOf(accountId)) closeLate(send, deps.clock.now())
    const open = sendsOf(accountId).filter((send) => send.outcome !== 'settled')
    if (open.length === 0) return
    const oldest = Math.min(...open.map((send) => send.afterId))
    const known = candidates.get(accountId) ?? new Map<number, Candidate>()
    for (const { id, atMs, type, message, clientId } of messages)
      if (type === 'inbound' && clientId === null && id > oldest && !confirmed.has(id))
        known.set(id, { id, atMs, text: message })
    candidates.set(accountId, known)
    rematch()
    confirmFailed(accountId)
  }

  /** A failed send whose message turned up after all has arrived; one on its way waits for its answer. */
  function confirmFailed(accountId: number): void {
    for (const send of sendsOf(accountId)) {
      const messageId = send.state === 'failed' && sends.has(send.clientId) ? guessFor(send) : undefined
      if (messageId !== undefined) confirm(send, messageId, 'text')
    }
  }

  /** One after another, so that the server's order is the order of writing. */
  function enqueue(send: Send): void {
    const before = queues.get(send.accountId) ?? Promise.resolve()
    const delivery = before.then(() => deliver(send))
    queues.set(send.accountId, delivery)
  }

  async function deliver(send: Send): Promise<void> {
    if (ended.signal.aborted || !sends.has(send.clientId)) return
    if (send.outcome === 'unread' && !(await settleByReading(send))) return
    if (ended.signal.aborted || !sends.has(send.clientId)) return
    // One that waits for a word of the person is only looked for; one that waited for a network has it.
    if (send.state === 'failed') return send.isWaiting ? resend(send.clientId) : undefined
    const failure = await post(send)
    if (!failure || ended.signal.aborted) return
    if (!isOutcomeUnknown(failure)) return batch(() => fail(send, failure, 'settled'))
    send.outcome = 'unread'
    if (await settleByReading(send)) batch(() => fail(send, failure, 'open'))
  }

  /** Null when the server confirmed it, or the store has ended. */
  async function post(send: Send): Promise<Failure | null> {
    if (!send.isPosted) {
      // Only what is newer than now can be its message; written down before it can be.
      Object.assign(send, { isPosted: true, afterId: Math.max(send.afterId, deps.newestId(send.accountId)) })
      batch(rematch)
    }
    const asking = postSend(deps.api, deps.customerId, send, deps.forgotten)
    underWay.add(asking)
    try {
      const message = await asking
      if (ended.signal.aborted) deps.kept.drop(send.clientId)
      else
        batch(() => {
          confirm(send, message.id, 'answer')
          deps.onMessages(send.accountId, [message])
        })
      return null
    } catch (error) {
      return ended.signal.aborted ? null : failureOf(error)
    } finally {
      underWay.delete(asking)
    }
  }

  /** Looks for the send's message in the thread. True when the thread was read and it is not there. */
  async function settleByReading(send: Send): Promise<boolean> {
    const { accountId, afterId } = send
    try {
      const { messages } = await deps.pages.walk(
        accountId,
        (page, number) =>
          (page.at(-1)?.id ?? 0) <= afterId || (afterId === 0 && number >= MESSAGE_PAGES_PER_LOAD),
        ended.signal,
      )
      looksInVain = 0
      if (!sends.has(send.clientId)) return false
      Object.assign(send, { outcome: 'open', failedAtMs: deps.clock.now() })
      batch(() => {
        deps.onMessages(accountId, messages)
        observe(accountId, messages)
        const messageId = sends.has(send.clientId) ? guessFor(send) : undefined
        if (messageId !== undefined) confirm(send, messageId, 'text')
      })
      return sends.has(send.clientId)
    } catch (error) {
      if (ended.signal.aborted) return false
      lookAgainLater()
      if (send.state === 'sending') batch(() => fail(send, failureOf(error), 'unread'))
      return false
    }
  }

  /** Nothing but looking tells what became of a send, and a line that stays up will not ask for it. */
  function lookAgainLater(): void {
    cancelLook()
    cancelLook = deps.clock.after(redialDelayMs(looksInVain++), () => {
      if (deps.isLive()) for (const send of sends.values()) if (isUnseen(send)) enqueue(send)
    })
  }

  function resend(clientId: string): void {
    const send = sends.get(clientId)
    if (send?.state !== 'failed') return
    // Nothing came of a settled one so far: only what is newer than now can be its message.
    if (send.outcome === 'settled')
      Object.assign(send, { outcome: 'open', isPosted: false, afterId: deps.newestId(send.accountId) })
    else send.outcome = 'unread'
    // It goes behind whatever was written since, as it will on the server.
    sends.delete(clientId)
    sends.set(clientId, setSending(send, deps.clock.now()))
    batch(rematch)
    enqueue(send)
  }

  function takeOver(left: readonly KeptSend[], mayGo: (send: KeptSend) => boolean): void {
    if (left.length === 0) deps.onFinishedElsewhere()
    for (const kept of left) {
      for (const id of kept.takenIds) if (!confirmed.has(id)) confirmed.set(id, null)
      if (!sends.has(kept.clientId)) sends.set(kept.clientId, sendOf(kept, mayGo(kept)))
    }
    batch(rematch)
    const taken = left.flatMap(({ clientId }) => sends.get(clientId) ?? [])
    for (const send of taken) if (send.outcome === 'unread') enqueue(send)
  }

  return {
    outgoing(accountId) {
      void version.value
      const taken = new Set(guessed.values())
      const untaken = sendsOf(accountId).filter((send) => !taken.has(send.clientId))
      return untaken.map(outgoingOf)
    },
    sentAs: (messageId) => confirmed.get(messageId) ?? guessed.get(messageId) ?? null,
    observe: (accountId, messages) => batch(() => observe(accountId, messages)),
    send(accountId, text) {
      const [afterId, atMs] = [deps.newestId(accountId), deps.clock.now()]
      const send = newSend({ clientId: newClientId(), accountId, text, afterId, atMs })
      sends.set(send.clientId, send)
      changed()
      enqueue(send)
    },
    resend,
    resendWaiting() {
      for (const send of [...sends.values()])
        if (send.isWaiting) resend(send.clientId)
        else if (isUnseen(send)) enqueue(send)
    },
    adopt: () => deps.kept.adopt(takeOver),
    discard(clientId) {
      const send = sends.get(clientId)
      if (send?.state !== 'failed') return null
      sends.delete(clientId)
      batch(rematch)
      return send.text
    },
    dispose() {
      ended.abort()
      cancelLook()
      deps.kept.end(Promise.allSettled(underWay))
      sends.clear()
      rematch()
    },
  }
}

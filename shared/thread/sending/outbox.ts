/**
 * What a person has sent from here and the server has not confirmed, per conversation and in order, and which server message
 * belongs to which send. Unsent messages are stored for the next page (W-54).
 */
import { batch, signal } from '@preact/signals-core'
import { newClientId } from '#shared/lib/client-id.ts'
import type { ChosenFiles } from '#shared/thread/attachments/attachment-model.ts'
import type { Direction, Message, OutgoingMessage } from '#shared/thread/model.ts'
import { createDelivery, type DeliveryDeps } from './delivery.ts'
import type { KeptSends, Left } from './kept-sends.ts'
import {
  closeLate,
  keptOf,
  likeliestFirst,
  newSend,
  outgoingOf,
  type Send,
  sendOf,
  setSending,
} from './send.ts'

export interface OutboxDeps extends DeliveryDeps {
  /** Of the messages that are sent from here. */
  readonly own: Direction
  readonly kept: KeptSends
  /** The newest message id known of a conversation, 0 for none. */
  newestId(peerId: number): number
  /** Server messages this outbox came by: an answer to a send, or what it read to find one. */
  onMessages(peerId: number, messages: readonly Message[]): void
  /** Once for each send. */
  onSent(peerId: number, messageId: number): void
  /** A page before this one has brought its sends to an end; what came of them is on the server. */
  onFinishedElsewhere(): void
}

export interface Outbox {
  /** What has no server message yet, in the order of sending. Reads a signal. */
  outgoing(peerId: number): readonly OutgoingMessage[]
  /** The send a server message came from, or null. */
  sentAs(messageId: number): string | null
  /** Server messages that came by another way: sends may find themselves among them. */
  observe(peerId: number, messages: readonly Message[]): void
  send(peerId: number, text: string, files?: ChosenFiles): void
  resend(clientId: string): void
  /** The network is back, or the page is visible again: waiting sends are tried now. */
  resume(): void
  /** Takes over what pages that are gone left unsent. */
  adopt(): void
  /** Forgets a send that has not arrived; its text, or null if there is none. */
  discard(clientId: string): string | null
  /** A POST that is under way may still end; what is unsent is left to the next page. */
  dispose(): void
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const sends = new Map<string, Send>()
  const candidates = new Map<number, Map<number, Candidate>>()
  /** Confirmed: message id to send, null for one of a page before. */
  const confirmed = new Map<number, string | null>()
  /** Recognised by text only, until the answer comes: message id to send. */
  let guessed: ReadonlyMap<number, string> = new Map()
  let namesSends: boolean | null = null
  const version = signal(0)

  const delivery = createDelivery(deps, {
    isUnsent: ({ clientId }) => sends.has(clientId),
    namesSends: () => namesSends,
    onPosting(send) {
      // Only a newer message can be its own; stored before it can arrive.
      const afterId = Math.max(send.afterId, deps.newestId(send.peerId))
      Object.assign(send, { isPosted: true, state: 'sending', afterId })
      batch(rematch)
    },
    onAnswer: (send, message) =>
      batch(() => {
        confirm(send, message.id)
        deps.onMessages(send.peerId, [message])
      }),
    onRead: ({ peerId }, messages) =>
      batch(() => {
        deps.onMessages(peerId, messages)
        observe(peerId, messages)
      }),
    onChange: (peerId) =>
      batch(() => {
        rematch()
        confirmByText(peerId)
      }),
    onLate: ({ clientId }) => deps.kept.drop(clientId),
  })

  const sendsOf = (peerId: number) => [...sends.values()].filter((send) => send.peerId === peerId)
  const guessFor = (send: Send) => [...guessed].find(([, clientId]) => clientId === send.clientId)?.[0]

  function rematch(): void {
    const matches = new Map<number, string>()
    for (const peerId of new Set([...sends.values()].map((send) => send.peerId))) {
      const open = likeliestFirst(sendsOf(peerId).filter((send) => !send.isSettled))
      const free = [...(candidates.get(peerId)?.values() ?? [])].filter(({ id }) => !confirmed.has(id))
      for (const [messageId, clientId] of matchSends(open, free)) matches.set(messageId, clientId)
    }
    guessed = matches
    changed()
  }

  function changed(): void {
    version.value++
    deps.kept.sync([...sends.values()].map((send) => keptOf(send, confirmed.keys())))
  }

  function confirm(send: Send, messageId: number): void {
    if (confirmed.get(messageId) === send.clientId) return
    sends.delete(send.clientId)
    confirmed.set(messageId, send.clientId)
    if (sendsOf(send.peerId).length === 0) candidates.delete(send.peerId)
    rematch()
    deps.onSent(send.peerId, messageId)
    confirmByText(send.peerId)
    delivery.resume()
  }

  /** A message that names its send settles it; the others are matched by their text. */
  function observe(peerId: number, messages: readonly Message[]): void {
    for (const { id, clientId } of messages) {
      namesSends ||= clientId !== null
      const send = clientId === null ? undefined : sends.get(clientId)
      if (send) confirm(send, id)
    }
    for (const send of sendsOf(peerId)) closeLate(send, deps.clock.now())
    const open = sendsOf(peerId).filter((send) => !send.isSettled)
    if (open.length === 0) return
    const oldest = Math.min(...open.map((send) => send.afterId))
    const known = candidates.get(peerId) ?? new Map<number, Candidate>()
    for (const { id, atMs, type, message, clientId, attachments } of messages)
      if (type === deps.own && clientId === null && id > oldest && !confirmed.has(id))
        known.set(id, { id, atMs, text: message, files: attachments })
    candidates.set(peerId, known)
    rematch()
    confirmByText(peerId)
  }

  /** A send whose message appeared without an answer has arrived; one in flight waits for its answer. */
  function confirmByText(peerId: number): void {
    for (const send of sendsOf(peerId)) {
      const messageId = send.state !== 'sending' && sends.has(send.clientId) ? guessFor(send) : undefined
      if (messageId !== undefined) confirm(send, messageId)
    }
  }

  function resend(clientId: string): void {
    const send = sends.get(clientId)
    if (send?.state !== 'failed') return
    // Nothing came of a settled one so far: only what is newer than now can be its message.
    if (send.isSettled)
      Object.assign(send, { isSettled: false, isPosted: false, afterId: deps.newestId(send.peerId) })
    // It goes behind whatever was written since, as it will on the server.
    sends.delete(clientId)
    sends.set(clientId, setSending(send, deps.clock.now()))
    batch(rematch)
    delivery.enqueue(send)
  }

  function takeOver({ sends: left, mayGo }: Left): void {
    if (left.length === 0) deps.onFinishedElsewhere()
    for (const kept of left) {
      for (const id of kept.takenIds) if (!confirmed.has(id)) confirmed.set(id, null)
      if (!sends.has(kept.clientId)) sends.set(kept.clientId, sendOf(kept, mayGo(kept), deps.clock.now()))
    }
    batch(rematch)
    for (const { clientId } of left) {
      const send = sends.get(clientId)
      if (send) delivery.enqueue(send)
    }
  }

  function outgoing(peerId: number): readonly OutgoingMessage[] {
    const taken = new Set(guessed.values())
    let isBehind = false
    return sendsOf(peerId)
      .filter(({ clientId }) => !taken.has(clientId))
      .map((send) => {
        isBehind ||= send.state === 'waiting'
        return outgoingOf(send, isBehind)
      })
  }

  return {
    outgoing(peerId) {
      void version.value
      return outgoing(peerId)
    },
    sentAs: (messageId) => confirmed.get(messageId) ?? guessed.get(messageId) ?? null,
    observe: (peerId, messages) => batch(() => observe(peerId, messages)),
    send(peerId, text, files) {
      const [afterId, atMs] = [deps.newestId(peerId), deps.clock.now()]
      const send = newSend({ clientId: newClientId(), peerId, text, files, afterId, atMs })
      sends.set(send.clientId, send)
      changed()
      delivery.enqueue(send)
    },
    resend,
    resume: delivery.resume,
    adopt: () => deps.kept.adopt(takeOver),
    discard(clientId) {
      const send = sends.get(clientId)
      const shown = send && outgoing(send.peerId).find((each) => each.clientId === clientId)
      if (!shown?.canTakeBack) return null
      sends.delete(clientId)
      batch(rematch)
      delivery.resume()
      return shown.text
    },
    dispose() {
      deps.kept.end(delivery.end())
      sends.clear()
      rematch()
    },
  }
}

/** A send that wants its message. */
interface Claim {
  readonly clientId: string
  readonly text: string
  readonly files?: Files
  /** The newest message id known here when it was first sent: its own message is newer. */
  readonly afterId: number
}

/** A message from the customer that no POST's answer has named yet. */
interface Candidate {
  readonly id: number
  readonly atMs: number
  readonly text: string
  readonly files?: Files
}

type Files = readonly { readonly id: number | null }[] | undefined

/**
 * Which server message is which send. A POST's answer says it; until then, and for ever when no answer comes, a send is
 * recognised by text and order (widget.md W-53). Pure: given the same sends and messages it always says the same. Gives
 * each claim, in the order they were sent, the first free message with its text. The result is keyed by message id.
 * Guesses are made again each time, so an answer that comes later can set two equal texts right.
 */
export function matchSends(
  claims: readonly Claim[],
  candidates: readonly Candidate[],
): ReadonlyMap<number, string> {
  const free = [...candidates].sort((a, b) => a.atMs - b.atMs || a.id - b.id)
  const matches = new Map<number, string>()
  for (const claim of claims) {
    const index = free.findIndex((each) => each.id > claim.afterId && wordsOf(each) === wordsOf(claim))
    const [found] = index < 0 ? [] : free.splice(index, 1)
    if (found) matches.set(found.id, claim.clientId)
  }
  return matches
}

/** Servers trim what they are sent (Laravel does by default) and may write line ends their own way. */
const wordsOf = ({ text, files = [] }: Pick<Claim, 'text' | 'files'>): string =>
  [text.replace(/\r\n?/g, '\n').trim(), ...files.map(({ id }) => id)].join('\n')

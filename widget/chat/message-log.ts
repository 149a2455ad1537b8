/**
 * The messages of one thread: a set by id, ordered by (atMs, id). Adding at either end takes constant time.
 * It knows nothing of rows, days or sends.
 */

import { byPlace, createDeque, placeOf } from '#shared/lib/deque.ts'
import type { Message } from '#shared/thread/model.ts'

export interface MessageLog {
  readonly size: number
  at(index: number): Message | undefined
  get(id: number): Message | undefined
  indexOf(id: number): number
  /** In the thread's order. */
  all(): readonly Message[]
  /** Adds what is new and replaces what is known. In any order, also with repeats. */
  add(messages: readonly Message[]): LogChange
}

/** What an `add` did, so that rows can follow without being built anew. */
export interface LogChange {
  /** New messages, in the thread's order. */
  readonly added: readonly Message[]
  /** How many of them came before everything known. */
  readonly prepended: number
  /** Lowest index at which something was put between known messages, counted after the prepends; null when nothing was. */
  readonly insertedAt: number | null
  /** A known message has new contents. */
  readonly replaced: boolean
}

export function createMessageLog(): MessageLog {
  const list = createDeque<Message>()
  const byId = new Map<number, Message>()

  /** Puts a known message's new contents in its place; true when that place is another one now. */
  function replace(known: Message, message: Message): boolean {
    const index = placeOf(list, known)
    byId.set(message.id, message)
    if (known.atMs === message.atMs) {
      list.replace(index, message)
      return false
    }
    list.remove(index)
    return true
  }

  /** Returns where it went when that was between others, else null. */
  function insert(message: Message): number | null {
    byId.set(message.id, message)
    const last = list.at(list.length - 1)
    if (!last || byPlace(last, message) < 0) {
      list.push(message)
      return null
    }
    const index = placeOf(list, message)
    list.insert(index, message)
    return index
  }

  return {
    get size() {
      return list.length
    },
    at: list.at,
    get: (id) => byId.get(id),
    all: () =>
      Array.from({ length: list.length }, (_, index) => list.at(index)).filter((each) => each !== undefined),
    indexOf(id) {
      const message = byId.get(id)
      return message ? placeOf(list, message) : -1
    },
    add(messages) {
      const fresh: Message[] = []
      let lowest: number | null = null
      let isReplaced = false
      const lower = (index: number | null) => {
        if (index !== null) lowest = lowest === null ? index : Math.min(lowest, index)
      }
      for (const given of new Map(messages.map((each) => [each.id, each])).values()) {
        const known = byId.get(given.id)
        if (!known) fresh.push(given)
        else {
          isReplaced = true
          const message = knownBetter(known, given)
          const from = placeOf(list, known)
          if (replace(known, message)) {
            lower(from)
            lower(insert(message) ?? list.length - 1)
          }
        }
      }
      fresh.sort(byPlace)
      const first = list.at(0)
      const prepended = first ? fresh.filter((message) => byPlace(message, first) < 0).length : 0
      for (const message of fresh.slice(prepended)) lower(insert(message))
      for (const message of fresh.slice(0, prepended).reverse()) {
        byId.set(message.id, message)
        list.unshift(message)
      }
      const insertedAt = lowest === null ? null : lowest + prepended
      return { added: fresh, prepended, insertedAt, replaced: isReplaced }
    },
  }
}

/** An event or an answer to a send may carry less than a page did, and may have set out before a read mark arrived. */
export const knownBetter = (known: Message, given: Message): Message => ({
  ...given,
  message: given.message || known.message,
  isRead: given.isRead || known.isRead,
  readAt: given.readAt ?? known.readAt,
  clientId: given.clientId ?? known.clientId,
  attachments: given.attachments ?? known.attachments,
  property: given.property ?? known.property,
  offer: given.offer ?? known.offer,
  inquiry: given.inquiry ?? known.inquiry,
})

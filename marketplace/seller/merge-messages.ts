/** One thread out of pages, answers and live events, whatever their order. Pure. */

import { byPlace } from '#shared/lib/deque.ts'
import type { Message } from '#shared/thread/model.ts'

/** Oldest first, each message once; what comes in later wins, except that read stays read. */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of incoming) {
    const isRead = message.isRead || byId.get(message.id)?.isRead === true
    byId.set(message.id, { ...message, isRead })
  }
  return [...byId.values()].sort(byPlace)
}

export function markedRead(messages: readonly Message[], ids: ReadonlySet<number>): Message[] {
  return messages.map((message) => (ids.has(message.id) ? { ...message, isRead: true } : message))
}

/** What was new to the seller's side when a conversation was opened. Pure. */
import type { Message } from '#shared/thread/model.ts'

export interface NewMark {
  /** Messages of the buyer that nobody on the seller's side had read. */
  readonly unread: number
  /** The newest message at that time. */
  readonly newestId: number
}

/** The first of them; null while it is not loaded, or when nothing was new. */
export function firstNew(messages: readonly Message[], { unread, newestId }: NewMark): number | null {
  if (unread === 0) return null
  return messages.filter(({ type, id }) => type === 'inbound' && id <= newestId).at(-unread)?.id ?? null
}

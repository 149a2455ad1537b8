/** Reads on into the past of an open conversation. New messages push the known ones to later pages, so pages may repeat. */

import type { Message } from '#shared/thread/model.ts'
import type { MessagePages } from './message-pages.ts'
import type { Opened } from './open-thread.ts'

export interface OlderPages {
  readonly messages: readonly Message[]
  readonly hasNext: boolean
  /** What stopped it early; what was read before it is in `messages`. Null when nothing did. */
  readonly error: unknown
}

/** Up to `limit` pages that bring something new; a page that only repeats does not count. Moves `of.nextPage` on. */
export async function readOlder(pages: MessagePages, of: Opened, limit: number): Promise<OlderPages> {
  const found = new Map<number, Message>()
  let hasNext = true
  try {
    for (let useful = 0; useful < limit && hasNext; ) {
      const number = nextNumber(of)
      const page = await pages.page(of.accountId, number, of.ended)
      of.nextPage = number + 1
      const fresh = page.messages.filter(({ id }) => !of.log.get(id) && !found.has(id))
      for (const message of fresh) found.set(message.id, message)
      if (fresh.length > 0) useful++
      hasNext = page.hasNext
    }
    return { messages: [...found.values()], hasNext, error: null }
  } catch (error) {
    return { messages: [...found.values()], hasNext: true, error }
  }
}

/** Pages that are full of known messages by now are left out, all but one for safety. */
const nextNumber = ({ nextPage, pageSize, log }: Opened): number =>
  pageSize > 0 ? Math.max(nextPage, Math.floor(log.size / pageSize)) : nextPage

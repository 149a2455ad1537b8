/** Messages to every buyer of an account: a blast, and a digest of deals. One short transaction a message, so others are not held up. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '#server/database/open.ts'
import type { FromAccount, Messenger } from '#server/messenger/messenger.ts'
import { buyersOf } from './queries.ts'

/** A blast without words says just this; the widget hides it (spec section 9). */
const BLAST_TEXT = 'Blast'

interface Campaign {
  accountId: number
  message?: string | undefined
}

export interface Blast extends Campaign {
  channel: 'sms' | 'email'
  propertyId?: number | undefined
}

export interface Digest extends Campaign {
  propertyIds: number[]
}

/** Resolves with the number of buyers it went to. */
export function sendBlast(db: Database, messenger: Messenger, blast: Blast): Promise<number> {
  const body = wordsOf(blast.message) ?? BLAST_TEXT
  const { channel, propertyId = null } = blast
  return sendToAll(db, messenger, blast.accountId, [{ action: 'blast', channel, body, propertyId }])
}

/** The words go with the first deal; each further deal is a card of its own. */
export function sendDigest(db: Database, messenger: Messenger, digest: Digest): Promise<number> {
  const body = wordsOf(digest.message)
  const messages = digest.propertyIds.map((propertyId, index) => ({
    action: 'deals_digest',
    propertyId,
    body: index === 0 ? body : null,
  }))
  return sendToAll(db, messenger, digest.accountId, messages)
}

type Part = Omit<FromAccount, 'customerId' | 'accountId'>

async function sendToAll(
  db: Database,
  messenger: Messenger,
  accountId: number,
  parts: Part[],
): Promise<number> {
  let sent = 0
  for await (const buyers of buyersOf(db, accountId)) {
    for (const customerId of buyers) {
      for (const part of parts) await messenger.post({ ...part, accountId, customerId, type: 'outbound' })
      sent++
      // The embedded database answers without ever leaving this turn of the event loop: 3,000 buyers froze it for 10 s.
      await turn()
    }
  }
  return sent
}

/** Blank words are none. */
export const wordsOf = (text: string | undefined): string | null => (text?.trim() ? text : null)

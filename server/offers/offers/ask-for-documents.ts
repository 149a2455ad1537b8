/** The seller asks the buyer for documents, in the conversation, while the offer is active. */
import type { Transaction } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { isActive } from '#shared/rules/offers/offer-graph.ts'
import { partiesOf } from './move-message.ts'
import type { Move } from './move-offer.ts'
import { writeDocumentsNotification } from './offer-notifications.ts'
import { lockOffer } from './offer-row.ts'
import type { PendingEffects } from './pending-effects.ts'
import { notNow } from './refusals.ts'
import { sayInThread } from './write-move.ts'

export interface DocumentRequest extends Pick<Move, 'offerId' | 'isOwn'> {
  words: string
}

/** Throws 404, or 409 with where the offer stands. */
export async function askForDocuments(
  trx: Transaction<Schema>,
  { offerId, isOwn, words }: DocumentRequest,
  pendingEffects: PendingEffects,
): Promise<void> {
  const row = await lockOffer(trx, offerId)
  if (!row || !isOwn(row)) throw notFound()
  if (!isActive(row.state)) throw notNow(row)
  const message = { ...partiesOf(row), type: 'outbound', action: 'offer_documents', body: words } as const
  const { id: messageId } = await sayInThread(trx, message, pendingEffects)
  await writeDocumentsNotification(trx, row, { messageId, words })
}

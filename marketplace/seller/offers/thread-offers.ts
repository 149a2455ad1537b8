/** The offers of the seller app's open thread, as the card of the messenger wants them: where each stands, and the seller's moves. */

import type { OfferBook } from '#shared/thread/offer-book.ts'
import { moveBody, type Offers } from '#shared/thread/offer-model.ts'
import type { OfferRows } from './offer-rows.ts'

export function createThreadOffers(
  book: OfferBook,
  rows: OfferRows,
  /** Reads the thread again: this socket is spared the message that tells the move. */
  refresh: () => Promise<void>,
): Offers {
  return {
    standings: book.standings,
    serverNow: book.serverNow,
    checkTime: () => void refresh(),
    reply: book.reply,
    async move(offerId, ask) {
      const { action, ...said } = moveBody(ask)
      if (action === 'withdraw') return 'Only the buyer can withdraw an offer.'
      const errorMessage = await rows.move(offerId, { action, ...said })
      void refresh()
      return errorMessage
    },
  }
}

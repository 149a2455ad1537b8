/** The offers of the seller app's open thread, as the card of the messenger wants them: where each stands, and the seller's moves. */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react'
import { errorText } from '#marketplace/kit/error-text.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { movesOf } from '#shared/rules/offers/offer-graph.ts'
import type { OfferBook } from '#shared/thread/offer-book.ts'
import { moveBody, type Offers, refusedMove } from '#shared/thread/offer-model.ts'
import type { OfferRows } from './offer-rows.ts'

export interface ThreadOffers extends Offers {
  /** A card has text that is not sent, also in a thread that is not open. */
  readonly isTyped: ReadonlySignal<boolean>
}

export function createThreadOffers(
  book: OfferBook,
  rows: OfferRows,
  /** Reads the thread again: this socket is spared the message that tells the move. */
  refresh: () => Promise<void>,
): ThreadOffers {
  const typed = signal<ReadonlySet<number>>(new Set())
  const followed = new Set<number>()
  const follow = (offerId: number) =>
    effect(() => {
      const said = book.reply(offerId).value
      const now = book.standings.value.get(offerId)?.now
      const isTyped = Boolean(said?.price.trim() || said?.words.trim())
      // Its thread is not open: nothing is known of the offer.
      if (isTyped && !now) return
      // The offer may have changed so that the card has no such form.
      const isShown =
        isTyped && now !== undefined && movesOf(now.state, 'seller').some((move) => move === said?.action)
      if (isShown === typed.peek().has(offerId)) return
      const others = [...typed.peek()].filter((id) => id !== offerId)
      typed.value = new Set(isShown ? [...others, offerId] : others)
    })
  return {
    isTyped: computed(() => typed.value.size > 0),
    standings: book.standings,
    serverNow: book.serverNow,
    checkTime: () => void refresh(),
    reply(offerId) {
      if (!followed.has(offerId)) {
        followed.add(offerId)
        follow(offerId)
      }
      return book.reply(offerId)
    },
    async move(offerId, ask) {
      const { action, ...said } = moveBody(ask)
      if (action === 'withdraw') return { text: 'Only the buyer can withdraw an offer.', field: null }
      const refusal = await rows.move(offerId, { action, ...said }).then(
        () => null,
        (error: unknown) =>
          error instanceof ApiError
            ? refusedMove(errorText(error), error.failure)
            : { text: errorText(error), field: null },
      )
      void refresh()
      return refusal
    },
  }
}

/** The moves of the seeded offers as messages of their threads. */
import { actionOf } from '#server/offers/offers/move-message.ts'
import { DEALS } from '../deals.ts'
import type { DemoMessage } from '../world.ts'
import { OFFER_SCRIPTS } from './scripts.ts'

/** As they stand when the world is seeded at `nowMs`. */
export const offerMessages = (nowMs: number): DemoMessage[] =>
  OFFER_SCRIPTS.flatMap(({ key, customer, deal, moves }) =>
    moves.map((move) => ({
      customer,
      account: accountOf(deal),
      deal,
      offer: key,
      channel: null,
      direction: move.by === 'buyer' ? ('inbound' as const) : ('outbound' as const),
      action: actionOf(move.kind),
      body: move.words,
      isRead: move.isRead ?? true,
      sentAtMs: move.at(nowMs),
    })),
  )

/** Throws for a spelling mistake in the seed. */
function accountOf(key: string): string {
  const deal = DEALS.find((one) => one.key === key)
  if (!deal) throw new Error(`The demo world has no deal '${key}'.`)
  return deal.account
}

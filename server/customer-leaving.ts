/** What each group does when a customer deletes their account, in the order in which rows are locked. */
import type { AfterLeaving, Leaving } from './accounts/profile/leaving.ts'
import { letGoAllFavourites } from './deals/favourites/queries.ts'
import { type BroadcastDeps, notifyPlaces } from './deals/open-houses/notify.ts'
import { giveAllBack } from './deals/open-houses/places.ts'
import { holdMatching } from './matching/matches/box-changes.ts'
import { exportedFilesOf, fileKeysOf } from './offers/proof-of-funds/files-of.ts'
import { type SendDeps, sendWithdrawals } from './payments/send-withdrawal.ts'
import { withdrawAll } from './payments/withdraw.ts'
import type { RoomDeps } from './providers/app-context.ts'
import { dropReviewsOf } from './sellers/reviews/drop-reviews.ts'

export function createLeaving({ secret, parts }: Pick<RoomDeps, 'secret' | 'parts'>): Leaving {
  return {
    holdMatching,
    withdrawAll: (trx, wanted, nowMs) =>
      withdrawAll(trx, wanted, { secret, provider: parts.billing.name, nowMs }),
    fileKeysOf,
    exportedFilesOf,
    async letGo(trx, customerId, nowMs) {
      // Before anything about deals: a rating locks its account first, then the deals.
      await dropReviewsOf(trx, customerId, nowMs)
      await letGoAllFavourites(trx, customerId)
      return giveAllBack(trx, customerId, nowMs)
    },
  }
}

export const createAfterLeaving = (deps: SendDeps & BroadcastDeps): AfterLeaving => ({
  sendPayouts: (payouts) => sendWithdrawals(deps, payouts),
  notifyPlaces: (places) => notifyPlaces(deps, places),
})

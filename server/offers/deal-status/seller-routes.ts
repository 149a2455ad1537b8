/** The seller app's call about a deal's status. */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { cardWire } from '#server/messaging/property-card.ts'
import { runPendingEffects } from '#server/offers/offers/after-commit.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { sellerSetDealStatus } from '#shared/contract/seller-deals.ts'
import { setDealStatus } from './set-status.ts'

type SellerDealDeps = Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix' | 'site'> & {
  messenger: Pick<Messenger, 'announce'>
  nowMs: () => number
}

export function registerSellerDeals(
  app: FastifyInstance,
  { db, broadcaster, prefix, site, messenger, nowMs }: SellerDealDeps,
): void {
  serve(app, sellerSetDealStatus, async ({ params, body, me }) => {
    const change = { propertyId: params.property, status: body.status }
    const { row, hasChanged, pendingEffects } = await setDealStatus(db, me, change)
    if (hasChanged) await broadcastChanged({ broadcaster, prefix }, row.id)
    await runPendingEffects({ db, broadcaster, prefix, messenger, nowMs }, pendingEffects)
    const status = DEAL_STATUSES[row.status] ?? 'available'
    return { data: { ...cardWire(row, site), status, listing: row.listing } }
  })
}

/** The desk's call about a deal's status. */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import { tellChanged } from '#server/deals/list/tell-changed.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { cardWire } from '#server/messaging/property-card.ts'
import { tellAftermath } from '#server/offers/offers/after-commit.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { deskSetDealStatus } from '#shared/contract/desk-deals.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { setDealStatus } from './set-status.ts'

type DeskDealDeps = Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix' | 'site'> & {
  messenger: Pick<Messenger, 'announce'>
  nowMs: () => number
}

export function registerDeskDeals(
  app: FastifyInstance,
  { db, broadcaster, prefix, site, messenger, nowMs }: DeskDealDeps,
): void {
  serve(app, deskSetDealStatus, async ({ params, body, me }) => {
    const change = { propertyId: params.property, status: body.status }
    const { row, hasChanged, aftermath } = await setDealStatus(db, me, change)
    if (hasChanged) await tellChanged({ broadcaster, prefix }, row.id)
    await tellAftermath({ db, broadcaster, prefix, messenger, nowMs }, aftermath)
    const status = DEAL_STATUSES[row.status] ?? 'available'
    return { data: { ...cardWire(row, site), status, listing: row.listing } }
  })
}

/** The desk's call about a deal's status. */
import type { FastifyInstance } from 'fastify'
import { memberOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import { tellAftermath } from '#server/offers/tell-aftermath.ts'
import { cardWire } from '#server/properties/wire.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { deskSetDealStatus } from '#shared/contract/desk-deals.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { setDealStatus } from './set-status.ts'
import { tellChanged } from './tell-changed.ts'

type DeskDealDeps = Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix' | 'site'> & {
  messenger: Pick<Messenger, 'announce'>
}

export function registerDeskDeals(
  app: FastifyInstance,
  { db, broadcaster, prefix, site, messenger }: DeskDealDeps,
): void {
  serve(app, deskSetDealStatus, async ({ params, body, who }) => {
    const me = memberOf(who)
    const change = { propertyId: params.property, status: body.status }
    const { row, hasChanged, aftermath } = await setDealStatus(db, me, change)
    if (hasChanged) await tellChanged({ broadcaster, prefix }, row.id)
    await tellAftermath({ db, broadcaster, prefix, messenger }, aftermath)
    const status = DEAL_STATUSES[row.status] ?? 'available'
    return { data: { ...cardWire(row, site), status, listing: row.listing } }
  })
}

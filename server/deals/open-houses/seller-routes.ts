/** The seller app's open houses: who is coming, and calling one off. Ours, beside the calls of the spec. */
import type { FastifyInstance } from 'fastify'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { cardWire } from '#server/messaging/property-card.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { sellerCancelOpenHouse, sellerOpenHouses } from '#shared/contract/seller-deals.ts'
import { type BroadcastDeps, notifyAccount, notifyCancelled } from './notify.ts'
import { past, SHOWN_AFTER_MS } from './places.ts'
import { openHouseById, openHousesOfAccount } from './queries.ts'
import { openHouseWire } from './wire.ts'

export function registerSellerOpenHouses(
  app: FastifyInstance,
  deps: Omit<BroadcastDeps, 'log'> & Pick<RoomDeps, 'nowMs'>,
): void {
  const { db, site } = deps

  serve(app, sellerOpenHouses, async ({ me }) => {
    const { accountId } = me
    const rows = await openHousesOfAccount(db, accountId, new Date(deps.nowMs() - SHOWN_AFTER_MS))
    const [people, cards] = [await peopleOf(db, rows), await cardsOf(db, rows)]
    return {
      data: rows.flatMap((row) => {
        const card = cards.get(row.property_id)
        if (!card) return []
        return {
          ...openHouseWire(row, null, { isSeller: true }),
          registrations: people
            .filter(({ open_house_id }) => open_house_id === row.id)
            .map(({ id, state, created_at, customer_id, name }) => ({
              id,
              state,
              created_at: created_at.toISOString(),
              customer: { id: customer_id, name },
            })),
          property: cardWire({ ...card, is_street_shown: true }, site),
        }
      }),
    }
  })

  serve(app, sellerCancelOpenHouse, async ({ params, body, me }) => {
    const { accountId } = me
    const known = await openHouseById(db, params.openHouse)
    if (known?.account_id !== accountId) throw notFound()
    if (known.cancelled_at === null && known.ends_at.getTime() <= deps.nowMs()) throw past()
    const isFirst = await cancel(db, known, body.reason?.trim() || null)
    const row = (await openHouseById(db, known.id)) ?? known
    if (isFirst) {
      await broadcastChanged(deps, row.property_id)
      await notifyAccount(deps, row)
      const people = (await peopleOf(db, [row])).filter(({ state }) => state !== 'cancelled')
      const told = people.map(({ customer_id, name, email, state }) => ({
        id: customer_id,
        name,
        email,
        state,
      }))
      await notifyCancelled({ ...deps, log: app.log }, row, told)
    }
    return { data: openHouseWire(row, null, { isSeller: true }) }
  })
}

/** False when it had been called off before: nobody is told twice. The list shows the next open house, so the deal has changed. */
const cancel = (
  db: Database,
  { id, property_id }: { id: number; property_id: number },
  reason: string | null,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await bumpDealRevision(trx, property_id)
    // By primary key.
    const row = await trx
      .updateTable('open_houses')
      .set({ cancelled_at: NOW, cancel_reason: reason })
      .where('id', '=', id)
      .where('cancelled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  })

/** In the order they registered. By the unique index on open house and customer. */
async function peopleOf(db: Database, houses: readonly { id: number }[]) {
  if (houses.length === 0) return []
  return db
    .selectFrom('open_house_registrations as own')
    .innerJoin('customers', 'customers.id', 'own.customer_id')
    .select(['own.id', 'own.open_house_id', 'own.state', 'own.created_at'])
    .select(['own.customer_id', 'customers.name', 'customers.email'])
    .where(
      'own.open_house_id',
      'in',
      houses.map(({ id }) => id),
    )
    .orderBy('own.id')
    .execute()
}

/** By primary key. */
async function cardsOf(db: Database, houses: readonly { property_id: number }[]) {
  if (houses.length === 0) return new Map<number, never>()
  const ids = [...new Set(houses.map(({ property_id }) => property_id))]
  const cards = await db.selectFrom('properties').selectAll().where('id', 'in', ids).execute()
  return new Map(cards.map((card) => [card.id, card]))
}

/** Favourites (spec section 7, Properties and deals). The ids alone also ride on the profile, `favourite_properties`. */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  addFavourite,
  type FavouriteWire,
  labelFavourite,
  listFavourites,
  removeFavourite,
} from '#shared/contract/inquiries.ts'
import { favouriteIdsOf, favouritesOf, keepFavourite, labelFavouriteOf, letGoFavourite } from './queries.ts'

export function registerFavourites(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, addFavourite, async ({ body, me }) => {
    await keepFavourite(db, me.id, body.property_id)
    return { favourite_properties: await favouriteIdsOf(db, me.id) }
  })

  serve(app, removeFavourite, async ({ params, me }) => {
    await letGoFavourite(db, me.id, params.property)
  })

  serve(app, listFavourites, async ({ me }) => ({
    data: (await favouritesOf(db, me.id)).map(favouriteWire),
  }))

  serve(app, labelFavourite, async ({ params, body, me }) => {
    const of = { customerId: me.id, propertyId: params.property }
    return { data: favouriteWire(await labelFavouriteOf(db, of, body.labels)) }
  })
}

type FavouriteRow = Awaited<ReturnType<typeof favouritesOf>>[number]

const favouriteWire = (row: FavouriteRow): FavouriteWire => ({
  property_id: row.property_id,
  created_at: row.created_at.toISOString(),
  price: row.price,
  labels: row.labels,
})

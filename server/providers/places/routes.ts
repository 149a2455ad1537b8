/** Finding places, and the searches of a customer (spec section 7). */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { networkOf } from '#server/core/http/network.ts'
import { invalid, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { PLACE_QUERIES_PER_MINUTE } from '#shared/contract/limits.ts'
import {
  addressOfCoordinates,
  forgetLocationQueries,
  type LocationOptionWire,
  type LocationQueryWire,
  listLocationQueries,
  place,
  pushLocationQuery,
  queryLocations,
} from '#shared/contract/places.ts'
import { liesIn } from './known-places.ts'
import { forgetQueries, recentLocationQueries, rememberLocationQuery } from './location-queries.ts'

export function registerPlaces(app: FastifyInstance, { db, parts, site }: RoomDeps): void {
  const { geocoder } = parts
  // Visitors may ask, and an outside service is paid by the question.
  const questions = app.createThrottle('place-queries', PLACE_QUERIES_PER_MINUTE, MINUTE_MS)

  serve(app, queryLocations, async ({ query, request }) => {
    await questions.take(networkOf(request.ip))
    // A place where no deal may be listed is none to search in.
    const { markets } = await installationOf(site)
    return { data: await answered(request.log, geocoder.query(query.q, markets)) }
  })

  serve(app, addressOfCoordinates, async ({ query: { lat, lng }, request }) => {
    await questions.take(networkOf(request.ip))
    if (Math.abs(lat) > NORTH_POLE) throw invalid({ lat: ['The latitude must be between -90 and 90.'] })
    if (Math.abs(lng) > DATE_LINE) throw invalid({ lng: ['The longitude must be between -180 and 180.'] })
    const around = await answered(request.log, geocoder.addressOf(lat, lng))
    const { markets } = await installationOf(site)
    return { data: around.filter((option) => liesIn(option, markets)) }
  })

  serve(app, listLocationQueries, async ({ me }) => {
    // Whoever loads this is about to search.
    geocoder.warm()
    const { markets } = await installationOf(site)
    const recent = await recentLocationQueries(db, me.id)
    return { data: recent.filter((query) => mayBeIn(query, markets)) }
  })

  serve(app, pushLocationQuery, async ({ me, body }) => {
    await rememberLocationQuery(db, me.id, body)
    return { message: 'Saved.' }
  })

  serve(app, forgetLocationQueries, async ({ me, query }) => {
    await forgetQueries(db, me.id, query.value)
    return { message: 'Forgotten.' }
  })
}

/** What was kept with a search may be anything; only of a place it is known where it lies. */
function mayBeIn({ label, value, meta }: LocationQueryWire, markets: readonly string[]): boolean {
  const kept = place.safeParse(meta)
  return !kept.success || liesIn({ label, value: { placeId: value, place: kept.data } }, markets)
}

const NORTH_POLE = 90
const DATE_LINE = 180

/** A service that is down is not our bug: the log says what happened, the caller that it may try again. */
async function answered(
  log: FastifyBaseLogger,
  asked: Promise<LocationOptionWire[]>,
): Promise<LocationOptionWire[]> {
  try {
    return await asked
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'places do not answer')
    throw new Refusal(503, {
      message: 'Places cannot be searched right now. Try again in a moment.',
      code: 'places_unavailable',
    })
  }
}

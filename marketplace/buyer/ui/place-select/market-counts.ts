/** How many deals there are in chosen target markets, places and circles alike (checklist BOX-12). */
import { attempt } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import { propertyBounds } from '#shared/contract/properties.ts'
import { areaAround } from '#shared/rules/deals/area.ts'
import {
  DEFAULT_QUERY,
  type DealFilter,
  type PlaceFilter,
  type Point,
  type Range,
} from '#shared/rules/deals/filter.ts'
import { AREAS_MAX, PLACES_MAX, queryInput } from '#shared/rules/deals/query-codec.ts'
import { areaOf } from '#shared/rules/matching/scored-box.ts'
import type { TargetMarket } from './target-markets.ts'

export interface DealCounts {
  readonly now: number
  /** Listed in the last seven days. */
  readonly ofWeek: number
}

export type CountedMarket = Pick<TargetMarket, 'place' | 'radiusMiles'>

type Where = Pick<DealFilter, 'places' | 'areas'>

/** Null when the server does not answer, and when a market has no place or there are more than a call may name. */
export async function countDeals(api: Api, markets: readonly CountedMarket[]): Promise<DealCounts | null> {
  const where = whereOf(markets)
  if (where === null) return null
  const counts = Promise.all([
    countAnywhere(api, where, {}),
    countAnywhere(api, where, { days: { max: WEEK_DAYS } }),
  ])
  const answer = await attempt(counts)
  if (answer.kind === 'failed') return null
  const [now, ofWeek] = answer.value
  return { now, ofWeek }
}

const WEEK_DAYS = 7

/** As a buy box matches them. */
function whereOf(markets: readonly CountedMarket[]): Where | null {
  const [places, areas]: [PlaceFilter[], (readonly Point[])[]] = [[], []]
  for (const { place, radiusMiles } of markets) {
    if (place === null) return null
    const area = areaOf(place, { radius_miles: radiusMiles })
    if (area.kind === 'place') places.push(area.place)
    else areas.push(area.kind === 'polygon' ? area.points : areaAround(area.center, area.miles))
  }
  return places.length > PLACES_MAX || areas.length > AREAS_MAX ? null : { places, areas }
}

/** A filter takes deals that are in one of its places and in one of its areas: those in both are counted once. */
async function countAnywhere(
  api: Api,
  { places, areas }: Where,
  ranges: Readonly<{ days?: Range }>,
): Promise<number> {
  const count = async (where: Where): Promise<number> => {
    const filter = { ...DEFAULT_QUERY.filter, ...where, ranges }
    return (await api(propertyBounds, { query: queryInput({ ...DEFAULT_QUERY, filter }) })).count
  }
  // An empty list is no condition.
  const [inPlaces, inAreas, inBoth] = await Promise.all([
    places.length && count({ places, areas: [] }),
    areas.length && count({ places: [], areas }),
    places.length && areas.length && count({ places, areas }),
  ])
  return inPlaces + inAreas - inBoth
}

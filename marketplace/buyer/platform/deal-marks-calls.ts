/** Asks what somebody has looked at and put away, and says it. A chunk of its own with its schemas: a visitor needs none of it. */
import type { Api } from '#shared/api/client.ts'
import {
  hideDeal,
  listHiddenDeals,
  listSeenDeals,
  markFeedSeen,
  noteDealsVisit,
  unhideDeal,
} from '#shared/contract/feed.ts'

export interface Marks {
  readonly hidden: ReadonlySet<number>
  readonly seen: ReadonlySet<number>
}

/** Each rejects with `ApiError`. */
export async function askForMarks(api: Api): Promise<Marks> {
  const [hidden, seen] = await Promise.all([api(listHiddenDeals, {}), api(listSeenDeals, {})])
  return {
    hidden: new Set(hidden.data.map(({ property_id }) => property_id)),
    seen: new Set(seen.property_ids),
  }
}

export const sendHidden = (api: Api, property: number, isHidden: boolean): Promise<unknown> =>
  api(isHidden ? hideDeal : unhideDeal, { params: { property } })

export const sendSeen = (api: Api, property_ids: number[]): Promise<unknown> =>
  api(markFeedSeen, { body: { property_ids } })

/** In milliseconds; null on the first visit. */
export async function sendVisit(api: Api): Promise<number | null> {
  const { before_at } = await api(noteDealsVisit, {})
  return before_at == null ? null : Date.parse(before_at)
}

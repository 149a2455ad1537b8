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
import { areMarksOff, followAccount } from './seen-marks.ts'

export interface Marks {
  readonly hidden: ReadonlySet<number>
  readonly seen: ReadonlySet<number>
  /** Seen deals are not marked, also those that were looked at since. */
  readonly isOff?: boolean
}

const storage = () => window.localStorage

/** Each rejects with `ApiError`. */
export async function askForMarks(api: Api): Promise<Marks> {
  const [hidden, seen] = await Promise.all([api(listHiddenDeals, {}), api(listSeenDeals, {})])
  followAccount(storage, seen.is_on)
  return {
    isOff: areMarksOff(storage),
    hidden: new Set(hidden.data.map(({ property_id }) => property_id)),
    seen: new Set(seen.property_ids),
  }
}

export const sendHidden = (api: Api, property: number, isHidden: boolean): Promise<unknown> =>
  api(isHidden ? hideDeal : unhideDeal, { params: { property } })

/** Not while the marks are off, in this browser or in the account. */
export const sendSeen = async (api: Api, property_ids: number[]): Promise<unknown> =>
  areMarksOff(storage) ? null : api(markFeedSeen, { body: { property_ids } })

/** In milliseconds; null on the first visit, and while the marks are off. */
export async function sendVisit(api: Api): Promise<number | null> {
  if (areMarksOff(storage)) return null
  const { before_at } = await api(noteDealsVisit, {})
  return before_at == null ? null : Date.parse(before_at)
}

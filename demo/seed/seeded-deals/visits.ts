/** Makes up open houses: some of the available deals can be walked in the next three weeks, at times people have time. */
import { type Random, seededRandom } from '../random.ts'
import type { Row } from '../rows.ts'
import type { DealRow } from './deal-row.ts'
import { type ZonedClock, zonedClock } from './zoned-time.ts'

/** A row of `open_houses` without an id, and who registered. */
export interface Visit {
  row: Row
  registeredIds: readonly number[]
}

export interface VisitsSettings {
  nowMs: number
  /** Buyers without a login, who may come. */
  visitorIds: readonly number[]
}

const SHARE_IN_1000 = 40
const DAYS_AHEAD = 21
const SEED = 7_140
/** Saturday and Sunday mornings and noons, weekday evenings, in minutes of the day. */
const WEEKEND_STARTS = [600, 660, 720, 780, 840] as const
const EVENING_STARTS = [990, 1020, 1050] as const
const LENGTHS = [60, 90, 120] as const
const NOTES = [
  'Park on the street. The lockbox is on the side gate.',
  'Ring at the front, we are inside.',
  'Mind the soft spot in the hall bath.',
  'Dog in the yard until noon, do not open the back door.',
  'Utilities are off, bring a light.',
] as const

/** Hand it the deals one after another; keeps what it learns about time zones. */
export function visitMaker({ nowMs, visitorIds }: VisitsSettings): (deal: DealRow, id: number) => Visit[] {
  const clocks = new Map<string, ZonedClock>()
  const clockOf = (zone: string) => {
    const clock = clocks.get(zone) ?? zonedClock(zone)
    clocks.set(zone, clock)
    return clock
  }
  return (deal, id) => {
    const random = seededRandom(SEED + id * 31)
    if (deal.status !== 0 || random.between(1, 1000) > SHARE_IN_1000) return []
    const count = random.between(1, 4) === 1 ? 2 : 1
    return Array.from({ length: count }, () => {
      const capacity = random.between(1, 4) === 1 ? null : random.pick([2, 3, 4, 6, 8, 12])
      const registeredIds = comingOf(random, visitorIds, capacity)
      return {
        row: {
          property_id: id,
          time_zone: deal.time_zone,
          host_id: deal.manager_id,
          ...timesOf(random, clockOf(deal.time_zone), nowMs),
          capacity,
          registered_count: registeredIds.length,
          access_notes: random.pick(NOTES),
          grants_address: !deal.is_street_shown && random.between(1, 2) === 1,
        },
        registeredIds,
      }
    })
  }
}

function timesOf(random: Random, clock: ZonedClock, nowMs: number) {
  const days = random.between(1, DAYS_AHEAD)
  const weekday = clock.weekday(clock.at(nowMs, days, NOON))
  const isWeekend = weekday === 0 || weekday === 6
  const startMs = clock.at(nowMs, days, random.pick(isWeekend ? WEEKEND_STARTS : EVENING_STARTS))
  const endMs = startMs + random.pick(LENGTHS) * 60_000
  return { starts_at: new Date(startMs).toISOString(), ends_at: new Date(endMs).toISOString() }
}

const NOON = 720

function comingOf(random: Random, visitorIds: readonly number[], capacity: number | null): number[] {
  const most = Math.min(visitorIds.length, capacity ?? visitorIds.length)
  // A small one is often full.
  const count = random.between(1, 3) === 1 ? most : random.between(0, most)
  return visitorIds.slice(0, count)
}

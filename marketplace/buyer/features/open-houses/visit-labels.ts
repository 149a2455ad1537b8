/** An open house in words: when it is where it is, when that is for who reads, and how many places are left. */
import { zonedDayWords, zonedLeaf } from '#marketplace/kit/date-labels.ts'
import type { OpenHouseWire } from '#shared/contract/open-houses.ts'
import { clocksDiffer, zonedTimes } from '#shared/format/visit-time.ts'

export interface VisitTimes {
  readonly day: string
  readonly times: string
  readonly leaf: { readonly weekday: string; readonly day: string }
  /** Null while the reader's clock shows the same. */
  readonly yours: string | null
}

export function visitTimes({ start, end, tz }: OpenHouseWire, readerZone: string): VisitTimes {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)]
  const [day, yourDay] = [zonedDayWords(startMs, tz), zonedDayWords(startMs, readerZone)]
  const yours = zonedTimes(startMs, endMs, readerZone)
  return {
    day,
    times: zonedTimes(startMs, endMs, tz),
    leaf: zonedLeaf(startMs, tz),
    yours: clocksDiffer(startMs, tz, readerZone)
      ? `${yourDay === day ? yours : `${yourDay}, ${yours}`} where you are`
      : null,
  }
}

/** Null when anybody may come. */
export function placesWords({ capacity, registered_count, waiting_count }: OpenHouseWire): string | null {
  if (capacity === null || capacity === undefined) return null
  const left = capacity - registered_count
  if (left > 0) return `${left} of ${capacity} places left`
  return waiting_count ? `Full, ${waiting_count} waiting` : 'Full'
}

export type Phase = 'upcoming' | 'past' | 'cancelled'

/** One that is on now can still be reached. */
export function phaseOf(house: Pick<OpenHouseWire, 'end' | 'cancelled_at'>, nowMs: number): Phase {
  if (house.cancelled_at) return 'cancelled'
  return Date.parse(house.end) <= nowMs ? 'past' : 'upcoming'
}

/** The time zone of this browser. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

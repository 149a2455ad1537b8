/** In which group of Today a row is, what its clock reads, and where it leads. Pure. */
import dayjs from 'dayjs'
import type { SellerPlace } from '#shared/contract/seller-places.ts'
import type { TodayItemWire, TodayKind } from '#shared/contract/seller-today.ts'
import { zonedTime } from '#shared/format/visit-time.ts'
import { momentOf, wallOf } from '#shared/rules/deals/wall-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** From then on the time left is shown in orange. */
const SOON_MS = 10 * MINUTE_MS

export type TodayGroup = 'late' | 'hour' | 'today' | 'week' | 'out'

export interface TodayClock {
  readonly text: string
  /** `late`: the time is over, and the company has not answered. */
  readonly tone: 'plain' | 'soon' | 'late'
  /** For `38m`, which is of a time that is left. */
  readonly isLeft: boolean
}

export interface TimedItem {
  readonly item: TodayItemWire
  readonly clock: TodayClock
}

/** The company owes an answer, and is late after it. */
const ANSWERS: readonly TodayKind[] = ['message', 'question', 'address_request', 'offer', 'signature']
const RAN_OUT: readonly TodayKind[] = ['offer_ran_out', 'listing_ran_out']

export interface Now {
  readonly nowMs: number
  /** IANA name, by whose days the rows are grouped. */
  readonly zone: string
}

/** Those that are not empty, in their order; the earliest first, what ran out last. */
export function groupsOf(
  items: readonly TodayItemWire[],
  now: Now,
): readonly { group: TodayGroup; rows: readonly TimedItem[] }[] {
  const timed = items
    .map((item) => ({ item, atMs: atOf(item, now.zone) }))
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ item, atMs }) => {
      const clock = clockOf(item, atMs, now)
      return { item, clock, group: clock.tone === 'late' ? 'late' : groupOf(item.kind, atMs, now) }
    })
  return (['late', 'hour', 'today', 'week', 'out'] as const).flatMap((group) => {
    const rows = timed.filter((row) => row.group === group)
    // The latest that ran out first.
    if (group === 'out') rows.reverse()
    return rows.length === 0 ? [] : [{ group, rows }]
  })
}

/** A day without a time is due at its end. */
const atOf = ({ at, on }: TodayItemWire, zone: string): number =>
  at ? Date.parse(at) : (momentOf(`${on}T23:59`, zone) ?? Date.parse(`${on}T23:59Z`))

function groupOf(kind: TodayKind, atMs: number, { nowMs, zone }: Now): TodayGroup {
  if (RAN_OUT.includes(kind)) return 'out'
  if (atMs <= nowMs + HOUR_MS && kind !== 'step') return 'hour'
  return dayOf(atMs, zone) <= dayOf(nowMs, zone) ? 'today' : 'week'
}

function clockOf({ kind, on }: TodayItemWire, atMs: number, now: Now): TodayClock {
  const { nowMs, zone } = now
  const leftMs = atMs - nowMs
  const plain = (text: string): TodayClock => ({ text, tone: 'plain', isLeft: false })
  if (leftMs < 0 && (ANSWERS.includes(kind) || kind === 'step'))
    return { text: `${spanText(-leftMs)} late`, tone: 'late', isLeft: false }
  if (on) return plain(dayText(atMs, now))
  if (leftMs < 0 && kind === 'open_house') return plain('Now')
  if (leftMs > HOUR_MS || kind === 'open_house' || RAN_OUT.includes(kind))
    return plain(dayOf(atMs, zone) === dayOf(nowMs, zone) ? zonedTime(atMs, zone) : dayText(atMs, now))
  const left = Math.max(leftMs, 0)
  return { text: `${Math.ceil(left / MINUTE_MS)}m`, tone: left <= SOON_MS ? 'soon' : 'plain', isLeft: true }
}

/** `49m`, `3h`, `2d`: whole ones, rounded down. */
function spanText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))}m`
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)}h` : `${Math.floor(ms / DAY_MS)}d`
}

const dayOf = (ms: number, zone: string) => wallOf(ms, zone).slice(0, 10)

/** `Today`, `Thu`; from a week on, and of the past, `Nov 27`. */
function dayText(ms: number, { nowMs, zone }: Now): string {
  const days = (Date.parse(dayOf(ms, zone)) - Date.parse(dayOf(nowMs, zone))) / DAY_MS
  if (days === 0) return 'Today'
  return dayjs(wallOf(ms, zone)).format(days > 0 && days < 7 ? 'ddd' : 'MMM D')
}

/** Where the row leads: to what it names. */
export function placeOf({ kind, id, property }: TodayItemWire): SellerPlace {
  switch (kind) {
    case 'message':
    case 'question':
      return { kind: 'conversation', customerId: id }
    case 'address_request':
      return { kind: 'requests', dealId: property?.id ?? null }
    case 'open_house':
      return { kind: 'deal', id: property?.id ?? 0 }
    case 'listing':
    case 'listing_ran_out':
      return { kind: 'deal', id }
    default:
      return { kind: 'offers', propertyId: null, offerId: id }
  }
}

/** Where all of a kind are. */
export function allOf(kind: TodayKind): SellerPlace {
  switch (kind) {
    case 'message':
    case 'question':
      return { kind: 'messages' }
    case 'address_request':
      return { kind: 'requests', dealId: null }
    case 'open_house':
    case 'listing':
    case 'listing_ran_out':
      return { kind: 'deals' }
    default:
      return { kind: 'offers', propertyId: null, offerId: null }
  }
}

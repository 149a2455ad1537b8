/** When something that makes a noise may go out: texts by day only (NOT-07), notices on devices not in the quiet hours (NOT-02). */
import { TEXTS_FROM, TEXTS_UNTIL } from '#shared/contract/notification-limits.ts'
import type { Channel, NotificationType } from '#shared/contract/notifications.ts'
import { momentsOf, wallOf } from '#shared/rules/deals/wall-time.ts'

/** Times on the customer's own clock, e.g. `22:00`; over midnight when `until` is the earlier one. */
export interface QuietHours {
  readonly from: string
  readonly until: string
}

export interface Sending {
  type: NotificationType
  channel: Channel
  /** IANA. */
  zone: string
  quiet: QuietHours | null
  /** Where the recipient of a text may be, if that is not just `zone`: it waits until it is day in all of these. */
  textZones?: readonly string[]
  /** A mail that waits for the end of the quiet hours too; others come at any time. */
  isMailHeld?: boolean
}

const NIGHT: QuietHours = { from: TEXTS_UNTIL, until: TEXTS_FROM }
const DAY_MS = 86_400_000
/** In days. On one of them clocks may skip the end, and a zone may skip another. */
const LOOKED_AHEAD = 3

/** `nowMs` when it may go out now, otherwise the moment from which on it may. */
export function sendAtMs(
  nowMs: number,
  { type, channel, zone, quiet, textZones = [zone], isMailHeld = false }: Sending,
): number {
  if (channel === 'in_app' || (channel === 'email' && !isMailHeld) || type === 'security') return nowMs
  const nights = channel === 'sms' ? textZones.map((one) => ({ ...NIGHT, zone: one })) : []
  const own = quiet && quiet.from !== quiet.until ? [{ ...quiet, zone }] : []
  // The end of one may be within another. Quiet hours that leave no time by day end in the night after two rounds: then the night counts.
  return [...nights, ...own, ...nights, ...own, ...nights, ...nights].reduce(endOf, nowMs)
}

interface Window extends QuietHours {
  readonly zone: string
}

/** The same moment outside of it. The end of today may be over, shown a second time, or skipped by the clocks. */
function endOf(ms: number, window: Window): number {
  if (!isInside(ms, window)) return ms
  const { until, zone } = window
  const today = Date.parse(`${wallOf(ms, zone).slice(0, 10)}T00:00:00Z`)
  for (let days = 0; days <= LOOKED_AHEAD; days++) {
    const ends = momentsOf(`${dayOf(today + days * DAY_MS)}T${until}`, zone)
    const end = ends.find((one) => one > ms && !isInside(one, window))
    if (end !== undefined) return end
  }
  return ms
}

function isInside(ms: number, { from, until, zone }: Window): boolean {
  const time = wallOf(ms, zone).slice(11)
  return from > until ? time >= from || time < until : time >= from && time < until
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

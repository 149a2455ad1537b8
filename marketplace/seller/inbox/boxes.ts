/** In which part of the inbox a conversation is, in which order they are shown, and until when one can be snoozed. Pure. */
import type { InboxBox, InboxFilter } from '#shared/contract/seller-places.ts'
import { momentOf, wallOf } from '#shared/rules/deals/wall-time.ts'
import type { SellerChat } from '../seller-model.ts'

type State = Pick<SellerChat, 'put_away' | 'snoozed_until'>

export function boxOf({ put_away, snoozed_until }: State, nowMs: number): InboxBox {
  if (put_away) return put_away
  return snoozed_until && Date.parse(snoozed_until) > nowMs ? 'snoozed' : 'open'
}

/** What has ended, if nothing was written since: the conversation is back at the top because of it. */
export const endedSnooze = (chat: SellerChat, nowMs: number): number | null => {
  const { put_away, snoozed_until, last_message } = chat
  const endMs = put_away || !snoozed_until ? Number.NaN : Date.parse(snoozed_until)
  return endMs <= nowMs && endMs > Date.parse(last_message?.created_at ?? '1970') ? endMs : null
}

/** The latest first, as the server lists them; one whose snooze has ended is at the time of its end. */
export function inOrder(chats: readonly SellerChat[], nowMs: number): readonly SellerChat[] {
  const woken = chats
    .map((chat) => ({ chat, endMs: endedSnooze(chat, nowMs) ?? 0 }))
    .filter(({ endMs }) => endMs > 0)
    .sort((one, other) => other.endMs - one.endMs)
  if (woken.length === 0) return chats
  const others = chats.filter((chat) => endedSnooze(chat, nowMs) === null)
  const ordered: SellerChat[] = []
  for (const chat of others) {
    const lastMs = Date.parse(chat.last_message?.created_at ?? '')
    while (woken[0] && !(woken[0].endMs < lastMs)) ordered.push(woken.shift()?.chat ?? chat)
    ordered.push(chat)
  }
  return [...ordered, ...woken.map(({ chat }) => chat)]
}

/** When the next snooze ends. */
export function nextWake(chats: readonly SellerChat[], nowMs: number): number | null {
  const ends = chats
    .filter((chat) => boxOf(chat, nowMs) === 'snoozed')
    .map(({ snoozed_until }) => Date.parse(snoozed_until ?? ''))
  return ends.length === 0 ? null : Math.min(...ends)
}

export const isBox = (filter: InboxFilter | null): filter is Exclude<InboxBox, 'open'> =>
  filter === 'snoozed' || filter === 'done' || filter === 'archived'

export interface SnoozeChoice {
  readonly kind: 'today' | 'tomorrow' | 'week'
  readonly untilMs: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The hour at which a day begins. */
const MORNING = 'T08:00'
const LATER_HOURS = 3

/** Later today, unless the day is over by then; the next morning; the morning of the next Monday. By the clocks of `zone`. */
export function snoozeChoices(nowMs: number, zone: string): readonly SnoozeChoice[] {
  const dayOf = (ms: number) => wallOf(ms, zone).slice(0, 10)
  const morningIn = (days: number) => {
    const day = new Date(Date.parse(dayOf(nowMs)) + days * DAY_MS).toISOString().slice(0, 10)
    return momentOf(day + MORNING, zone) ?? nowMs + days * DAY_MS
  }
  // Whole quarters of an hour read better.
  const laterMs = Math.ceil((nowMs + LATER_HOURS * HOUR_MS) / (HOUR_MS / 4)) * (HOUR_MS / 4)
  const weekday = new Date(dayOf(nowMs)).getUTCDay()
  const toMonday = ((8 - weekday) % 7 || 7) as number
  return [
    ...(dayOf(laterMs) === dayOf(nowMs) ? [{ kind: 'today', untilMs: laterMs } as const] : []),
    { kind: 'tomorrow', untilMs: morningIn(1) },
    { kind: 'week', untilMs: morningIn(toMonday) },
  ]
}

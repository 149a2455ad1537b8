/** Words of conversations that are put away or snoozed. */
import dayjs from 'dayjs'
import type { InboxBox } from '#shared/contract/seller-places.ts'
import { zonedTime } from '#shared/format/visit-time.ts'
import { wallOf } from '#shared/rules/deals/wall-time.ts'
import type { Aside } from '../seller-model.ts'
import type { SnoozeChoice } from './boxes.ts'

export const BOX_NAMES: Readonly<Record<InboxBox, string>> = {
  open: 'Open',
  snoozed: 'Snoozed',
  done: 'Done',
  archived: 'Archived',
}

export const CHOICE_NAMES: Readonly<Record<SnoozeChoice['kind'], string>> = {
  today: 'Later today',
  tomorrow: 'Tomorrow morning',
  week: 'Next week',
}

export const ASIDE_WORDS = {
  done: 'Done',
  archive: 'Archive',
  snooze: 'Snooze',
  reopen: 'Reopen',
  more: 'More',
  other: 'Date and time…',
  dialog: 'Snooze until',
  field: 'Date and time',
  noTime: 'Choose a date and time.',
  undo: 'Undo',
  ended: 'Snooze ended',
} as const

/** `today, 5:15 PM`, `tomorrow, 8:00 AM`, `Mon, Dec 1, 8:00 AM`; of another year with the year. */
export function untilText(ms: number, nowMs: number, zone: string): string {
  const dayOf = (at: number) => Date.parse(wallOf(at, zone).slice(0, 10))
  const days = Math.round((dayOf(ms) - dayOf(nowMs)) / 86_400_000)
  if (days === 0) return `today, ${zonedTime(ms, zone)}`
  if (days === 1) return `tomorrow, ${zonedTime(ms, zone)}`
  const isThisYear = wallOf(ms, zone).slice(0, 4) === wallOf(nowMs, zone).slice(0, 4)
  const day = dayjs(wallOf(ms, zone)).format(isThisYear ? 'ddd, MMM D' : 'ddd, MMM D, YYYY')
  return `${day}, ${zonedTime(ms, zone)}`
}

/** What has just happened to the conversation with `name`. */
export const movedText = (name: string, to: Aside, until: string): string =>
  ({
    open: `${name} is open again.`,
    done: `${name} is done.`,
    archived: `${name} is archived.`,
    snoozed: `${name} is snoozed until ${until}.`,
  })[to.state]

/** Above the thread of one that is not open. */
export const stateText = (box: Exclude<InboxBox, 'open'>, name: string, until: string): string =>
  ({
    done: `Done. Anything new from ${name} reopens it.`,
    archived: `Archived. Anything new from ${name} reopens it.`,
    snoozed: `Snoozed until ${until}. Anything new from ${name} reopens it.`,
  })[box]

/** The zone of the person's own computer. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The settings of a key's launcher as a form has them, and as the call takes them. Pure. */

import { LAUNCHER_DEFAULTS, type LauncherSettingsWire, type OpeningHours } from '#shared/contract/launcher.ts'
import type { Contact, ServerKeyWire } from '#shared/contract/seller-keys.ts'

export interface LauncherDraft {
  areGuestsAllowed: boolean
  contact: Contact
  greeting: string
  consent: string
  /** `#rrggbb`, or empty for the product's own. */
  accent: string
  corner: LauncherSettingsWire['corner']
  /** One path per line. */
  pages: string
  hours: OpeningHours | null
}

export function launcherDraft({ guests, launcher = LAUNCHER_DEFAULTS }: ServerKeyWire): LauncherDraft {
  return {
    areGuestsAllowed: guests.allowed,
    contact: guests.contact,
    greeting: launcher.greeting,
    consent: launcher.consent,
    accent: launcher.accent ?? '',
    corner: launcher.corner,
    pages: launcher.pages.join('\n'),
    hours: launcher.hours,
  }
}

export const launcherBody = (draft: LauncherDraft) => ({
  guests: { allowed: draft.areGuestsAllowed, contact: draft.contact },
  launcher: {
    greeting: draft.greeting.trim(),
    consent: draft.consent.trim(),
    accent: draft.accent.trim() || null,
    corner: draft.corner,
    pages: draft.pages.split(/\s+/).filter((path) => path !== ''),
    hours: draft.hours,
  } satisfies LauncherSettingsWire,
})

const WEEKDAY = { from: 9 * 60, to: 17 * 60 }
/** Monday to Friday, nine to five, until somebody says otherwise. */
export const usualHours = (timeZone: string): OpeningHours => ({
  time_zone: timeZone,
  days: [null, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, null],
})

export type OpenDay = OpeningHours['days'][number]

export const withDay = (hours: OpeningHours, day: number, open: OpenDay): OpeningHours => ({
  ...hours,
  days: hours.days.map((known, index) => (index === day ? open : known)),
})

export const newDay = (): OpenDay => WEEKDAY

/** `09:30` of minutes after midnight, as a time field has it; the end of the day is `23:59` there. */
export const timeText = (minutes: number): string => {
  const shown = Math.min(minutes, LAST_MINUTE)
  return `${String(Math.floor(shown / 60)).padStart(2, '0')}:${String(shown % 60).padStart(2, '0')}`
}

/** Null for what is no time. */
export function minutesOf(text: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(text) ?? []
  return hour === undefined || minute === undefined ? null : Number(hour) * 60 + Number(minute)
}

const LAST_MINUTE = 24 * 60 - 1

/** How the launcher of a publishable key looks and where it appears: edited in the seller's app, read by every page with the key. Ours. */
import * as z from 'zod/mini'
import {
  CONSENT_MAX_LENGTH,
  CORNERS,
  GREETING_MAX_LENGTH,
  LAUNCHER_PAGES_MAX,
  PAGE_PATTERN_MAX_LENGTH,
} from './key-limits.ts'

const MINUTES_OF_DAY = 24 * 60
const minute = () => z.int().check(z.minimum(0), z.maximum(MINUTES_OF_DAY))

/** Minutes after midnight; null on a day that is closed. */
const openDay = z.nullable(
  z
    .object({ from: minute(), to: minute() })
    .check(z.refine(({ from, to }) => from < to, 'Closing time must be after opening time.')),
)

export const openingHours = z.object({
  /** IANA name, e.g. `America/Chicago`. */
  time_zone: z.string().check(z.refine(isTimeZone, 'Choose a time zone.')),
  /** Sunday first, as `Date.getDay` counts. */
  days: z.array(openDay).check(z.length(7)),
})
export type OpeningHours = z.output<typeof openingHours>

export const launcherSettings = z.object({
  greeting: z
    .string()
    .check(z.trim(), z.maxLength(GREETING_MAX_LENGTH, `At most ${GREETING_MAX_LENGTH} characters.`)),
  /** Shown above the button that sends the form; empty for the usual text. */
  consent: z
    .string()
    .check(z.trim(), z.maxLength(CONSENT_MAX_LENGTH, `At most ${CONSENT_MAX_LENGTH} characters.`)),
  /** `#rrggbb`; null for the product's own. */
  accent: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Enter a color like #0b6477.'))),
  corner: z.enum(CORNERS),
  hours: z.nullable(openingHours),
  /** Paths like `/homes/*` on which it appears; empty: every page. */
  pages: z
    .array(
      z
        .string()
        .check(
          z.trim(),
          z.regex(/^\//, 'Enter a path that begins with /, like /homes/*.'),
          z.maxLength(PAGE_PATTERN_MAX_LENGTH, `At most ${PAGE_PATTERN_MAX_LENGTH} characters.`),
        ),
    )
    .check(z.maxLength(LAUNCHER_PAGES_MAX, `At most ${LAUNCHER_PAGES_MAX} paths.`)),
})
export type LauncherSettingsWire = z.output<typeof launcherSettings>

export const LAUNCHER_DEFAULTS: LauncherSettingsWire = {
  greeting: '',
  consent: '',
  accent: null,
  corner: 'bottom-right',
  hours: null,
  pages: [],
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** When something happens at a place: in the words and the clock of that place's time zone, with its abbreviation. */

const LOCALE = 'en-US'

/** `Saturday, June 14` */
export const zonedDay = (ms: number, zone: string): string =>
  format(ms, { timeZone: zone, weekday: 'long', month: 'long', day: 'numeric' })

/** `10:00 AM to 12:00 PM CDT`; the abbreviation is of the beginning. */
export const zonedTimes = (startMs: number, endMs: number, zone: string): string =>
  `${zonedTime(startMs, zone)} to ${zonedTime(endMs, zone)} ${zoneName(startMs, zone)}`

/** `10:00 AM` */
export const zonedTime = (ms: number, zone: string): string =>
  // A narrow space stands before AM since ICU 72; a plain one is what people type and tests read.
  format(ms, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' ')

/** `CDT` in summer, `CST` in winter. */
export const zoneName = (ms: number, zone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

/** True when clocks in the two zones show another time at this moment. */
export const clocksDiffer = (ms: number, zone: string, other: string): boolean =>
  clock(ms, zone) !== clock(ms, other)

const clock = (ms: number, zone: string): string =>
  format(ms, { timeZone: zone, day: 'numeric', hour: 'numeric', minute: 'numeric' })

const format = (ms: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALE, options).format(ms)

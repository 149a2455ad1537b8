/** Opening hours as a page writes them on the script line. */
import type { OpeningHours } from '#shared/contract/launcher.ts'

const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']

/** `Mo-Fr 09:00-17:00; Sa,Su 10:00-14:00 America/Chicago`; what cannot be read is said in the console. */
export function readHours(written: string): OpeningHours | null {
  try {
    const [, spans = '', time_zone = ''] = /^(.+) (\S+)$/.exec(written.trim()) ?? []
    // Throws for what is no time zone.
    new Intl.DateTimeFormat('en-US', { timeZone: time_zone })
    const days: OpeningHours['days'] = DAYS.map(() => null)
    for (const span of spans.split(';')) addSpan(days, span)
    return { time_zone, days }
  } catch {
    console.warn(
      `plat-messenger: data-hours cannot be read: ${written}. Write it like Mo-Fr 09:00-17:00; Sa 10:00-14:00 America/Chicago.`,
    )
    return null
  }
}

function addSpan(days: OpeningHours['days'], span: string): void {
  const [, names = '', ...clock] = /^\s*(\S+) +(\d+):([0-5]\d)-(\d+):([0-5]\d)\s*$/.exec(span) ?? []
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = clock.map(Number)
  const open = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute }
  if (open.from >= open.to || open.to > 24 * 60) throw span
  for (const name of names.split(',')) {
    const [first = -1, last = first] = name.split('-').map((day) => DAYS.indexOf(day))
    if (first < 0 || last < 0) throw span
    for (let day = first; ; day = (day + 1) % DAYS.length) {
      days[day] = open
      if (day === last) break
    }
  }
}

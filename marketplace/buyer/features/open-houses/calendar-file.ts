/** Writes an open house as a calendar file (RFC 5545): times in UTC, texts escaped, long lines folded by octets. */

export interface CalendarEvent {
  /** Stays the same when the file is made again. */
  uid: string
  startMs: number
  endMs: number
  /** When the file was made. */
  madeMs: number
  title: string
  location: string
  description: string
  url: string
}

const OCTETS_MAX = 75

export function calendarFile(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Plat//Open houses//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `DTSTAMP:${stamp(event.madeMs)}`,
    `DTSTART:${stamp(event.startMs)}`,
    `DTEND:${stamp(event.endMs)}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.location)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `URL:${event.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** `20261101T160000Z` */
const stamp = (ms: number): string => `${new Date(ms).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // What is left of controls has no place in a text.
    .replace(/\p{Cc}/gu, '')

/** The space that begins a further line counts among its octets; no character is torn apart. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let [result, octets] = ['', 0]
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > OCTETS_MAX) {
      result += '\r\n '
      octets = 1
    }
    result += character
    octets += size
  }
  return result
}

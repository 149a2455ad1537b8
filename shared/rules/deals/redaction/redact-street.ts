/**
 * Takes a deal's street out of what its seller wrote, for readers from whom the street is hidden, and tells the seller while typing what
 * will be taken out. Browser and server agree by construction.
 *
 * It finds the street, the number beside it, corners, parcel numbers, coordinates, codes and links, however they are spelled. It cannot
 * find a description that only somebody who knows the place understands.
 */
import { codeSpans } from './codes.ts'
import { coordinateSpans } from './coordinates.ts'
import { readText, type Span } from './read-text.ts'
import { streetSpans } from './street-matches.ts'
import { type StreetPlace, streetOf } from './street-name.ts'

export type { StreetPlace }

/** What readers see instead. */
export const REDACTED = '(address on request)'

/** The parts of a text that tell the address, from left to right. Positions are of the text as it was given. */
export function revealingParts(text: string, place: StreetPlace, { isHtml = false } = {}): Span[] {
  const read = readText(text, isHtml)
  const { skeleton } = read
  const spans = [
    ...streetSpans(read, streetOf(place)),
    ...coordinateSpans(skeleton.text, place),
    ...codeSpans(read, place),
  ]
  return united(spans, skeleton.text).map(([start, end]) => [
    skeleton.starts[start] ?? 0,
    // With the signs behind it that nobody sees.
    skeleton.starts[end] ?? text.length,
  ])
}

export const redactStreet = (text: string, place: StreetPlace): string =>
  replaced(text, revealingParts(text, place), () => REDACTED)

const TAG = /<\/?[a-z][a-z0-9]*\b[^>]*>/gi

/** The same for a text with markup, which may be within a word. Its tags stay, so that they still close each other. */
export const redactStreetInHtml = (html: string, place: StreetPlace): string =>
  replaced(
    html,
    revealingParts(html, place, { isHtml: true }),
    (part) => REDACTED + (part.match(TAG) ?? []).join(''),
  )

/** Whether an address of a file, or its name, tells the street. */
export const tellsStreet = (text: string, place: StreetPlace): boolean =>
  revealingParts(decoded(text), place).length > 0

function replaced(text: string, parts: readonly Span[], by: (part: string) => string): string {
  let written = ''
  let at = 0
  for (const [start, end] of parts) {
    written += text.slice(at, start) + by(text.slice(start, end))
    at = end
  }
  return written + text.slice(at)
}

/** In order; what overlaps, or has only signs between, is one. */
function united(spans: readonly Span[], text: string): Span[] {
  const found: [number, number][] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = found.at(-1)
    if (last && /^[^a-z0-9\n]{0,3}$/.test(text.slice(last[1], start))) last[1] = Math.max(last[1], end)
    else found.push([start, end])
  }
  return found
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

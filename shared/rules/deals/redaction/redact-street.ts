/**
 * Takes a deal's street out of what its seller wrote, for readers from whom the street is hidden, and tells the seller while typing what
 * will be taken out. Browser and server agree by construction.
 *
 * It finds the street, the number beside it, corners, parcel numbers, coordinates, codes and links, however they are spelled. It cannot
 * find a description that only somebody who knows the place understands.
 */
import { codeSpans, ownCodeSpans } from './codes.ts'
import { anglesIn, coordinateSpans, ownCoordinateSpans } from './coordinates.ts'
import { cornerSpans } from './corners.ts'
import { type ReadText, readText, type Span } from './read-text.ts'
import { otherStreetSpans, streetSpans } from './street-matches.ts'
import { type Street, type StreetPlace, streetOf } from './street-name.ts'

export type { StreetPlace }

/** What readers see instead. */
export const REDACTED = '(address on request)'

/** The parts of a text that tell the address, from left to right. Positions are of the text as it was given. */
export const revealingParts = (text: string, place: StreetPlace, { isHtml = false } = {}): Span[] =>
  partsTelling(text, [known(place)], isHtml)

export const redactStreet = (text: string, place: StreetPlace): string => streetRedactor([place])(text)

/** The same for the streets of many deals and for many texts. */
export function streetRedactor(places: readonly StreetPlace[]): (text: string) => string {
  const all = places.map(known)
  return (text) => (all.length === 0 ? text : replaced(text, partsTelling(text, all), () => REDACTED))
}

interface KnownPlace {
  place: StreetPlace
  street: Street
}

const known = (place: StreetPlace): KnownPlace => ({ place, street: knownStreet(place) })

/** A place is compared with many texts, and making out its street takes longer than a comparison. */
const streets = new WeakMap<StreetPlace, Street>()
function knownStreet(place: StreetPlace): Street {
  const street = streets.get(place) ?? streetOf(place)
  streets.set(place, street)
  return street
}

function partsTelling(text: string, places: readonly KnownPlace[], isHtml = false): Span[] {
  const read = readText(text, isHtml)
  const angles = anglesIn(read.skeleton.text)
  const spans = places.flatMap(({ place, street }) => [
    ...streetSpans(read, street),
    ...ownCoordinateSpans(angles, place),
    ...ownCodeSpans(read, place),
  ])
  const ofAnyPlace = [
    ...cornerSpans(read),
    ...coordinateSpans(read.skeleton.text, angles),
    ...codeSpans(read),
  ]
  return partsOf(text, read, [...spans, ...ofAnyPlace])
}

/**
 * Takes hidden addresses of other deals out of a text about a deal whose own street its reader sees or was redacted before. Only what is
 * clearly an address of theirs goes: names of streets alone are often those of places nearby.
 */
export function redactOtherStreets(
  text: string,
  others: readonly StreetPlace[],
  { own, isHtml = false }: { own: StreetPlace; isHtml?: boolean },
): string {
  if (others.length === 0) return text
  const read = readText(text, isHtml)
  const angles = anglesIn(read.skeleton.text)
  const ownCoordinates = new Set(ownCoordinateSpans(angles, own).map(String))
  const ownName = streetOf(own).words.join(' ')
  const spans = others.flatMap((place) => {
    const street = knownStreet(place)
    return [
      ...otherStreetSpans(read, street, { needsNumber: street.words.join(' ') === ownName }),
      ...ownCoordinateSpans(angles, place).filter((span) => !ownCoordinates.has(String(span))),
      ...ownCodeSpans(read, place),
    ]
  })
  return replaced(text, partsOf(text, read, spans), isHtml ? withTags : () => REDACTED)
}

/**
 * Finds the places that a text may name, for texts that are compared with many: those whose street or parcel has its letters in the
 * text, and all of them if it has coordinates or a long number. `redactOtherStreets` decides.
 */
export function placesNamedIn<P extends StreetPlace>(places: readonly P[]): (text: string) => readonly P[] {
  const byStart = new Map<string, P[]>()
  for (const place of places)
    for (const start of new Set(lettersOf(place).map((letters) => letters.slice(0, START_LENGTH)))) {
      const others = byStart.get(start)
      if (others) others.push(place)
      else byStart.set(start, [place])
    }
  const lengths = [...new Set([...byStart.keys()].map(({ length }) => length))]
  return (text) => {
    if (places.length === 0) return NONE
    const { skeleton, dense } = readText(text, false)
    if (LONG_NUMBER.test(skeleton.text) || anglesIn(skeleton.text).length > 0) return places
    const found = new Set<P>()
    for (let at = 0; at < dense.length; at++)
      for (const length of lengths)
        for (const place of byStart.get(dense.slice(at, at + length)) ?? NONE) found.add(place)
    return found.size === 0 ? NONE : [...found]
  }
}

const NONE: readonly never[] = []
const START_LENGTH = 4
/** Any part of a parcel's number may be written. */
const LONG_NUMBER = /\d(?:[^a-z0-9]{0,2}\d){6}/

const lettersOf = (place: StreetPlace): string[] =>
  [...knownStreet(place).beginnings, (place.parcel ?? '').toLowerCase().replace(/[^a-z0-9]/g, '')].filter(
    (letters) => letters !== '',
  )

function partsOf(text: string, { skeleton }: ReadText, spans: readonly Span[]): Span[] {
  return united(spans, skeleton.text).map(([start, end]) => [
    skeleton.starts[start] ?? 0,
    // With the signs behind it that nobody sees.
    skeleton.starts[end] ?? text.length,
  ])
}

const TAG = /<\/?[a-z][a-z0-9]*\b[^>]*>/gi
const withTags = (part: string): string => REDACTED + (part.match(TAG) ?? []).join('')

/** The same for a text with markup, which may be within a word. Its tags stay, so that they still close each other. */
export const redactStreetInHtml = (html: string, place: StreetPlace): string =>
  replaced(html, revealingParts(html, place, { isHtml: true }), withTags)

/** Whether an address of a file, or its name, tells the street. */
export const tellsStreet = (text: string, place: StreetPlace): boolean =>
  revealingParts(decoded(text), place).length > 0

/** The same for hidden deals that the text is not about. */
export const tellsOtherStreet = (text: string, others: readonly StreetPlace[], own: StreetPlace): boolean =>
  redactOtherStreets(decoded(text), others, { own }) !== decoded(text)

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

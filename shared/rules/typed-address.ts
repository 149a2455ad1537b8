/** A street address typed into a search for places. Streets are not searched, so the search is for the place that it names. */
import { STATES } from './states.ts'

/** A house number and a word: `412 Live Oak`. A ZIP code with its city, `77035, Houston`, is none. */
export const isTypedAddress = (text: string): boolean =>
  /^\s*\d{1,6}[a-z]?\s+(?:[nsew]\.?\s+)?[\p{L}\d]*\p{L}/iu.test(text) && !/^\s*\d{5}\s*,/.test(text)

const STATE_NAMES = new Set(STATES.flatMap(({ abbr, name }) => [abbr, name.toUpperCase()]))

/** What of an address names its place, the most exact first: the ZIP, what follows a comma, the words before a state. Empty for any other text. */
export function placesOfAddress(text: string): string[] {
  if (!isTypedAddress(text)) return []
  const zip = /\s(\d{5})(?:-\d{4})?\s*$/.exec(text)
  const withoutZip = zip ? text.slice(0, zip.index) : text
  const parts = withoutZip.split(',').map((part) => part.trim())
  const afterCommas = parts.slice(1).map((_, at) => parts.slice(at + 1).join(', '))
  return [...(zip?.[1] ? [zip[1]] : []), ...afterCommas.filter((part) => part !== ''), ...beforeState(parts)]
}

/** Of `412 Live Oak St Waco TX`: `St Waco TX`, `Waco TX`. The longest first, without the house number. */
function beforeState(parts: readonly string[]): string[] {
  const words = parts.join(' ').split(/\s+/).slice(1)
  const isEnd = (count: number) =>
    STATE_NAMES.has(words.slice(-count).join(' ').toUpperCase().replaceAll('.', ''))
  const stateWords = [1, 2, 3].find(isEnd)
  if (!stateWords) return []
  return words.slice(1, -stateWords).map((_, at) => words.slice(at + 1).join(' '))
}

/**
 * Takes a deal's street out of what its seller wrote, for readers from whom the street is hidden: titles, descriptions, captions
 * and names of files tell it as well as the address does.
 */
import type { PropertyRow } from '#server/database/schema.ts'

export type StreetRow = Pick<PropertyRow, 'address' | 'city' | 'state'> &
  Partial<Pick<PropertyRow, 'county' | 'parcel'>>

export const VEIL = '(address on request)'

/** The text with the street, the parcel's number and coordinates replaced. */
export function veilStreet(text: string, row: StreetRow): string {
  return patternsOf(row).reduce((veiled, pattern) => veiled.replace(pattern, VEIL), text)
}

/** Whether an address of a file, or its name, tells the street. */
export function tellsStreet(text: string, row: StreetRow): boolean {
  const plain = decoded(text)
  const { core, isTelling } = streetOf(row)
  const alone = isTelling ? [new RegExp(bounded(joined(core)), 'iu')] : []
  return [...patternsOf(row), ...alone].some((pattern) => plain.search(pattern) >= 0)
}

/** Words are told apart by anything that is neither a letter nor a digit: `1418-sumpter-st` is a street, too. */
const BETWEEN = '[^\\p{L}\\p{N}]{1,6}'
const bounded = (pattern: string) => `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`
const literal = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const joined = (words: readonly string[]) => words.map(literal).join(BETWEEN)

const KINDS =
  'street|st|avenue|ave|av|drive|dr|road|rd|lane|ln|court|ct|place|pl|way|circle|cir|boulevard|blvd|terrace|ter|trail|trl|' +
  'parkway|pkwy|highway|hwy|bend|cove|loop|square|sq|run|path|calle|camino|row|alley|pass|point|crossing|xing'
const IS_KIND = new RegExp(`^(?:${KINDS})\\.?$`, 'i')
const DIRECTIONS = 'north|south|east|west|northeast|northwest|southeast|southwest|ne|nw|se|sw|[nsew]'
const IS_DIRECTION = new RegExp(`^(?:${DIRECTIONS})\\.?$`, 'i')
const COORDINATES = /-?\d{1,3}\.\d{3,}°?\s*[NS]?\s*[,;/ ]\s*-?\d{1,3}\.\d{3,}/gu
/** Names of streets that are words of any listing; they are taken out only beside a number or a kind. A shorter one is one, too. */
const ORDINARY = new Set(
  (
    'river lake valley ridge meadow prairie spring springs forest orchard garden gardens highland church school depot railroad ' +
    'market commerce union liberty independence court college academy chapel bridge square corner front second third fourth ' +
    'fifth first center central grand summit sunset beach ocean harbor shore island woods stone water green white black brown'
  ).split(' '),
)
const NAME_MIN_LENGTH = 5

function patternsOf(row: StreetRow): RegExp[] {
  const { core, kind, isTelling } = streetOf(row)
  if (core.length === 0) return [COORDINATES, ...parcelOf(row)]
  const name = joined(core)
  const number = `\\d+\\p{L}?${BETWEEN}`
  const direction = `(?:(?:${DIRECTIONS})${BETWEEN})?`
  const before = `(?:(?:${KINDS})${BETWEEN})`
  const after = `(?:${BETWEEN}(?:${KINDS}))`
  return [
    new RegExp(bounded(`${number}${direction}${before}?${name}${after}?`), 'giu'),
    new RegExp(bounded(`${direction}${name}${after}`), 'giu'),
    ...(kind === 'before' ? [new RegExp(bounded(`${before}${name}`), 'giu')] : []),
    ...(isTelling ? [new RegExp(bounded(name), 'giu')] : []),
    COORDINATES,
    ...parcelOf(row),
  ]
}

const parcelOf = ({ parcel }: StreetRow) => (!parcel ? [] : [new RegExp(bounded(literal(parcel)), 'giu')])

/** `1418 N Sumpter Street, Unit 2` → Sumpter. `isTelling`: the name alone, without a number or a kind, gives it away. */
function streetOf({ address, city, county, state }: StreetRow) {
  const [street = ''] = address.split(/,|#|\b(?:apt|unit|suite|ste)\b/i)
  const words = street.split(/\s+/).filter((word) => word !== '')
  if (/^\d/.test(words[0] ?? '')) words.shift()
  if (words.length > 1 && IS_DIRECTION.test(words[0] ?? '')) words.shift()
  if (words.length > 1 && IS_DIRECTION.test(words.at(-1) ?? '')) words.pop()
  let kind: 'before' | 'after' | null = null
  if (words.length > 1 && IS_KIND.test(words.at(-1) ?? '')) {
    words.pop()
    kind = 'after'
  } else if (words.length > 1 && IS_KIND.test(words[0] ?? '')) {
    words.shift()
    kind = 'before'
  }
  const name = words.join(' ').toLowerCase()
  const isPlace = `${city} ${county ?? ''} ${state}`.toLowerCase().includes(name)
  const isOrdinary = name.length < NAME_MIN_LENGTH || ORDINARY.has(name)
  return { core: words, kind, isTelling: !isPlace && !isOrdinary }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

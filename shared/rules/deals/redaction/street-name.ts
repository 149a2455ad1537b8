/** What of an address is the street: its number, its name with the ways it is written, its kind. */
import { skeletonOf } from './skeleton.ts'
import { ordinalSpellings, spellingsOf } from './spelled-number.ts'

/** What is known of where a house is. */
export interface StreetPlace {
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zip?: string
  readonly county?: string | null
  readonly parcel?: string | null
  readonly latitude?: number | null
  readonly longitude?: number | null
}

export interface Street {
  /** In digits; empty when there is none. */
  readonly number: string
  /** The same in words. */
  readonly spellings: readonly string[]
  readonly words: readonly string[]
  /** A text that has none of these, in letters and digits alone, has not the name. */
  readonly beginnings: readonly string[]
  /** Matches the name, however it is written, and the `rest` of its last word. Has the flag `g`. Made when it is needed. */
  readonly name: () => RegExp
  /** Where the address has its kind: `Calle Luna`, `Sumpter Street`. */
  readonly kind: 'before' | 'after' | null
  /** The name alone, without a number or a kind, gives the street away. */
  readonly isTelling: boolean
}

export const KINDS: ReadonlySet<string> = new Set(
  (
    'street st str avenue ave av avn drive dr drv road rd lane ln court ct crt place pl plz plaza way circle cir circ boulevard blvd ' +
    'boul terrace ter terr trail trl parkway pkwy pky highway hwy bend cove cv loop square sq run path calle camino paseo row alley aly ' +
    'pass point pt crossing xing expressway expy freeway fwy turnpike tpke pike walk vista trace trce carretera avenida via heights hts'
  ).split(' '),
)
export const DIRECTIONS: ReadonlySet<string> = new Set(
  'north south east west northeast northwest southeast southwest n s e w ne nw se sw no so'.split(' '),
)

/** Names of streets that are words of any listing: they give a street away only beside its number or its kind. A shorter one, too. */
const ORDINARY = new Set(
  (
    'river lake valley ridge meadow prairie spring springs forest orchard garden gardens highland church school depot railroad ' +
    'market commerce union liberty independence court college academy chapel bridge square corner front second third fourth ' +
    'fifth sixth seventh eighth ninth tenth first center central grand summit sunset sunrise beach ocean harbor shore island woods ' +
    'stone water green white black brown maple willow cedar cherry laurel walnut chestnut magnolia granite marble brick ' +
    'spacious quiet pleasant country village colonial heritage mission hospital library airport station industrial'
  ).split(' '),
)
const NAME_MIN_LENGTH = 5

/** Ways to write parts of names. Each line is one thing. */
const SAME = [
  ['county road', 'county rd', 'co road', 'co rd', 'cr'],
  ['farm to market road', 'farm to market', 'farm road', 'fm road', 'fm rd', 'f m', 'fm'],
  ['ranch to market road', 'ranch to market', 'ranch road', 'rm', 'rr'],
  ['state highway', 'state hwy', 'state route', 'state road', 'st hwy', 'sh', 'sr'],
  ['us highway', 'us hwy', 'us route', 'u s highway', 'highway', 'hwy', 'us', 'route', 'rte', 'rt'],
  ['martin luther king junior', 'martin luther king jr', 'martin luther king', 'mlk junior', 'mlk jr', 'mlk'],
  ['saint', 'st'],
  ['mount', 'mt'],
  ['fort', 'ft'],
  ['doctor', 'dr'],
] as const

/** Their number is part of their name. */
const NUMBERED: ReadonlySet<string> = new Set(
  SAME.flatMap((ways) => (ways.includes('us' as never) ? ways : [])),
)

/** Up to so many signs part two words: `live-oak`, `Live_Oak`, `LiveOak`. */
const BETWEEN = '[^a-z0-9]{0,6}'

export function streetOf({ address, city, county, state }: StreetPlace): Street {
  const [line = ''] = skeletonOf(address).text.split(/,|#|\b(?:apt|unit|suite|ste)\b/)
  const words = line.split(/[^a-z0-9]+/).filter((word) => word !== '')
  const number = /^\d/.test(words[0] ?? '') && words.length > 1 ? (words.shift() ?? '') : ''
  if (words.length > 1 && DIRECTIONS.has(words[0] ?? '')) words.shift()
  if (words.length > 1 && DIRECTIONS.has(words.at(-1) ?? '')) words.pop()
  const kind = takeKind(words)
  const name = words.join(' ')
  const isPlace = skeletonOf(`${city} ${county ?? ''} ${state}`).text.includes(name)
  const isTelling = name.length >= NAME_MIN_LENGTH && !isPlace && !ORDINARY.has(name)
  const digits = /^\d*/.exec(number)?.[0] ?? ''
  let pattern: RegExp | null = null
  return {
    number: digits,
    spellings: spellingsOf(digits),
    words,
    kind,
    isTelling,
    beginnings: words.length === 0 ? [] : partsOf(name).ways.map((way) => way.replaceAll(' ', '')),
    name() {
      pattern ??= patternOf(words, isTelling)
      return pattern
    },
  }
}

/** Takes the kind off the name: the last word, or the first one. `Highway 6` is a name. */
function takeKind(words: string[]): Street['kind'] {
  if (words.length < 2) return null
  if (KINDS.has(words.at(-1) ?? '')) {
    words.pop()
    return 'after'
  }
  const isRoad = /^\d/.test(words[1] ?? '') && NUMBERED.has(words[0] ?? '')
  if (!KINDS.has(words[0] ?? '') || isRoad) return null
  words.shift()
  return 'before'
}

/** A number may be glued to its front and a kind to its end: `1418SumpterSt`. */
function patternOf(words: readonly string[], isTelling: boolean): RegExp {
  const written = writtenAs(words.join(' '))
  const letters = words.join('')
  // Letters that were parted: `S u m p t e r`, `S. u. m. p. t. e. r.`, `Sum-pter`.
  const parted =
    isTelling && /^[a-z]+$/.test(letters)
      ? [[...letters].join('[^a-z0-9\\n]{1,3}'), [...letters].join('[^a-z0-9\\s]{0,2}')]
      : []
  const ways = [...parted, written].join('|')
  return new RegExp(`(?<![a-z])${NO_DIGIT}(?:${ways})${NO_DIGIT}(?<rest>[a-z]*)`, 'g')
}

/** Not within a number. */
const NO_DIGIT = '(?!(?<=\\d)\\d)'

function writtenAs(name: string): string {
  const { ways, rest } = partsOf(name)
  const first = `(?:${ways.map(joined).join('|')})`
  return rest === '' ? first : `${first}${BETWEEN}${writtenAs(rest)}`
}

/** What a name begins with in all its ways, and what follows. A name that is one word has no shorter one: `St` is none. */
function partsOf(name: string): { ways: readonly string[]; rest: string } {
  for (const ways of SAME) {
    const isLong = ways.every(({ length }) => length > 2)
    const way = ways.find(
      (one) => name.startsWith(`${one} `) || (name === one && (isLong || one.includes(' '))),
    )
    if (way !== undefined) return { ways, rest: name.slice(way.length + 1) }
  }
  const [first = '', ...others] = name.split(' ')
  return { ways: ordinalSpellings(first) ?? [first], rest: others.join(' ') }
}

const joined = (words: string): string => words.split(' ').join(BETWEEN)

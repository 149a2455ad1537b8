/** Where a text tells the street: its name beside its number or its kind, alone where it gives the street away, or its number alone. */
import { withCorner } from './corners.ts'
import { type ReadText, type Span, tokenAfter, tokenBefore } from './read-text.ts'
import { NUMBER_WORDS } from './spelled-number.ts'
import { DIRECTIONS, KINDS, type Street } from './street-name.ts'

export function streetSpans(read: ReadText, street: Street): Span[] {
  const named = nameSpans(read, street)
  const found = named.map((span) => withCorner(read, span))
  return [...found, ...misspelledSpans(read, street), ...numberSpans(read, street, found)]
}

/** Of a deal that the text is not about: the name beside its kind or the deal's number; beside the number alone if `needsNumber`. */
export function otherStreetSpans(
  read: ReadText,
  street: Street,
  { needsNumber }: { needsNumber: boolean },
): Span[] {
  const named = nameSpans(read, { ...street, isTelling: false })
  return named
    .filter((span) => !needsNumber || isOwnNumber(read, street, span))
    .map((span) => withCorner(read, span))
}

function nameSpans(read: ReadText, street: Street): Span[] {
  if (!street.beginnings.some((one) => read.dense.includes(one))) return []
  return [...read.skeleton.text.matchAll(street.name())].flatMap(({ 0: { length }, index, groups }) => {
    const rest = groups?.rest ?? ''
    // Another word that begins alike, unless it is the kind: `SumpterSt`.
    if (rest !== '' && !KINDS.has(rest)) return []
    const isTelling = street.isTelling || rest !== ''
    const span = widened(read, { ...street, isTelling }, [index, index + length])
    return span ? [span] : []
  })
}

/** With the number, the direction and the kind beside the name; null when nothing beside it says that it is the street. */
function widened(read: ReadText, street: Street, [from, to]: Span): Span | null {
  let [start, end] = [from, to]
  let isBeside = street.isTelling
  const after = tokenAfter(read, end)
  if (after && KINDS.has(after.word)) {
    end = after.end
    isBeside = true
    const direction = tokenAfter(read, end)
    if (direction && DIRECTIONS.has(direction.word) && direction.word.length < 3) end = direction.end
  }
  let before = tokenBefore(read, start)
  if (before && KINDS.has(before.word) && (street.kind === 'before' || street.isTelling)) {
    start = before.start
    isBeside ||= street.kind === 'before'
    before = tokenBefore(read, start)
  }
  if (before && DIRECTIONS.has(before.word)) {
    start = before.start
    before = tokenBefore(read, start)
  }
  const number = numberBefore(read, start)
  if (number && (isBeside || isOwnNumber(read, street, number))) {
    start = number[0]
    isBeside = true
  }
  if (!isBeside) return null
  return [start, ownNumberAfter(read, street, end) ?? end]
}

const DIGITS_MAX = 6
const DIGITS = /^\d{1,6}[a-z]?$/
/** Letters that pass for digits: `14l8`. */
const ALMOST_DIGITS = /^(?=.*\d)[0-9oil]{1,6}$/

/** A number in digits, with what says that it is one, or in words. None of a price, which is no number of a house. */
function numberBefore(read: ReadText, at: number): Span | null {
  const { text } = read.skeleton
  const glued = /\d{1,6}$/.exec(text.slice(Math.max(0, at - DIGITS_MAX), at))
  if (glued) return isAmount(text, at - glued[0].length) ? null : [at - glued[0].length, at]
  let start = at
  let token = tokenBefore(read, start)
  if (token && (DIGITS.test(token.word) || ALMOST_DIGITS.test(token.word))) {
    if (isAmount(text, token.start)) return null
    return [labelBefore(read, token.start), token.end]
  }
  for (
    ;
    token && (NUMBER_WORDS.has(token.word) || (start < at && token.word === 'and'));
    token = tokenBefore(read, start)
  )
    start = token.start
  return start < at ? [labelBefore(read, start), at] : null
}

const isAmount = (text: string, at: number): boolean =>
  /[$€£][\d,.]*$|\d[.,]$/.test(text.slice(Math.max(0, at - 12), at))

const LABELS = new Set(['no', 'nr', 'num', 'number', 'house', 'address', 'lot'])

/** `No. 1418`, `number 1418`, `#1418`. */
function labelBefore(read: ReadText, at: number): number {
  const hash = /#\s?$/.exec(read.skeleton.text.slice(Math.max(0, at - 2), at))
  const start = hash ? at - hash[0].length : at
  const label = tokenBefore(read, start)
  return label && LABELS.has(label.word) ? label.start : start
}

function isOwnNumber({ skeleton }: ReadText, { number, spellings }: Street, [start, end]: Span): boolean {
  const words = skeleton.text
    .slice(start, end)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return (
    words.split(' ').includes(number) ||
    spellings.some((spelled) => ` ${plainSpelling(words)}`.endsWith(` ${spelled}`))
  )
}

const plainSpelling = (words: string): string => words.replace(/\band /g, '')

/** `Calle Luna 27`, `Sumpter Street, no. 1418`, `Sumpter, fourteen eighteen`. */
function ownNumberAfter(
  { skeleton: { text } }: ReadText,
  { number, spellings }: Street,
  at: number,
): number | null {
  const next = text.slice(at, at + 80)
  if (!mayHaveNumber(next, { number, spellings })) return null
  const own = [number, ...spellings.map((spelled) => spelled.replaceAll(' ', '[\\s-]+(?:and\\s+)?'))].join(
    '|',
  )
  const after = new RegExp(
    `^[^a-z0-9\\n]{0,4}(?:(?:no|nr|num|number|house|at|is)\\b[^a-z0-9]{0,3}){0,2}(?:${own})(?![a-z0-9]|[.,]\\d|\\s?${UNIT})`,
  ).exec(next)
  return after && at + after[0].length
}

/** What is counted, paid or measured is no number of a house. */
const UNIT =
  '(?:%|\\$|k\\b|sq|sf\\b|ft\\b|feet|foot|square|acre|bed|bd|br\\b|bath|ba\\b|mi\\b|mile|min|month|year|day|unit|usd|dollar|arv|rent|/\\s?(?:mo|sq))'

/** Making the patterns for a number takes longer than most texts need. */
const mayHaveNumber = (text: string, { number, spellings }: Pick<Street, 'number' | 'spellings'>): boolean =>
  [number, ...spellings].some((one) => one !== '' && text.includes(one.split(' ')[0] ?? one))

/** The number of the house by itself, where it is called one, or anywhere once the text has told the street. */
function numberSpans(read: ReadText, { number, spellings }: Street, found: readonly Span[]): Span[] {
  const { text } = read.skeleton
  if (number === '0' || !mayHaveNumber(text, { number, spellings })) return []
  const isLong = number.length >= 3
  const spelled = spellings.map((one) => one.replaceAll(' ', '[\\s-]+(?:and\\s+)?'))
  const own = `(?:${[number, ...spelled].join('|')})(?![a-z0-9]|[.,]\\d|\\s?${UNIT})`
  const called = new RegExp(
    `(?<![a-z0-9])(?:#\\s?|(?:no|nr|num|number|house|mailbox|address|addr)\\b(?:\\s(?:no|number|is))?[^a-z0-9\\n]{0,3})${own}`,
    'g',
  )
  const alone = new RegExp(
    `(?<![a-z0-9$€£]|[$€£][\\d,.]{0,9}|\\d[.,]|(?:built|since|year|arv|price|rent|lot|sqft|sf|in)\\W{1,3}(?:in\\s)?)${own}`,
    'g',
  )
  const spans = (pattern: RegExp): Span[] =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index }) => [index, index + length])
  return [...spans(called), ...(isLong && found.length > 0 ? spans(alone) : [])]
}

const NAME_LENGTH_TO_MISSPELL = 6

/** One letter wrong, missing, too many or swapped, beside the number or a kind. */
function misspelledSpans(read: ReadText, street: Street): Span[] {
  const [name = '', ...others] = street.words
  if (!street.isTelling || others.length > 0 || name.length < NAME_LENGTH_TO_MISSPELL) return []
  return read.tokens.flatMap((token) => {
    if (token.word === name || !isNearly(token.word, name)) return []
    const span = widened(read, { ...street, isTelling: false, kind: null }, [token.start, token.end])
    return span ? [span] : []
  })
}

function isNearly(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  const [restA, restB] = [a.slice(same), b.slice(same)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

/**
 * What a person asks of the deals in a line of plain words: `3 beds under 150k in Houston`, `duplex, arv over 200k, reduced`
 * (checklist BRW-46). Never fails: words that are no filter are handed back as they were typed.
 */
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { foldText } from '../fold-text.ts'
import { STATE_BY_ABBR, STATES } from '../states.ts'
import { DEFAULT_QUERY, type DealFilter, type DealSort, type PlaceFilter, type Range } from './filter.ts'
import { parseMoney } from './money-text.ts'
import {
  type Asked,
  FILLERS,
  LESS,
  MORE,
  NUMBER,
  RANGE_RULES,
  type RangeRule,
  SHORTHANDS,
  WORD_RULES,
} from './typed-words.ts'

export interface TypedQuery {
  /** The default filter with what was asked for. */
  readonly filter: DealFilter
  readonly sort: DealSort
  /** What is neither a filter nor a filler: a place, a street, a name. */
  readonly rest: string
  /** Whether any word was read as a filter or an order. */
  readonly isRead: boolean
}

/** A typed line is short; a pasted page must not stop the screen. */
const TEXT_MAX = 200
/** `around 150k` is a tenth more or less. */
const AROUND = 0.1
/** Limits that leave out their number where things are counted. */
const EXCLUDED = /^(?:(?:less|fewer|more) than|under|below|over|above|<|>)$/i
/** Takes the place of what was read, so that the words around it do not become neighbors. */
const READ = '|'

const LIMIT = `(?:(?<less>${LESS})|(?<more>${MORE})|(?<around>around|about|~)|(?<exact>exactly|just))\\s*`
const VALUE = `(?<a>${NUMBER})(?:\\s*(?:-|–|to|or)\\s*(?<b>${NUMBER}))?\\s*(?:(?<open>\\+|or more|and up|or (?:later|newer|over|above))|(?<most>or (?:less|under|below|fewer|older)|max(?:imum)?\\b(?!\\s*\\$?\\d)))?\\s*`
/** A number that can only be a price: with a sign, a scale, a limit, or of six digits; five alone are a ZIP. */
const IS_PRICE = /[$km,+]|thousand|million|\d{6}/i
const NO_PRICE_LIMIT = /within|before|after|since/i
const NO_PRICE_AFTER = '\\b(?:hoa|drop)\\s+'
const NO_PRICE_BEFORE = '\\s*(?:miles?|mi|years?|yrs?|days?|weeks?)\\b'
/** Five digits that are no house number. */
const ZIP =
  '(?<![\\d.,])\\d{5}(?![\\d.]|,\\d|(?:\\s+\\w+){1,3}\\s+(?:st|street|rd|road|ave|avenue|dr|drive|ln|lane|ct|court|blvd|way|pl|place|trl|trail|cir|circle|pkwy)\\b)'
const QUOTED = '"[^"|]+"|(?<=^|[\\s|])-[a-z]\\w*'

/** Before a place: `in 14 days` and `at least` are none. */
const PLACE =
  /(?<!,\s*)(?<=^|[\s|])(?:in|near|around|at) (?!the (?:last|past)\b|least\b|most\b|me\b)(?=[a-z"'])/i
const PLACE_END = new RegExp(`[\\d$|<>≤≥~]|\\s(?:with|that|and|${LESS}|${MORE})\\s`, 'i')

type Match = RegExpMatchArray
type Limits = Readonly<Record<string, string | undefined>>

/** Reads a line; neither the order of its words nor their case makes a difference. */
export function readTypedQuery(typed: string): TypedQuery {
  const asked: Asked[] = []
  const texts: string[] = []
  const places: PlaceFilter[] = []
  const written = SHORTHANDS.reduce((line, [from, to]) => line.replace(from, to), typed.slice(0, TEXT_MAX))
  const unquoted = take(written, QUOTED, ([text]) => texts.push(text) > 0)
  const { before, place, after } = splitPlace(unquoted)
  const there = readWords(place, asked, true)
  const here = readPrices(readRanges(readWords(`${before}${READ}${after}`, asked, false), asked), asked)
  const left = take(here, ZIP, ([zip]) => {
    places.push({ kind: 'zip', name: zip, state: '' })
    return true
  })
  const rest = [tidy(there), ...left.split(READ).map(withoutFillers)].filter(Boolean).join(' ')
  const isRead = asked.length + texts.length + places.length > 0
  const status = DEAL_STATUSES.filter((one) => asked.some((of) => of.status?.includes(one)))
  return {
    filter: {
      ...DEFAULT_QUERY.filter,
      ...(status.length === 0 ? {} : { status: status.length === DEAL_STATUSES.length ? [] : status }),
      ranges: mergedRanges(asked),
      choices: joined(asked),
      flags: [...new Set(asked.flatMap(({ flags }) => flags ?? []))],
      places,
      text: texts.join(' '),
    },
    sort: asked.find(({ sort }) => sort)?.sort ?? DEFAULT_QUERY.sort,
    rest,
    isRead,
  }
}

/** `over 100k under 200k` sets both ends of one range. */
function mergedRanges(asked: readonly Asked[]): DealFilter['ranges'] {
  const all: Record<string, Range> = {}
  for (const [key, range] of asked.flatMap(({ ranges }) => Object.entries(ranges ?? {})))
    all[key] = { ...all[key], ...range }
  return all
}

function joined(asked: readonly Asked[]): DealFilter['choices'] {
  const all: Record<string, readonly number[]> = {}
  for (const [key, ids] of asked.flatMap(({ choices }) => Object.entries(choices ?? {})))
    all[key] = [...new Set([...(all[key] ?? []), ...ids])]
  return all
}

/** Takes out what matches, unless `use` answers false. */
function take(text: string, pattern: string, use: (match: Match) => boolean): string {
  const whole = new RegExp(pattern, 'gi')
  let left = ''
  let from = 0
  for (const match of text.matchAll(whole)) {
    if (!use(match)) continue
    left += text.slice(from, match.index) + READ
    from = match.index + match[0].length
  }
  return left + text.slice(from)
}

const bare = (words: string): string => `(?<![\\w-])(?:${words})(?![\\w-])`

function readWords(text: string, asked: Asked[], isPlace: boolean): string {
  let left = text
  for (const { words, asks, isName } of WORD_RULES)
    if (!(isPlace && isName)) left = take(left, bare(words), () => asked.push(asks) > 0)
  return left
}

function readRanges(text: string, asked: Asked[]): string {
  let left = text
  for (const rule of RANGE_RULES)
    for (const pattern of patternsOf(rule))
      left = take(left, pattern, ({ groups = {} }) => {
        const range = rangeOf(groups, rule)
        return range !== null && asked.push({ ranges: { [rule.key]: range } }) > 0
      })
  return left
}

/** `max arv 200k` and `arv over 200k` before `over 200k arv` before `arv 200k`: a limit belongs to the word in front of it. */
function patternsOf({ word, unit = '', side, step }: RangeRule): string[] {
  const valued = VALUE + (unit && `${unit}(?![a-z])`)
  const named = `${step === undefined ? '' : '(?<![\\d+]\\s*)'}\\b${word}:?\\s*`
  return [
    ...(side === 'after'
      ? []
      : [`(?<![\\w-])${LIMIT}\\b${word}:?\\s*${valued}`, `${named}${LIMIT}${valued}`]),
    ...(side === 'before'
      ? []
      : [
          `(?<![\\w.,$])(?:${LIMIT})?${valued}\\s*-?${word}(?![a-z])(?:\\s+(?:(?<up>or more|and up)|(?<down>or (?:less|under|below|fewer))))?`,
        ]),
    ...(side === 'after' ? [] : [`${named}${valued}`]),
  ]
}

function readPrices(text: string, asked: Asked[]): string {
  return take(
    text,
    `(?<!${NO_PRICE_AFTER})(?<![\\w.,$-])(?:${LIMIT})?${VALUE}(?![\\w%])(?!${NO_PRICE_BEFORE})`,
    (match) => {
      const { groups = {} } = match
      const limit = groups.less ?? groups.more
      const isMarked = IS_PRICE.test(match[0])
      // `under 150` is said of thousands.
      const isShort = !isMarked && /^\d{2,3}$/.test(groups.a?.trim() ?? '')
      if (limit === undefined ? !isMarked : NO_PRICE_LIMIT.test(limit)) return false
      const range = rangeOf(groups, { alone: 'max', scale: isShort ? 1000 : 1 })
      return range !== null && asked.push({ ranges: { price: range } }) > 0
    },
  )
}

function rangeOf(
  limits: Limits,
  { alone, scale = 1, step = 0 }: Pick<RangeRule, 'alone' | 'scale' | 'step'>,
): Range | null {
  const { a = '', b, open, most, up, down, less, more, around, exact } = limits
  const second = b === undefined ? null : amount(b) * scale
  // `100-200k`: the scale of the second is that of both.
  const first =
    amount(second !== null && /[km]|thousand|million/i.test(b ?? '') ? withScale(a, b ?? '') : a) * scale
  if (Number.isNaN(first) || Number.isNaN(second)) return null
  if (second !== null) return { min: Math.min(first, second), max: Math.max(first, second) }
  if (around !== undefined)
    return { min: Math.round(first * (1 - AROUND)), max: Math.round(first * (1 + AROUND)) }
  const beyond = EXCLUDED.test(less ?? more ?? '') ? step : 0
  if ([less, most, down].some((word) => word !== undefined)) return { max: first - beyond }
  if ([more, open, up].some((word) => word !== undefined)) return { min: first + beyond }
  if (exact !== undefined || alone === 'exact') return { min: first, max: first }
  return alone === 'min' ? { min: first } : { max: first }
}

const amount = (text: string): number => parseMoney(text) ?? Number.NaN
const withScale = (text: string, like: string): string =>
  /[a-z]/i.test(text) ? text : text + (/[a-z]+/i.exec(like)?.[0] ?? '')

interface Split {
  readonly before: string
  /** Behind `in` or `near`, up to the next filter. */
  readonly place: string
  readonly after: string
}

function splitPlace(text: string): Split {
  const found = PLACE.exec(text)
  if (found === null) return { before: text, place: '', after: '' }
  const from = found.index + found[0].length
  const tail = text.slice(from)
  const end = PLACE_END.exec(tail)?.index ?? tail.length
  const [first = '', ...others] = tail.slice(0, end).split(',')
  const isState = others[0] !== undefined && namesState(others[0])
  return {
    before: text.slice(0, found.index),
    place: isState ? `${first},${others[0]}` : first,
    after: [...others.slice(isState ? 1 : 0), tail.slice(end)].join(READ),
  }
}

function namesState(text: string): boolean {
  const name = foldText(text)
  return STATE_BY_ABBR.has(name.toUpperCase()) || STATES.some((state) => foldText(state.name) === name)
}

const withoutFillers = (text: string): string => tidy(text.replace(new RegExp(bare(FILLERS), 'gi'), ' '))
const tidy = (text: string): string =>
  text
    .replaceAll(READ, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;/&+.-]+|[\s,;/&+-]+$/g, '')

/** Finds entries by what somebody has typed so far. Sorted keys and a binary search; the best of the hits by how many people live there. */
import { foldText } from '#shared/rules/fold-text.ts'
import { STATE_BY_ABBR } from '#shared/rules/states.ts'
import type { Entry } from './entries.ts'

export interface NameIndex {
  find(text: string, limit: number): Entry[]
}

interface Key {
  text: string
  entry: Entry
  /** Only a part of the name, so a worse hit. */
  isInner: boolean
}

/** A hit inside of a name counts this much less than one at its beginning. */
const INNER_SHARE = 0.02
/** A whole word typed to its end counts this much more. */
const WHOLE_WORD_FACTOR = 2

export function createNameIndex(entries: readonly Entry[]): NameIndex {
  const keys = entries.flatMap(keysOf).sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  return {
    find(text, limit) {
      const typed = foldText(text)
      if (typed === '') return []
      const best = new Map<Entry, number>()
      for (let at = firstAtLeast(keys, typed); keys[at]?.text.startsWith(typed); at++) {
        const key = keys[at]
        if (!key) break
        const score = scoreOf(key, typed)
        if (score > (best.get(key.entry) ?? -1)) best.set(key.entry, score)
      }
      return topOf(best, limit)
    },
  }
}

/** Everything a place is typed as: with its state in letters and in full, `saint` as `st`, and from each inner word on. */
function keysOf(entry: Entry): Key[] {
  // As it is labelled: with its city and state.
  if (entry.kind === 'zip') return [{ text: foldText(entry.label), entry, isInner: false }]
  const name = foldText(entry.name)
  const abbr = entry.state.toLowerCase()
  const keys: Key[] = []
  const add = (text: string, isInner = false) => keys.push({ text, entry, isInner })
  for (const spelling of spellingsOf(name)) {
    if (entry.kind === 'state') {
      add(spelling)
      continue
    }
    add(`${spelling} ${abbr}`)
    add(`${spelling} ${STATE_BY_ABBR.get(entry.state)?.name.toLowerCase()}`)
    // `galveston, tx` is the city, `harris, tx` the county, as there is no city of that name.
    if (entry.kind === 'county') add(`${spelling.split(' ').slice(0, -1).join(' ')} ${abbr}`, true)
  }
  if (entry.kind === 'state') add(abbr)
  // A label that was shown finds its place again, with the town or county it names.
  const label = foldText(entry.label)
  if (label !== `${name} ${abbr}`) add(label)
  const words = name.split(' ')
  for (let from = 1; from < words.length; from++) {
    if (!GENERIC.has(words[from] ?? '')) add(`${words.slice(from).join(' ')} ${abbr}`, true)
  }
  return keys
}

/** Nobody looks for these. */
const GENERIC = new Set([
  'county',
  'parish',
  'municipio',
  'city',
  'borough',
  'census',
  'area',
  'and',
  'of',
  'the',
])

const SHORT_FORMS = [
  ['saint', 'st'],
  ['fort', 'ft'],
  ['mount', 'mt'],
] as const

function spellingsOf(name: string): string[] {
  for (const [long, short] of SHORT_FORMS) {
    if (name.startsWith(`${long} `)) return [name, short + name.slice(long.length)]
    if (name.startsWith(`${short} `)) return [name, long + name.slice(short.length)]
  }
  return [name]
}

function scoreOf({ text, entry, isInner }: Key, typed: string): number {
  const isWhole = text.length === typed.length || text[typed.length] === ' '
  return (entry.population + 1) * (isInner ? INNER_SHARE : 1) * (isWhole ? WHOLE_WORD_FACTOR : 1)
}

function firstAtLeast(keys: readonly Key[], typed: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle]?.text ?? '') < typed) low = middle + 1
    else high = middle
  }
  return low
}

/** Equal scores keep the order of the keys, e.g. of ZIPs. */
function topOf(scores: ReadonlyMap<Entry, number>, limit: number): Entry[] {
  const top: [Entry, number][] = []
  for (const [entry, score] of scores) {
    if (top.length === limit && score <= (top.at(-1)?.[1] ?? 0)) continue
    let at = top.length
    while (at > 0 && score > (top[at - 1]?.[1] ?? 0)) at--
    top.splice(at, 0, [entry, score])
    if (top.length > limit) top.pop()
  }
  return top.map(([entry]) => entry)
}

/** What each place is found by when somebody types. */
import { foldText } from '#shared/rules/fold-text.ts'
import { STATE_BY_ABBR } from '#shared/rules/states.ts'
import type { Entry } from './entries.ts'

export interface Key {
  /** Folded. */
  text: string
  entry: Entry
  /** Only a part of the name, so a worse hit. */
  isInner: boolean
}

/** Everything a place is typed as: with its state in letters and in full, `saint` as `st`, and from each inner word on. */
export function keysOf(entry: Entry): Key[] {
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

/** Words people look for in deals: `corner lot`, `"fire damage"`, `adu OR duplex`, `-hoa`, `-"55+"` (checklist BRW-27, BRW-28). */

export interface Term {
  /** Folded: lower case, no accents, one blank between words. */
  readonly text: string
  /** Only whole words: a quoted phrase. Else the last word may go on: `dup` finds duplex. */
  readonly isWhole: boolean
}

export interface Keywords {
  /** Every group must be found; of a group any term. */
  readonly groups: readonly (readonly Term[])[]
  /** None of these may be found. */
  readonly excluded: readonly Term[]
}

/** Searches investors make again and again. */
export const KEYWORD_PRESETS: readonly { readonly label: string; readonly text: string }[] = [
  { label: 'ADU', text: 'adu OR "guest house" OR casita' },
  { label: 'Duplex', text: 'duplex' },
  { label: 'Corner lot', text: '"corner lot"' },
  { label: 'Foundation', text: 'foundation' },
  { label: 'Fire damage', text: '"fire damage"' },
  { label: 'Pool', text: 'pool' },
  { label: 'Seller finance', text: '"creative finance" OR "seller finance" OR "subject to"' },
  { label: 'Tenant in place', text: '"tenant in place" OR tenanted' },
  { label: 'No HOA', text: '-hoa' },
  { label: 'Not 55+', text: '-"55+"' },
]

/** At most so many terms count; a pasted page must not stop the screen. */
const TERMS_MAX = 20
const TOKEN = /(-?)"([^"]*)"?|(\S+)/g

/** Never fails: a lone OR, an open quote and signs without words are read for what they can mean. */
export function parseKeywords(text: string): Keywords {
  const groups: Term[][] = []
  const excluded: Term[] = []
  let isAlternative = false
  for (const [token, minus, phrase, word = ''] of text.matchAll(TOKEN)) {
    if (groups.length + excluded.length >= TERMS_MAX) break
    if (token === 'OR' || token === '|') {
      isAlternative = groups.length > 0
      continue
    }
    const isExcluded = minus === '-' || /^-./.test(word)
    const term: Term = { text: foldKeywords(phrase ?? word), isWhole: phrase !== undefined }
    if (term.text === '') continue
    const group = isAlternative ? groups.at(-1) : undefined
    if (isExcluded) excluded.push(term)
    else if (group) group.push(term)
    else groups.push([term])
    isAlternative = false
  }
  return { groups, excluded }
}

/** Like names are compared, but a plus is kept: `55+` is not 55. Words of the text and of the search go through the same. */
export function foldKeywords(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : foldMarks(text)
}

/** Most texts: words with one blank between them and nothing to take out. */
const PLAIN = /^[a-z\d+]+(?: [a-z\d+]+)*$/i

function foldMarks(text: string): string {
  const isSimple = /^[\x20-\x7e]*$/.test(text)
  const lower = (isSimple ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()
  const bare = lower.replace(/['’‘`.]/g, '')
  return (isSimple ? bare.replace(/[^a-z\d+]+/g, ' ') : bare.replace(/[^\p{L}\p{N}+]+/gu, ' ')).trim()
}

/** Whether one text has the term, at the beginning of a word. */
export function findTerm(folded: string, { text, isWhole }: Term): boolean {
  const padded = ` ${folded} `
  return padded.includes(isWhole ? ` ${text} ` : ` ${text}`)
}

/** Whether the words pass, over several texts of one thing: a group may be found in any of them. */
export function matchesKeywords({ groups, excluded }: Keywords, texts: readonly string[]): boolean {
  const folded = texts.map(foldKeywords)
  const has = (term: Term): boolean => folded.some((text) => findTerm(text, term))
  return groups.every((group) => group.some(has)) && !excluded.some(has)
}

export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Which stretches of a text the words were found in, ascending and apart, for marking them. Excluded words mark nothing. */
export function highlightRanges(text: string, { groups }: Keywords): readonly TextRange[] {
  const { folded, origin } = foldWithOrigin(text)
  const found = groups.flat().flatMap((term) => rangesOf(folded, origin, term))
  const merged: TextRange[] = []
  for (const range of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end)
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, range.end) }
    else merged.push(range)
  }
  return merged
}

interface Origin {
  readonly start: number
  readonly end: number
}

/** The folded text between blanks, and for each of its characters where it came from. */
function foldWithOrigin(text: string): { folded: string; origin: readonly Origin[] } {
  let folded = ' '
  const origin: Origin[] = [{ start: 0, end: 0 }]
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const plain = /['’‘`.\p{M}]/u.test(character) ? '' : foldKeywords(character) || ' '
    for (const letter of plain) {
      if (letter === ' ' && folded.endsWith(' ')) continue
      folded += letter
      for (let unit = 0; unit < letter.length; unit++) origin.push({ start, end })
    }
    start = end
  }
  return { folded: folded.endsWith(' ') ? folded : `${folded} `, origin }
}

function rangesOf(folded: string, origin: readonly Origin[], { text, isWhole }: Term): TextRange[] {
  const ranges: TextRange[] = []
  const needle = isWhole ? ` ${text} ` : ` ${text}`
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + 1))
    ranges.push({ start: origin[at + 1]?.start ?? 0, end: origin[at + text.length]?.end ?? 0 })
  return ranges
}

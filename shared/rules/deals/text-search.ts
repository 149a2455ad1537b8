/** Finds terms in all distinct texts of a dictionary at once: one long folded text that is searched as a whole, then codes become rows. */
import { type Bits, emptyBits, orInto, setBit } from './bitset.ts'
import { foldKeywords, type Keywords, type Term } from './keywords.ts'
import type { DealTable, Dictionary, DictionaryColumn } from './table.ts'

/** What keywords look through (checklist BRW-27). */
export const SEARCHED_COLUMNS: readonly DictionaryColumn[] = [
  'title',
  'public_address',
  'full_address',
  'city',
  'county',
  'zip',
]

interface Haystack {
  /** ` first text \n second text \n …` */
  readonly text: string
  /** Where the text of each code begins. */
  readonly starts: Uint32Array
}

export interface TextSearch {
  /** The rows that pass the keywords. */
  find(keywords: Keywords, tagsWith: (term: Term) => readonly Bits[]): Bits
}

export function createTextSearch(table: DealTable): TextSearch {
  const haystacks = new Map<DictionaryColumn, Haystack>()
  const haystackOf = (column: DictionaryColumn): Haystack => {
    const known = haystacks.get(column)
    const haystack = known ?? buildHaystack(table.texts[column])
    if (!known) haystacks.set(column, haystack)
    return haystack
  }
  const rowsWith = (term: Term, tagsWith: (term: Term) => readonly Bits[]): Bits => {
    const bits = emptyBits(table.count)
    for (const column of SEARCHED_COLUMNS)
      addRows(bits, table.texts[column], findCodes(haystackOf(column), table.texts[column], term))
    for (const tagged of tagsWith(term)) orInto(bits, tagged)
    return bits
  }
  return {
    find({ groups, excluded }, tagsWith) {
      const bits = emptyBits(table.count).fill(0xffffffff)
      for (const group of groups) {
        const any = emptyBits(table.count)
        for (const term of group) orInto(any, rowsWith(term, tagsWith))
        for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (any[word] ?? 0)
      }
      for (const term of excluded) {
        const none = rowsWith(term, tagsWith)
        for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & ~(none[word] ?? 0)
      }
      return cutTail(bits, table.count)
    },
  }
}

function cutTail(bits: Bits, count: number): Bits {
  const rest = count % 32
  if (rest > 0) bits[bits.length - 1] = (bits[bits.length - 1] ?? 0) & (2 ** rest - 1)
  return bits
}

function buildHaystack({ words }: Dictionary): Haystack {
  const starts = new Uint32Array(words.length + 1)
  const parts: string[] = []
  let length = 0
  for (const [code, word] of words.entries()) {
    starts[code] = length
    const part = word === null ? '\n' : ` ${foldKeywords(word)} \n`
    parts.push(part)
    length += part.length
  }
  starts[words.length] = length
  return { text: parts.join(''), starts }
}

/** For each code whether its text has the term. */
function findCodes({ text, starts }: Haystack, { words }: Dictionary, term: Term): Uint8Array | null {
  const needle = term.isWhole ? ` ${term.text} ` : ` ${term.text}`
  let at = text.indexOf(needle)
  if (at < 0) return null
  const found = new Uint8Array(words.length)
  for (let code = 0; at >= 0; at = text.indexOf(needle, starts[code + 1])) {
    code = codeAt(starts, at, code)
    found[code] = 1
  }
  return found
}

/** The code whose text holds this place; codes before `from` are over. */
function codeAt(starts: Uint32Array, place: number, from: number): number {
  let low = from
  let high = starts.length - 2
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

function addRows(bits: Bits, { codes }: Dictionary, found: Uint8Array | null): void {
  if (!found) return
  for (let row = 0; row < codes.length; row++) if (found[codes[row] ?? 0] === 1) setBit(bits, row)
}

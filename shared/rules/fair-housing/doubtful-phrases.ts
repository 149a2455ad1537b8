/**
 * Finds words in a listing or a blast that the Fair Housing Act makes doubtful, each with the reason and a better wording. The seller reads
 * it while typing, and the server records what is published with such words. It is advice, and no substitute for a lawyer's.
 */
import { DOUBTFUL_PHRASES, type DoubtfulPhrase, type ProtectedClass } from './phrases.ts'

export interface Doubt extends Omit<DoubtfulPhrase, 'find'> {
  /** As it is written, without markup. */
  readonly phrase: string
  /** Positions in the text as it was given. */
  readonly start: number
  readonly end: number
}

/** From left to right; of two that overlap, the longer one. The text may have HTML in it. */
export function doubtsIn(text: string | null | undefined): Doubt[] {
  if (!text) return []
  const read = readText(text)
  const found = RULES.flatMap(({ pattern, rule }) =>
    [...read.words.matchAll(pattern)].map((match): Doubt => {
      const start = read.starts[match.index] ?? 0
      const end = read.ends[match.index + match[0].length - 1] ?? text.length
      return { ...rule, phrase: text.slice(start, end).replace(TAG, '').replace(NO_BREAK, ' '), start, end }
    }),
  )
  const kept: Doubt[] = []
  for (const doubt of found.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (kept.every(({ start, end }) => doubt.end <= start || doubt.start >= end)) kept.push(doubt)
  return kept.toSorted((a, b) => a.start - b.start)
}

/** The text with the better wording in place of the phrase, with a capital where a sentence begins. Tags stay, so that they still close each other. */
export function withBetterWording(text: string, { start, end, phrase, better }: Doubt): string {
  const isFirst = /(?:^|[.!?:>\n])\s*$/.test(text.slice(0, start)) && /^\p{Lu}/u.test(phrase)
  const wording = isFirst ? better.charAt(0).toUpperCase() + better.slice(1) : better
  const tags = text.slice(start, end).match(TAG) ?? []
  return text.slice(0, start) + wording + tags.join('') + text.slice(end)
}

const RULES = DOUBTFUL_PHRASES.map(({ find, ...rule }) => ({
  rule,
  pattern: new RegExp(`\\b(?:${find.replaceAll(' ', '[ -]+')})\\b`, 'gi'),
}))

interface ReadText {
  /** What a reader sees, on one line. A bar is where a line or a paragraph ends. */
  words: string
  /** Of each of its characters, where it begins and ends in the text. */
  starts: number[]
  ends: number[]
}

const TAG = /<\/?[a-z][^<>]*>/gi
const NO_BREAK = /&nbsp;|&#160;/gi
const PARTS = /<\/?[a-z][^<>]*>|&#?\w{1,8};|[\s\S]/gi
const ENDS_LINE = /^(?:\n|<\/?(?:p|br|div|ul|ol|li)\b)/i

function readText(text: string): ReadText {
  const read: ReadText = { words: '', starts: [], ends: [] }
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    const shown = shownAs(part)
    if (shown === '') continue
    read.words += shown
    read.starts.push(index)
    read.ends.push(index + part.length)
  }
  return read
}

/** One character, or none for a tag within a line. */
function shownAs(part: string): string {
  if (ENDS_LINE.test(part)) return '|'
  if (part.startsWith('<') && part.length > 1) return ''
  if (/^(?:\s|&nbsp;|&#160;)$/i.test(part)) return ' '
  if (/^(?:['’‘`]|&(?:#39|#x27|apos|rsquo|lsquo);)$/i.test(part)) return '’'
  if (/^(?:[‐‑‒–]|&ndash;)$/i.test(part)) return '-'
  return part.length > 1 ? '&' : part
}

/** What is published against the advice, as the audit log keeps it. */
export interface PlacedDoubt {
  /** Which text it is in, e.g. `description`. */
  readonly place: string
  readonly phrase: string
  readonly protected_class: ProtectedClass
}

export const isSameDoubt = (a: PlacedDoubt, b: PlacedDoubt): boolean =>
  a.place === b.place && a.phrase === b.phrase

type Text = string | null | undefined

/** What a seller writes about a deal and buyers read. */
interface DealTexts {
  title: Text
  description: Text
  access: Text
  captions: readonly Text[]
  documents: readonly Text[]
  /** The notes of open houses. */
  visits: readonly Text[]
}

export const dealDoubts = ({ title, description, access, ...lists }: DealTexts): PlacedDoubt[] =>
  placedDoubts({
    title: [title],
    description: [description],
    access: [access],
    'photo caption': lists.captions,
    'document title': lists.documents,
    'open house': lists.visits,
  })

/** Of several texts, by their places. */
export const placedDoubts = (texts: Readonly<Record<string, readonly Text[]>>): PlacedDoubt[] =>
  Object.entries(texts).flatMap(([place, written]) =>
    written.flatMap(doubtsIn).map(({ phrase, protectedClass }) => ({
      place,
      phrase,
      protected_class: protectedClass,
    })),
  )

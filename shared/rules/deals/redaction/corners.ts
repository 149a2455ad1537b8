/** Corners: two streets together are a place, whichever of them is the deal's. */
import { firstFrom, isGap, lastBefore, type ReadText, type Span } from './read-text.ts'
import { KINDS } from './street-name.ts'

const JOINTS: ReadonlySet<string> = new Set(['and', 'at', 'x', 'y', 'with'])
const JOINT_SIGN = /^\s?[&@+/]\s?$/
const CORNER =
  /(?<![a-z])(?:corner|intersection|junction|crossroads|crossing|cross[\s-]?streets?)(?:\s(?:lot|house|property))?\s?(?:of|at|are|is|:)\s?(?:the\s)?/g
/** Up to the deal's own street: `corner of lyons and`, `between`. */
const LEADING = new RegExp(
  `(?:${CORNER.source}|(?<![a-z])between\\s(?:the\\s)?)((?:[a-z0-9'-]+\\.?\\s){0,3}(?:and|at|[&@/])\\s?)?$`,
)

const LEADING_LENGTH = 100

/** `at the corner of Dallas and Elm`, whatever streets they are. */
export function cornerSpans(read: ReadText): Span[] {
  const { skeleton, tokens } = read
  return [...skeleton.text.matchAll(CORNER)].flatMap(({ 0: { length }, index }) => {
    const first = firstFrom(tokens, index + length)
    const one = nameFrom(read, first)
    const other = one && otherAfter(read, one.end, true)
    return other ? [[tokens[first]?.start ?? index, other.end] as const] : []
  })
}

/** The deal's street with the one that it meets: `Sumpter & Lyons`, `Lyons Ave at Sumpter`. A number is no corner. */
export function withCorner(read: ReadText, [start, end]: Span): Span {
  const { text } = read.skeleton
  if (/^\W*(?:n[or]\W+)?\d/.test(text.slice(start, end))) return [start, end]
  const leading = LEADING.exec(text.slice(Math.max(0, start - LEADING_LENGTH), start))
  const after = otherAfter(read, end, leading !== null)
  if (leading) return [start - (leading[1]?.length ?? 0), after?.end ?? end]
  return [startBefore(read, start) ?? start, after?.end ?? end]
}

interface Name {
  end: number
  hasKind: boolean
}

/** Where words have joined two names, the other needs its kind, or the text says that it is a corner. */
function otherAfter(read: ReadText, at: number, isCorner = false): Name | null {
  const { skeleton, tokens } = read
  const next = firstFrom(tokens, at)
  const token = tokens[next]
  if (!token) return null
  const gap = skeleton.text.slice(at, token.start)
  const isWord = JOINTS.has(token.word) && isGap(gap)
  if (!isWord && !JOINT_SIGN.test(gap)) return null
  const first = isWord ? next + 1 : next
  const name = nameFrom(read, first)
  if (name && (name.hasKind || !isWord || isCorner)) return name
  const word = tokens[first]
  return isCorner && word ? { end: word.end, hasKind: false } : null
}

function startBefore({ skeleton, tokens }: ReadText, at: number): number | null {
  const last = lastBefore(tokens, at)
  const token = tokens[last]
  if (!token) return null
  const isWord = JOINTS.has(token.word)
  if (!isWord && !JOINT_SIGN.test(skeleton.text.slice(token.end, at))) return null
  const end = isWord ? last - 1 : last
  const hasKind = KINDS.has(tokens[end]?.word ?? '')
  if (isWord && !hasKind) return null
  let first = end + 1
  while (first > 0 && end - first < NAME_WORDS_MAX - 2) {
    const one = tokens[first - 1]
    if (!one || !(one.isCapital || (first > end && KINDS.has(one.word)))) break
    first -= 1
  }
  // A kind by itself is no name.
  return first > end || (hasKind && first === end) ? null : (tokens[first]?.start ?? null)
}

const NAME_WORDS_MAX = 3

/** What may be a street's name: some words with capitals, or any up to its kind. */
function nameFrom({ skeleton, tokens }: ReadText, index: number): Name | null {
  let end: number | null = null
  for (let words = 0; words <= NAME_WORDS_MAX; words++) {
    const [former, token] = [tokens[index + words - 1], tokens[index + words]]
    const isNext = words === 0 || (former && token && isGap(skeleton.text.slice(former.end, token.start)))
    if (!token || !isNext) break
    if (KINDS.has(token.word) && words > 0) return { end: token.end, hasKind: true }
    if (!token.isCapital) {
      const kind =
        words === 0
          ? tokens.slice(index + 1, index + NAME_WORDS_MAX).find(({ word }) => KINDS.has(word))
          : undefined
      return kind ? { end: kind.end, hasKind: true } : named(end)
    }
    end = token.end
  }
  return named(end)
}

const named = (end: number | null): Name | null => (end === null ? null : { end, hasKind: false })

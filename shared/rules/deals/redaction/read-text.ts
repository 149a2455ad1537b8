/** A text that is being read for a street: its words, and which of them are next to each other. */
import { type Skeleton, skeletonOf, type Token, tokensOf } from './skeleton.ts'

/** From a position in the skeleton up to another. */
export type Span = readonly [start: number, end: number]

export interface ReadText {
  readonly skeleton: Skeleton
  readonly tokens: readonly Token[]
  /** Its letters and digits alone. */
  readonly dense: string
}

export function readText(text: string, isHtml: boolean): ReadText {
  const skeleton = skeletonOf(text, isHtml)
  const tokens = tokensOf(skeleton, text)
  return { skeleton, tokens, dense: tokens.map(({ word }) => word).join('') }
}

/** The first word that begins there or later; the number of words when there is none. By halves: a text may have thousands. */
export function firstFrom(tokens: readonly Token[], at: number): number {
  let [low, high] = [0, tokens.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle]?.start ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** The last word that has ended by then, −1 when there is none. */
export function lastBefore(tokens: readonly Token[], at: number): number {
  const index = firstFrom(tokens, at) - 1
  return (tokens[index]?.end ?? 0) > at ? index - 1 : index
}

/** Nothing but some signs between two words, and no end of a sentence. */
const GAP_MAX = 6
export const isGap = (text: string): boolean => text.length <= GAP_MAX && !/[\n&@+/]|[.!?;]\s/.test(text)

export function tokenBefore({ skeleton, tokens }: ReadText, at: number): Token | undefined {
  const token = tokens[lastBefore(tokens, at)]
  if (!token) return undefined
  // An abbreviation's period is no end of a sentence: `N. Sumpter`, `No. 1418`.
  const gap = skeleton.text.slice(token.end, at)
  return isGap(token.word.length < ABBREVIATION_LENGTH ? gap.replace(/^\.(?= )/, '') : gap)
    ? token
    : undefined
}

const ABBREVIATION_LENGTH = 3

export function tokenAfter({ skeleton, tokens }: ReadText, at: number): Token | undefined {
  const token = tokens[firstFrom(tokens, at)]
  return token && isGap(skeleton.text.slice(at, token.start)) ? token : undefined
}

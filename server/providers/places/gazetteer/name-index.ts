/** Finds places by what somebody has typed so far. A binary search in the sorted keys; the best of the hits by how many people live there. */
import { foldText } from '#shared/rules/fold-text.ts'
import type { PlaceColumns } from './places-file.ts'

/** A hit inside of a name counts this much less than one at its beginning. */
const INNER_SHARE = 0.02
/** A whole word typed to its end counts this much more. */
const WHOLE_WORD_FACTOR = 2
const BLANK = 0x20

type Names = Pick<PlaceColumns, 'keys' | 'keyAt' | 'keyPlace' | 'people'>

interface Wanted {
  readonly limit: number
  isWanted(place: number): boolean
}

/** Positions of places, best first. */
export function findByName(names: Names, text: string, { limit, isWanted }: Wanted): number[] {
  const typed = Buffer.from(foldText(text))
  if (typed.length === 0) return []
  const { keys, keyAt, keyPlace, people } = names
  const best = new Map<number, number>()
  for (let at = firstAtLeast(names, typed); at < keyPlace.length && beginsWith(names, at, typed); at++) {
    const marked = keyPlace[at] ?? 0
    const place = marked >> 1
    if (!isWanted(place)) continue
    const end = (keyAt[at] ?? 0) + typed.length
    const isWhole = end === keyAt[at + 1] || keys[end] === BLANK
    const share = (marked & 1 ? INNER_SHARE : 1) * (isWhole ? WHOLE_WORD_FACTOR : 1)
    const score = ((people[place] ?? 0) + 1) * share
    if (score > (best.get(place) ?? -1)) best.set(place, score)
  }
  return topOf(best, limit)
}

function beginsWith({ keys, keyAt }: Names, at: number, typed: Uint8Array): boolean {
  const begin = keyAt[at] ?? 0
  if ((keyAt[at + 1] ?? 0) - begin < typed.length) return false
  for (let index = 0; index < typed.length; index++) if (keys[begin + index] !== typed[index]) return false
  return true
}

function firstAtLeast({ keys, keyAt, keyPlace }: Names, typed: Uint8Array): number {
  let [low, high] = [0, keyPlace.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Buffer.compare(keys.subarray(keyAt[middle], keyAt[middle + 1]), typed) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Equal scores keep the order of the keys, e.g. of ZIPs. */
function topOf(scores: ReadonlyMap<number, number>, limit: number): number[] {
  const top: [number, number][] = []
  for (const [place, score] of scores) {
    if (top.length === limit && score <= (top.at(-1)?.[1] ?? 0)) continue
    let at = top.length
    while (at > 0 && score > (top[at - 1]?.[1] ?? 0)) at--
    top.splice(at, 0, [place, score])
    if (top.length > limit) top.pop()
  }
  return top.map(([place]) => place)
}

/** The list of deals as it is after one change: kept as texts that are joined, never encoded again. It does not change. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { bodyOf, type PackedBody, packedBody } from '#server/core/http/packed-body.ts'
import { DEAL_COLUMNS } from '#shared/contract/properties.ts'
import type { Cell, ListCells } from './list-cells.ts'

/** A listed deal. Its picture stands between the two texts, as a number that differs from answer to answer. */
export interface ListLine {
  revision: number
  before: string
  image: string | null
  after: string
}

export interface ListVersion {
  /** Where this version stands in the order of changes; opaque to readers. */
  cursor: string
  allCount: number
  /** The whole list, packed once. */
  packed(): PackedBody
  whole(): string
  /** What changed behind a revision; null when that is so much that the whole list is shorter. */
  since(revision: number): ListDelta | null
  /** Some deals in the order given. */
  some(ids: Iterable<number>): string
}

export interface ListDelta {
  text: string
  /** Packed once. */
  packed(): PackedBody
}

export interface ListContent {
  cursor: string
  /** By id, in the order of ids. */
  lines: ReadonlyMap<number, ListLine>
  /** Deals that were listed once: when they went. */
  removed: ReadonlyMap<number, number>
}

/** A delta with more deals than this is not worth it. */
const DELTA_MAX = 5000
/** Deltas of one version that are kept: after a change nearly everybody asks from the same place. */
const DELTAS_KEPT = 16

export function listVersion({ cursor, lines, removed }: ListContent): ListVersion {
  const allCount = lines.size
  const rest = { all_count: allCount, cursor }
  const deltas = new Map<number, ListDelta | null>()
  const deltaSince = (revision: number): ListDelta | null => {
    const changed = [...lines.values()].filter((line) => line.revision > revision)
    if (changed.length > DELTA_MAX) return null
    const gone = [...removed].filter(([, at]) => at > revision).map(([id]) => id)
    return deltaOf(listText(changed, { ...rest, removed: gone, is_delta: true }))
  }
  let packed: PackedBody | null = null
  return {
    cursor,
    allCount,
    whole: () => listText(lines.values(), rest),
    packed() {
      packed ??= packedBody(listBytes(lines.values(), rest), cursor)
      return packed
    },
    since(revision) {
      const known = deltas.get(revision)
      if (known !== undefined) return known
      const delta = deltaSince(revision)
      const [oldest] = deltas.keys()
      if (deltas.size >= DELTAS_KEPT && oldest !== undefined) deltas.delete(oldest)
      deltas.set(revision, delta)
      return delta
    },
    some: (ids) => listText(linesOf(lines, ids), { all_count: allCount }),
  }
}

function deltaOf(text: string): ListDelta {
  let packed: PackedBody | null = null
  return {
    text,
    packed() {
      packed ??= bodyOf(text)
      return packed
    },
  }
}

export function lineOf(revision: number, { before, image, after }: ListCells): ListLine {
  return { revision, before: `[${cellsText(before)},`, image, after: `,${cellsText(after)}]` }
}

const cellsText = (cells: Cell[]): string => JSON.stringify(cells).slice(1, -1)

function* linesOf(lines: ReadonlyMap<number, ListLine>, ids: Iterable<number>): Generator<ListLine> {
  for (const id of ids) {
    const line = lines.get(id)
    if (line) yield line
  }
}

const COLUMNS = JSON.stringify(DEAL_COLUMNS)

type Rest = Record<string, unknown>

const listText = (lines: Iterable<ListLine>, rest: Rest): string => [...listTexts(lines, rest)].join('')

/** Joined over many turns: at once, all else would wait for it. */
async function listBytes(lines: Iterable<ListLine>, rest: Rest): Promise<Buffer> {
  const portions: Buffer[] = []
  for (const text of listTexts(lines, rest)) {
    portions.push(Buffer.from(text))
    await nextTurn()
  }
  return Buffer.concat(portions)
}

/** Lines that are joined in one turn. */
const PORTION = 4000

/** The list in portions, in the order of its text. */
function* listTexts(lines: Iterable<ListLine>, rest: Rest): Generator<string> {
  const images = new Map<string, number>()
  const placeOf = (image: string | null): string => {
    if (image === null) return 'null'
    const place = images.get(image) ?? images.size
    images.set(image, place)
    return String(place)
  }
  yield `{"columns":${COLUMNS},"data":[`
  let portion: string[] = []
  let before = ''
  for (const line of lines) {
    portion.push(before + line.before + placeOf(line.image) + line.after)
    before = ',\n'
    if (portion.length < PORTION) continue
    yield portion.join('')
    portion = []
  }
  const paths = JSON.stringify([...images.keys()])
  yield `${portion.join('')}],"img_paths":${paths},${JSON.stringify(rest).slice(1)}`
}

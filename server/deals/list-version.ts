/** The list of deals as it is after one change: kept as texts that are joined, never encoded again. It does not change. */
import { type PackedBody, packedBody } from '#server/http/packed-body.ts'
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
  since(revision: number): string | null
  /** Some deals in the order given. */
  some(ids: Iterable<number>): string
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

export function listVersion({ cursor, lines, removed }: ListContent): ListVersion {
  const allCount = lines.size
  const whole = () => listText(lines.values(), { all_count: allCount, cursor })
  let packed: PackedBody | null = null
  return {
    cursor,
    allCount,
    whole,
    packed() {
      packed ??= packedBody(whole(), cursor)
      return packed
    },
    since(revision) {
      const changed = [...lines.values()].filter((line) => line.revision > revision)
      if (changed.length > DELTA_MAX) return null
      const gone = [...removed].filter(([, at]) => at > revision).map(([id]) => id)
      return listText(changed, { all_count: allCount, cursor, removed: gone, is_delta: true })
    },
    some: (ids) => listText(linesOf(lines, ids), { all_count: allCount }),
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

function listText(lines: Iterable<ListLine>, rest: Record<string, unknown>): string {
  const images = new Map<string, number>()
  const placeOf = (image: string | null): string => {
    if (image === null) return 'null'
    const place = images.get(image) ?? images.size
    images.set(image, place)
    return String(place)
  }
  const data: string[] = []
  for (const { before, image, after } of lines) data.push(before + placeOf(image) + after)
  const paths = JSON.stringify([...images.keys()])
  return `{"columns":${COLUMNS},"data":[${data.join(',\n')}],"img_paths":${paths},${JSON.stringify(rest).slice(1)}`
}

/**
 * Which modules share a file. The bundler makes a file for each set of pages that use the same modules: three hundred, most of
 * them below 1 kB, and a page fetches up to seventy. Here two of them become one where the requests that this saves outweigh
 * the bytes that some pages then fetch without a use for them.
 */
import { brotliCompressSync, constants } from 'node:zlib'

/** A file as the bundler makes it. */
export interface BuiltChunk {
  fileName: string
  name: string
  code: string
  isEntry: boolean
  isDynamicEntry: boolean
  moduleIds: readonly string[]
  imports: readonly string[]
  dynamicImports: readonly string[]
}

/** What a request costs, in bytes of a compressed file. */
const REQUEST_BYTES = 700
/** Bytes that a file takes by itself: the names of what it imports. */
const FILE_BYTES = 110
/** How often the bytes of a page count whose size is promised. */
const DEAR = 5

/** Files that become one. Its users are chunks that are imported on demand, as one bit each. */
interface Part {
  chunks: readonly BuiltChunk[]
  bytes: number
  /** Those whose import fetches it. */
  fetching: bigint
  /** Those before whose import the page has it. */
  late: bigint
}

/** The file's name by the id of a module that is loaded on demand. `dear`: by name, those whose bytes count several times. */
export function mergedChunks(chunks: readonly BuiltChunk[], dear: RegExp): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { chunks: merged } of merge(partsOf(chunks), chunks, dear)) {
    const [largest] = [...merged].sort(
      (a, b) => Number(b.isDynamicEntry) - Number(a.isDynamicEntry) || b.code.length - a.code.length,
    )
    let name = largest?.name ?? 'part'
    while (taken.has(name)) name += '-and'
    taken.add(name)
    for (const id of merged.flatMap(({ moduleIds }) => moduleIds)) names.set(id, name)
  }
  return names
}

/** Imported on demand by any of them, whether or not others import them as well. */
function lazyOf(chunks: readonly BuiltChunk[]): BuiltChunk[] {
  const names = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
  return chunks.filter(({ fileName }) => names.has(fileName))
}

function partsOf(chunks: readonly BuiltChunk[]): Part[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const lazy = lazyOf(chunks)
  const imported = (chunk: BuiltChunk) => chunk.imports.flatMap((name) => byName.get(name) ?? [])
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const needed = new Map([...entries, ...lazy].map((one) => [one, reachable([one], imported)]))
  const had = alreadyLoaded(needed, byName)
  const start = new Set(entries.flatMap((one) => [...(needed.get(one) ?? [])]))
  return chunks
    .filter((chunk) => !start.has(chunk))
    .map((chunk) => {
      const late = bitsOf(lazy, (one) => had.get(one)?.has(chunk) ?? false)
      return {
        chunks: [chunk],
        bytes: Math.max(0, packedLength(chunk.code) - FILE_BYTES),
        late,
        fetching: bitsOf(lazy, (one) => needed.get(one)?.has(chunk) ?? false) & ~late,
      }
    })
}

/** What a page has for certain before an import on demand: what all that can ask for it have. */
function alreadyLoaded(
  needed: ReadonlyMap<BuiltChunk, ReadonlySet<BuiltChunk>>,
  byName: ReadonlyMap<string, BuiltChunk>,
): ReadonlyMap<BuiltChunk, ReadonlySet<BuiltChunk>> {
  const askers = new Map([...needed.keys()].map((one) => [one, new Set<BuiltChunk>()]))
  for (const [asker, chunks] of needed)
    for (const name of [...chunks].flatMap(({ dynamicImports }) => dynamicImports)) {
      const asked = byName.get(name)
      if (asked && asked !== asker) askers.get(asked)?.add(asker)
    }
  const had = new Map<BuiltChunk, ReadonlySet<BuiltChunk>>(
    [...needed.keys()].filter(({ isEntry }) => isEntry).map((one) => [one, new Set()]),
  )
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    for (const [one, asking] of askers) {
      if (one.isEntry) continue
      // One that was not reached yet says nothing.
      const [first, ...others] = [...asking].flatMap((asker) => {
        const before = had.get(asker)
        return before ? [new Set([...before, ...(needed.get(asker) ?? [])])] : []
      })
      if (!first) continue
      const common = new Set([...first].filter((chunk) => others.every((loaded) => loaded.has(chunk))))
      if (common.size === had.get(one)?.size) continue
      had.set(one, common)
      isSettled = false
    }
  }
  return had
}

/**
 * The best pair first, until none is left that saves anything. No file comes to import itself by way of others: whoever fetches two
 * files has what lies between them, so that joining it with one of the two saves as much, and is done first.
 */
function merge(parts: readonly Part[], chunks: readonly BuiltChunk[], dear: RegExp): ReadonlySet<Part> {
  const dearBits = bitsOf(lazyOf(chunks), ({ name }) => dear.test(name))
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const left = new Set(parts)
  const partOf = new Map(parts.flatMap((part) => part.chunks.map((chunk) => [chunk, part] as const)))
  const imported = (part: Part) =>
    new Set(
      part.chunks
        .flatMap(({ imports }) => imports.flatMap((name) => byName.get(name) ?? []))
        .flatMap((chunk) => partOf.get(chunk) ?? [])
        .filter((other) => other !== part),
    )
  const known = new Map<Part, ReadonlySet<Part>>()
  const neededBy = (part: Part) => {
    const needed = known.get(part) ?? reachable([part], imported)
    known.set(part, needed)
    return needed
  }
  const weigh = (users: bigint) => count(users) + (DEAR - 1) * count(users & dearBits)
  /** What those who fetch `to` would fetch besides, if it came with the part. */
  const besides = (part: Part, to: Part) => {
    const others = to.fetching & ~part.fetching & ~part.late
    let bytes = 0
    for (const needed of others ? neededBy(part) : [])
      if (needed !== to)
        bytes +=
          weigh(others & ~needed.fetching & ~needed.late) *
          (needed.bytes + (needed === part ? 0 : REQUEST_BYTES))
    return bytes
  }
  for (;;) {
    const best = bestPair([...left], (one, other, saved) => saved - besides(one, other) - besides(other, one))
    if (!best) return left
    const [one, other] = best
    const both = joined(one, other)
    for (const part of best) left.delete(part)
    left.add(both)
    for (const chunk of both.chunks) partOf.set(chunk, both)
    known.clear()
    // Who fetches it fetches what it needs.
    for (const part of neededBy(both)) {
      part.late |= both.late
      part.fetching = (part.fetching | both.fetching) & ~part.late
    }
  }
}

/** The pair for which `rest` leaves most of what the requests of those who fetch both cost. */
function bestPair(
  parts: readonly Part[],
  rest: (one: Part, other: Part, saved: number) => number,
): [Part, Part] | null {
  const pairs = parts.flatMap((one, at) =>
    parts.slice(at + 1).flatMap((other) => {
      const shared = one.fetching & other.fetching
      return shared ? [{ one, other, saved: count(shared) * REQUEST_BYTES }] : []
    }),
  )
  let best: [Part, Part] | null = null
  let most = 0
  for (const { one, other, saved } of pairs.sort((a, b) => b.saved - a.saved)) {
    if (saved <= most) break
    const left = rest(one, other, saved)
    if (left <= most) continue
    most = left
    best = [one, other]
  }
  return best
}

function joined(one: Part, other: Part): Part {
  const late = one.late | other.late
  return {
    chunks: [...one.chunks, ...other.chunks],
    bytes: one.bytes + other.bytes,
    late,
    fetching: (one.fetching | other.fetching) & ~late,
  }
}

function reachable<T>(from: Iterable<T>, next: (one: T) => Iterable<T>): Set<T> {
  const seen = new Set(from)
  for (const one of seen) for (const other of next(one)) seen.add(other)
  return seen
}

const bitsOf = <T>(all: readonly T[], is: (one: T) => boolean): bigint =>
  all.reduce((bits, one, at) => (is(one) ? bits | (1n << BigInt(at)) : bits), 0n)

function count(bits: bigint): number {
  let ones = 0
  for (let left = bits; left; left &= left - 1n) ones += 1
  return ones
}

const packedLength = (code: string): number =>
  brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length

/**
 * Merges small chunks of a build. The bundler makes one chunk for each set of pages that use the same modules: about 300, most
 * of them below 1 kB, and a page fetches up to 70. Two chunks are merged if the requests that this saves cost more than the
 * bytes that some pages then fetch without using them.
 */
import { brotliCompressSync, constants } from 'node:zlib'

/** A chunk as the bundler builds it. */
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

/** The cost of a request, in compressed bytes. */
const REQUEST_BYTES = 700
/** Compressed bytes that each chunk has more, for its imports. */
const FILE_BYTES = 110
/** How many times the bytes of an important chunk count. */
const IMPORTANT_WEIGHT = 5

/** Chunks to merge. The bit sets have one bit for each chunk that is imported on demand. */
interface Group {
  chunks: readonly BuiltChunk[]
  bytes: number
  /** The on-demand chunks whose import fetches the group. */
  fetchedBy: bigint
  /** The on-demand chunks before whose import the page has loaded the group. */
  preloadedFor: bigint
}

/** Chunk names by module id, for modules that are loaded on demand. Extra bytes count more for chunks whose name matches `important`. */
export function mergedChunks(chunks: readonly BuiltChunk[], important: RegExp): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { chunks: merged } of merge(groupsOf(chunks), chunks, important)) {
    const [largest] = [...merged].sort(
      (a, b) => Number(b.isDynamicEntry) - Number(a.isDynamicEntry) || b.code.length - a.code.length,
    )
    let name = largest?.name ?? 'chunk'
    while (taken.has(name)) name += '-and'
    taken.add(name)
    for (const id of merged.flatMap(({ moduleIds }) => moduleIds)) names.set(id, name)
  }
  return names
}

/** The chunks that are imported on demand. Other chunks may import them statically as well. */
function lazyOf(chunks: readonly BuiltChunk[]): BuiltChunk[] {
  const names = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
  return chunks.filter(({ fileName }) => names.has(fileName))
}

function groupsOf(chunks: readonly BuiltChunk[]): Group[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const lazy = lazyOf(chunks)
  const imported = (chunk: BuiltChunk) => chunk.imports.flatMap((name) => byName.get(name) ?? [])
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const needed = new Map([...entries, ...lazy].map((one) => [one, reachable([one], imported)]))
  const loadedBefore = alreadyLoaded(needed, byName)
  const start = new Set(entries.flatMap((one) => [...(needed.get(one) ?? [])]))
  return chunks
    .filter((chunk) => !start.has(chunk))
    .map((chunk) => {
      const preloadedFor = bitsOf(lazy, (one) => loadedBefore.get(one)?.has(chunk) ?? false)
      return {
        chunks: [chunk],
        bytes: Math.max(0, packedLength(chunk.code) - FILE_BYTES),
        preloadedFor,
        fetchedBy: bitsOf(lazy, (one) => needed.get(one)?.has(chunk) ?? false) & ~preloadedFor,
      }
    })
}

/** For each on-demand chunk, what is always loaded before it: what all chunks that import it have loaded. */
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
  const loadedBefore = new Map<BuiltChunk, ReadonlySet<BuiltChunk>>(
    [...needed.keys()].filter(({ isEntry }) => isEntry).map((one) => [one, new Set()]),
  )
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    for (const [one, asking] of askers) {
      if (one.isEntry) continue
      // An importer that was not reached yet is ignored.
      const [first, ...others] = [...asking].flatMap((asker) => {
        const before = loadedBefore.get(asker)
        return before ? [new Set([...before, ...(needed.get(asker) ?? [])])] : []
      })
      if (!first) continue
      const common = new Set([...first].filter((chunk) => others.every((loaded) => loaded.has(chunk))))
      if (common.size === loadedBefore.get(one)?.size) continue
      loadedBefore.set(one, common)
      isSettled = false
    }
  }
  return loadedBefore
}

/**
 * Merges the best pair until no pair saves anything. This cannot make import cycles: whoever fetches two groups also fetches
 * every group between them, so merging one of the two with a group between them saves at least as much and comes first.
 */
function merge(
  groups: readonly Group[],
  chunks: readonly BuiltChunk[],
  important: RegExp,
): ReadonlySet<Group> {
  const importantBits = bitsOf(lazyOf(chunks), ({ name }) => important.test(name))
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const left = new Set(groups)
  const groupOf = new Map(groups.flatMap((group) => group.chunks.map((chunk) => [chunk, group] as const)))
  const imported = (group: Group) =>
    new Set(
      group.chunks
        .flatMap(({ imports }) => imports.flatMap((name) => byName.get(name) ?? []))
        .flatMap((chunk) => groupOf.get(chunk) ?? [])
        .filter((other) => other !== group),
    )
  const known = new Map<Group, ReadonlySet<Group>>()
  const neededBy = (group: Group) => {
    const needed = known.get(group) ?? reachable([group], imported)
    known.set(group, needed)
    return needed
  }
  const weightOf = (users: bigint) => count(users) + (IMPORTANT_WEIGHT - 1) * count(users & importantBits)
  /** Bytes that users of `to` would fetch in addition if `group` were merged into it. */
  const extraBytes = (group: Group, to: Group) => {
    const others = to.fetchedBy & ~group.fetchedBy & ~group.preloadedFor
    let bytes = 0
    for (const needed of others ? neededBy(group) : [])
      if (needed !== to)
        bytes +=
          weightOf(others & ~needed.fetchedBy & ~needed.preloadedFor) *
          (needed.bytes + (needed === group ? 0 : REQUEST_BYTES))
    return bytes
  }
  for (;;) {
    const best = bestPair(
      [...left],
      (one, other, saved) => saved - extraBytes(one, other) - extraBytes(other, one),
    )
    if (!best) return left
    const [one, other] = best
    const both = joined(one, other)
    for (const group of best) left.delete(group)
    left.add(both)
    for (const chunk of both.chunks) groupOf.set(chunk, both)
    known.clear()
    // Whoever fetches the merged group also fetches what it imports.
    for (const group of neededBy(both)) {
      group.preloadedFor |= both.preloadedFor
      group.fetchedBy = (group.fetchedBy | both.fetchedBy) & ~group.preloadedFor
    }
  }
}

/** The pair with the largest net saving, or null. `saved`: the cost of the requests that the pair would save. */
function bestPair(
  groups: readonly Group[],
  netSaving: (one: Group, other: Group, saved: number) => number,
): [Group, Group] | null {
  const pairs = groups.flatMap((one, at) =>
    groups.slice(at + 1).flatMap((other) => {
      const shared = one.fetchedBy & other.fetchedBy
      return shared ? [{ one, other, saved: count(shared) * REQUEST_BYTES }] : []
    }),
  )
  let best: [Group, Group] | null = null
  let most = 0
  for (const { one, other, saved } of pairs.sort((a, b) => b.saved - a.saved)) {
    if (saved <= most) break
    const left = netSaving(one, other, saved)
    if (left <= most) continue
    most = left
    best = [one, other]
  }
  return best
}

function joined(one: Group, other: Group): Group {
  const preloadedFor = one.preloadedFor | other.preloadedFor
  return {
    chunks: [...one.chunks, ...other.chunks],
    bytes: one.bytes + other.bytes,
    preloadedFor,
    fetchedBy: (one.fetchedBy | other.fetchedBy) & ~preloadedFor,
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

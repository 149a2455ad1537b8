/**
 * Checks the files of an embedded database like PostgreSQL's pg_checksums: every page has a checksum, and a mismatch means that
 * another program changed the page. Runs once at the start, before anything is answered from the files.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface Damage {
  /** Under the database's folder, e.g. `base/5/16384`. */
  file: string
  page: number
}

/** The first page that is damaged, or null. `directory` is the database's own folder. */
export async function findDamage(directory: string): Promise<Damage | null> {
  // One buffer for all files. Not from Node's pool, where the pages would not be aligned.
  const buffer = Buffer.from(new ArrayBuffer(PAGE_BYTES * PAGES_PER_READ))
  for (const folder of await relationFolders(directory))
    for (const name of (await readdir(join(directory, folder))).sort())
      if (RELATION.test(name)) {
        const page = damagedPage(join(directory, folder, name), segmentOf(name), buffer)
        if (page !== null) return { file: `${folder}/${name}`, page }
      }
  return null
}

/** A relation's number, its fork, and its segment beyond the first gigabyte. */
const RELATION = /^\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/
const segmentOf = (name: string) => Number(RELATION.exec(name)?.[1] ?? 0)

const PAGE_BYTES = 8192
const PAGES_PER_SEGMENT = 131_072
const PAGES_PER_READ = 128
const [CHECKSUM_AT, UPPER_AT] = [8, 14]

async function relationFolders(directory: string): Promise<string[]> {
  const databases = await readdir(join(directory, 'base'))
  return ['global', ...databases.filter((name) => /^\d+$/.test(name)).map((name) => `base/${name}`)]
}

/** A partial page at the end counts as damaged: a database writes whole ones. Nothing else runs yet that synchronous reads would delay. */
function damagedPage(path: string, segment: number, buffer: Buffer): number | null {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    for (let at = 0; at < size; at += buffer.length) {
      const bytesRead = readSync(file, buffer, 0, buffer.length, at)
      const first = at / PAGE_BYTES
      for (let offset = 0; offset < bytesRead; offset += PAGE_BYTES) {
        const page = first + offset / PAGE_BYTES
        const isWhole = offset + PAGE_BYTES <= bytesRead
        const bytes = buffer.subarray(offset, offset + PAGE_BYTES)
        if (!isWhole || !isIntact(bytes, segment * PAGES_PER_SEGMENT + page)) return page
      }
    }
    return null
  } finally {
    closeSync(file)
  }
}

/** A new page has no content and no checksum yet. The checksum is computed without its own field. */
function isIntact(page: Buffer, block: number): boolean {
  if (page.readUInt16LE(UPPER_AT) === 0) return true
  const written = page.readUInt16LE(CHECKSUM_AT)
  page.writeUInt16LE(0, CHECKSUM_AT)
  return written === checksumOf(new Uint32Array(page.buffer, page.byteOffset, WORDS_PER_PAGE), block)
}

const LANES = 32
const WORDS_PER_PAGE = PAGE_BYTES / 4
const PRIME = 16_777_619
const SHIFT = 17
/** Start value of each lane of PostgreSQL's FNV-1a hash; a part of its file format. */
const OFFSETS = new Uint32Array([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
])

/** Of a page and its position. Words are read in this machine's byte order, in which WebAssembly wrote them. */
function checksumOf(words: Uint32Array, block: number): number {
  const sums = OFFSETS.slice()
  for (let at = 0; at < WORDS_PER_PAGE; at += LANES)
    for (let lane = 0; lane < LANES; lane++) mix(sums, lane, words[at + lane] ?? 0)
  for (let round = 0; round < 2; round++) for (let lane = 0; lane < LANES; lane++) mix(sums, lane, 0)
  let result = 0
  for (const sum of sums) result ^= sum
  return (((result ^ block) >>> 0) % 65_535) + 1
}

function mix(sums: Uint32Array, lane: number, word: number): void {
  const mixed = (sums[lane] ?? 0) ^ word
  sums[lane] = Math.imul(mixed, PRIME) ^ (mixed >>> SHIFT)
}

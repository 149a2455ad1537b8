/**
 * The folder of an embedded database with nothing in it, packed. Making one takes PGlite some seconds, and memory that it does not
 * give back, so a new data directory begins with a copy.
 */
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

export const EMPTY_DATABASE = new URL('./empty-database.tar.br', import.meta.url)
/** The one that made it. After an update: `npx tsx server/core/database/write-empty-database.ts`. */
export const MADE_BY_PGLITE = '0.5.16'

export const layEmptyDatabase = (folder: string): Promise<void> =>
  layDatabase(folder, async () => promisify(brotliDecompress)(await readFile(EMPTY_DATABASE)))

/** Makes `folder` from a dump of PGlite unless it is there. Whole or not at all, so it may be killed. */
export async function layDatabase(folder: string, dump: () => Promise<Buffer>): Promise<void> {
  if (await stat(folder).catch(() => null)) return
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  for (const { path, bytes } of entriesOf(await dump())) {
    await mkdir(bytes === null ? join(draft, path) : dirname(join(draft, path)), { recursive: true })
    if (bytes !== null) await writeFile(join(draft, path), bytes, { flush: false })
  }
  await rename(draft, folder)
}

const BLOCK = 512
const [NAME_LENGTH, SIZE_AT, SIZE_LENGTH, TYPE_AT] = [100, 124, 12, 156]
const FOLDER = '5'

/** `bytes` is null of a folder. Of the tar format only what PGlite writes: short names, files and folders. */
function entriesOf(tar: Buffer): { path: string; bytes: Buffer | null }[] {
  const entries: { path: string; bytes: Buffer | null }[] = []
  for (let at = 0; tar[at]; ) {
    const text = (from: number, length: number) => tar.toString('latin1', at + from, at + from + length)
    const path = text(0, NAME_LENGTH).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(SIZE_AT, SIZE_LENGTH), 8) || 0
    const isFolder = text(TYPE_AT, 1) === FOLDER
    entries.push({ path, bytes: isFolder ? null : tar.subarray(at + BLOCK, at + BLOCK + size) })
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return entries
}

/** Everything stored about one customer as a ZIP file: an index to read, the rows by table as JSON, and the files. */
import { Readable } from 'node:stream'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Database } from '#server/core/database/open.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { everythingAbout } from './export-data.ts'
import { type Listed, writeIndex } from './export-index.ts'
import type { Leaving, ReviewRedactor } from './leaving.ts'

export interface ExportDeps {
  /** For work that may take minutes. */
  work: Database
  parts: { readonly files: Pick<FileStore, 'get'> }
  redactReviews: ReviewRedactor
  leaving: Pick<Leaving, 'exportedFilesOf'>
}

/** One file is in memory at a time. The stream fails when the database or the file store does. */
export const exportArchive = (
  deps: ExportDeps,
  customerId: number,
  { site, nowMs }: { site: string; nowMs: number },
): Readable => zipStream(entriesOf(deps, customerId, { site, nowMs }))

/** Fails when reading the entries does. */
export const zipStream = (entries: AsyncIterable<Entry>): Readable =>
  Readable.from(zipped(entries), { objectMode: false })

export interface Entry {
  /** A path; uploads are below `files/`. */
  name: string
  bytes: Uint8Array
}

async function* entriesOf(
  deps: ExportDeps,
  customerId: number,
  about: { site: string; nowMs: number },
): AsyncGenerator<Entry> {
  const { work, parts } = deps
  const listed: Listed[] = []
  const text = (value: string) => new TextEncoder().encode(value)
  for (const [table, rows] of Object.entries(await everythingAbout(work, customerId, deps.redactReviews))) {
    const count = Array.isArray(rows) ? rows.length : rows === null ? 0 : 1
    if (count === 0) continue
    const name = `data/${table}.json`
    listed.push({ name, table, count })
    yield { name, bytes: text(JSON.stringify(rows, null, 2)) }
  }
  const portrait = await portraitOf(work, customerId)
  if (portrait) {
    listed.push({ name: 'files/portrait.webp', title: 'Your photo' })
    yield { name: 'files/portrait.webp', bytes: portrait }
  }
  for (const { key, name, title } of await deps.leaving.exportedFilesOf(work, customerId)) {
    const bytes = await parts.files.get(key)
    listed.push({ name: bytes ? name : null, title })
    if (bytes) yield { name, bytes }
  }
  yield { name: 'index.html', bytes: text(writeIndex(listed, about)) }
}

/** By primary key. */
async function portraitOf(db: Database, customerId: number): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('avatars')
    .select('bytes')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** Uploads are packed already; texts are made smaller. */
async function* zipped(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for await (const { name, bytes } of entries) {
    const file = name.startsWith('files/') ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    file.push(bytes, true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks
}

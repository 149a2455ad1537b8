/** Data as a ZIP file: rows as JSON, uploads, and a page that lists both. One part is in memory at a time. */
import { Readable } from 'node:stream'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { FileStore } from './file-store.ts'

export interface Part {
  /** A path; uploads are below `files/`. */
  name: string
  /** On the page. */
  title: string
  /** Of rows. */
  count?: number
  /** Null for an upload that the file store does not have: the page says so. */
  bytes: Uint8Array | null
}

/** An upload by its key in the file store. */
export type StoredPart = Pick<Part, 'name' | 'title'> & { key: string }

export interface About {
  /** The name of the installation. */
  site: string
  nowMs: number
}

export function rowsPart(title: string, name: string, rows: unknown): Part {
  const bytes = new TextEncoder().encode(JSON.stringify(rows, null, 2))
  return { title, name: `data/${name}.json`, count: Array.isArray(rows) ? rows.length : 1, bytes }
}

export async function* storedParts(
  files: Pick<FileStore, 'get'>,
  stored: readonly StoredPart[],
): AsyncGenerator<Part> {
  for (const { key, ...part } of stored) yield { ...part, bytes: await files.get(key) }
}

/** The stream fails when reading the parts does. */
export const archive = (parts: AsyncIterable<Part>, about: About): Readable =>
  Readable.from(zipped(parts, about), { objectMode: false })

async function* zipped(parts: AsyncIterable<Part>, about: About): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const add = (name: string, bytes: Uint8Array) => {
    // Uploads are packed already.
    const file = name.startsWith('files/') ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    file.push(bytes, true)
    return chunks.splice(0)
  }
  const lines: string[] = []
  for await (const part of parts) {
    lines.push(lineOf(part))
    if (part.bytes) yield* add(part.name, part.bytes)
  }
  yield* add('index.html', new TextEncoder().encode(pageOf(lines, about)))
  zip.end()
  yield* chunks
}

const lineOf = ({ title, name, count, bytes }: Part): string => {
  const link = `<a href="${name.split('/').map(encodeURIComponent).join('/')}">${escaped(name)}</a>`
  const file = bytes ? link : 'This file is missing. Ask support.'
  return `<tr><td>${escaped(title)}</td><td>${file}</td><td>${count ?? ''}</td></tr>`
}

function pageOf(lines: readonly string[], { site, nowMs }: About): string {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(nowMs)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Your data at ${escaped(site)}</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}td,th{padding:.25rem 1rem .25rem 0;text-align:left;vertical-align:top}</style>
<h1>Your data at ${escaped(site)}</h1>
<p>Your data as of ${day}. Files under data are JSON: open them in a text editor or a spreadsheet. Amounts that end in _cents are in cents.</p>
<table>
<tr><th>What</th><th>File</th><th>Entries</th></tr>
${lines.join('\n')}
</table>
</html>
`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** dist/widget/manifest.json: every file with its size, its size in brotli and its integrity hash. */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

export interface ManifestEntry {
  file: string
  /** Bytes. */
  size: number
  /** Bytes after brotli at its best. */
  brotli: number
  /** For `integrity=`. */
  integrity: string
}

/** Source maps are left out: no page loads them. */
export async function writeManifest(directory: string): Promise<ManifestEntry[]> {
  const names = await readdir(directory, { recursive: true })
  const files = names.filter((name) => /\.m?js$/.test(name)).sort()
  const entries = await Promise.all(files.map((name) => entryOf(directory, name)))
  await writeFile(join(directory, 'manifest.json'), `${JSON.stringify({ files: entries }, null, 2)}\n`)
  return entries
}

async function entryOf(directory: string, name: string): Promise<ManifestEntry> {
  const path = join(directory, name)
  const bytes = await readFile(path)
  return {
    file: relative(directory, path).split(sep).join('/'),
    size: bytes.length,
    brotli: brotliCompressSync(bytes).length,
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
  }
}

/**
 * dist/widget/manifest.json: every file with its size, its size in brotli and its integrity hash, and each entry once more under a
 * name that never changes its content. `integrity.json` beside it is the import map that has the browser check lazy chunks too;
 * written into a page as it is, it passes a policy whose script-src has `importMapCsp`.
 */
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

const HASH_LENGTH = 8
/** Chunks have such names from the bundler. The loaders come last, and the file of a key before them: they name the others. */
const ENTRIES = [
  'plat-messenger.js',
  'plat-messenger-lite.js',
  'plat-popup.js',
  'plat-guest.js',
  'plat-key.js',
  'loader.js',
  'loader.mjs',
] as const

/** Source maps are left out: no page loads them. */
export async function writeManifest(directory: string, version: string): Promise<ManifestEntry[]> {
  const immutable = await writeVersioned(directory, version)
  const names = await readdir(directory, { recursive: true })
  const files = names.filter((name) => /\.m?js$/.test(name)).sort()
  const entries = await Promise.all(files.map((name) => entryOf(directory, name)))
  const map = JSON.stringify(importMap(entries, '/widget/'))
  const csp = `'sha256-${createHash('sha256').update(map).digest('base64')}'`
  await writeFile(join(directory, 'integrity.json'), map)
  await writeJson(join(directory, 'manifest.json'), { version, immutable, importMapCsp: csp, files: entries })
  return entries
}

/** For `<script type="importmap">`: what the page imports below `base` must be what was built. */
export function importMap(files: readonly ManifestEntry[], base: string) {
  const modules = files.filter(({ file }) => !/^loader/.test(file))
  return { integrity: Object.fromEntries(modules.map(({ file, integrity }) => [base + file, integrity])) }
}

/**
 * Copies of the entries by version and content, for pages that cache them for ever. The copied loader fetches the copied
 * messenger and popup. Answers with the copy of each.
 */
async function writeVersioned(directory: string, version: string): Promise<Record<string, string>> {
  const copies: Record<string, string> = {}
  for (const name of ENTRIES) {
    let code = await readFile(join(directory, name), 'utf8')
    if (name.startsWith('loader') || name === 'plat-key.js')
      for (const [plain, copy] of Object.entries(copies)) code = code.replaceAll(plain, copy)
    const hash = createHash('sha256').update(code).digest('hex').slice(0, HASH_LENGTH)
    const copy = name.replace(/(\.m?js)$/, `-${version}-${hash}$1`)
    copies[name] = copy
    await writeFile(join(directory, copy), code)
  }
  return copies
}

const writeJson = (path: string, value: unknown) => writeFile(path, `${JSON.stringify(value, null, 2)}\n`)

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

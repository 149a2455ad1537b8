/** Writes brotli and gzip beside the built text files, for `server/site/send-file.ts` to send. Documents are filled in per request, and source maps are loaded by no page. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(m?js|css|json|svg|txt|webmanifest)$/
/** A smaller file fits into the packets of its headers. */
const LEAST_BYTES = 1000
/** Above, the best quality takes seconds for each file and saves a few percent: the map's data and the dictionaries of passwords. */
const LARGE_BYTES = 300_000

const qualityFor = ({ length }: Buffer) => (length > LARGE_BYTES ? 9 : zlib.BROTLI_MAX_QUALITY)

const PACKERS = [
  [
    '.br',
    (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: qualityFor(bytes) } }),
  ],
  ['.gz', (bytes: Buffer) => promisify(gzip)(bytes, { level: zlib.Z_BEST_COMPRESSION })],
] as const

/** Vite plugin: compresses what the build wrote to `folder`. */
export const compressedFiles = (folder: string): Plugin => ({
  name: 'compressed-files',
  apply: 'build',
  closeBundle: () => compressFiles(folder),
})

/** In Node's own threads, four files at a time. */
export async function compressFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compress(join(folder, name))))
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < LEAST_BYTES) return
  await Promise.all(PACKERS.map(async ([ending, pack]) => writeFile(path + ending, await pack(bytes))))
}

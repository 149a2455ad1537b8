/**
 * Lists the modules in each built chunk, with their bytes after minification, largest first.
 * `npm run chunks [-- FOLDER [NAME]]`: FOLDER is dist/widget by default and needs source maps (`npm run build:app -- --sourcemap`
 * for an app); NAME is part of a chunk's file name.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { brotliCompressSync } from 'node:zlib'

const [folder = 'dist/widget', name = ''] = process.argv.slice(2)
const maps = readdirSync(folder, { recursive: true }).filter((file) => /\.m?js\.map$/.test(file))
const chunks = maps.map((file) => file.slice(0, -'.map'.length)).filter((file) => file.includes(name))
if (chunks.length === 0) throw new Error(`${folder}: no chunk with a source map has "${name}" in its name`)
for (const chunk of chunks.sort()) {
  const code = readFileSync(`${folder}/${chunk}`, 'utf8')
  const map = new SourceMap(JSON.parse(readFileSync(`${folder}/${chunk}.map`, 'utf8')))
  console.log(`\n${chunk}: ${Buffer.byteLength(code)} bytes, ${brotliCompressSync(code).length} in brotli`)
  for (const [module, bytes] of [...bytesByModule(code, map)].sort(([, a], [, b]) => b - a))
    console.log(`${String(bytes).padStart(8)}  ${module}`)
}

/** Each character belongs to the last mapping before it. */
function bytesByModule(code, map) {
  const bytes = new Map()
  for (const [line, text] of code.split('\n').entries())
    for (let column = 0; column < text.length; column++) {
      const { originalSource } = map.findEntry(line, column)
      const module = originalSource?.replace(/^(\.\.\/)+/, '') ?? '(the bundler)'
      bytes.set(module, (bytes.get(module) ?? 0) + Buffer.byteLength(text[column]))
    }
  return bytes
}

/** Installs and builds the peers' pages in dist/bench-peers, apart from the project: nothing of theirs is a dependency of it. */
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { installApart } from '../../support/install-apart.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PLACE = join(ROOT, 'dist/bench-peers')

/** A page and the package it shows. */
export const PEERS = {
  'vue-advanced-chat': 'vue-advanced-chat',
  'deep-chat': 'deep-chat',
  chatscope: '@chatscope/chat-ui-kit-react',
  'stream-chat-react': 'stream-chat-react',
} as const
export type Peer = keyof typeof PEERS

export interface BuiltPeer {
  folder: string
  version: string
  size: Size
}

export interface Size {
  gzip: number
  brotli: number
}

/** Installs what the lock file says when it is not there yet. */
export const installPeers = (): void => installApart(HERE, PLACE, 'ci')

export async function buildPeer(peer: Peer): Promise<BuiltPeer> {
  const source = join(PLACE, 'pages')
  cpSync(join(HERE, 'pages'), source, { recursive: true })
  const html = readFileSync(join(source, 'page.html'), 'utf8').replace('{{peer}}', peer)
  writeFileSync(join(source, `${peer}.html`), html)
  const folder = join(PLACE, 'built', peer)
  await build({
    configFile: false,
    root: source,
    base: './',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: join(source, `${peer}.html`) },
    },
  })
  const { version } = JSON.parse(
    readFileSync(join(PLACE, 'node_modules', PEERS[peer], 'package.json'), 'utf8'),
  )
  return { folder, version, size: sizeOf(join(folder, 'assets')) }
}

/** Scripts and styles of a folder, each packed by itself. */
export function sizeOf(folder: string, isWanted = (name: string) => /\.(js|css)$/.test(name)): Size {
  const size = { gzip: 0, brotli: 0 }
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    const path = join(folder, name)
    if (!isWanted(name) || !statSync(path).isFile()) continue
    const bytes = readFileSync(path)
    size.gzip += gzipSync(bytes, { level: 9 }).length
    size.brotli += brotliCompressSync(bytes).length
  }
  return size
}

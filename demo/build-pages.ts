/**
 * Builds dist/ by the commands of `npm run build`, each part when its sources changed.
 * dist/.stamp keeps a hash for each part that was built, so copied or checked-out files with odd dates do not matter.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scripts } from '../package.json' with { type: 'json' }

export const PAGE_BUILDS = ['widget', 'app', 'seller', 'admin'] as const
export type PageBuild = (typeof PAGE_BUILDS)[number]
type Build = PageBuild | 'server'

export interface BuildSettings {
  only?: readonly PageBuild[]
  onProgress: (line: string) => void
}

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')
/** Where the pages to serve are. `npm run dev` names a folder with pages that Vite serves from their sources. */
export const PAGES_FOLDER = process.env.PLAT_DEV_PAGES ?? DIST
const STAMP = join(DIST, '.stamp')
const LOCK = join(DIST, '.building')
/** A build that takes longer has died; another process may take over. */
const STALE_LOCK_MS = 120_000
const LOCK_POLL_MS = 200

const OF_EVERY_APP = ['marketplace/kit', 'widget', 'shared', 'vite.app.config.ts', 'package-lock.json']

const RECIPES: Record<Build, { sources: readonly string[]; what: string }> = {
  widget: {
    what: 'the messenger element',
    sources: ['widget', 'shared', 'vite.widget.config.ts', 'package-lock.json'],
  },
  app: { what: 'the buyer app', sources: ['marketplace/buyer', ...OF_EVERY_APP] },
  seller: { what: 'the seller app', sources: ['marketplace/seller', ...OF_EVERY_APP] },
  admin: { what: 'the console', sources: ['marketplace/admin', ...OF_EVERY_APP] },
  server: { what: 'the server and plat', sources: ['server', 'shared', 'demo', 'package-lock.json'] },
}

/** Builds in order what is out of date. Rejects with the builder's output when a build fails. */
export async function buildPages({ only = PAGE_BUILDS, onProgress }: BuildSettings): Promise<void> {
  if (PAGES_FOLDER === DIST) await build(only, onProgress)
}

/** dist/server, which `npm run serve` and `npm run plat` start, and the data of `plat seed-demo`. */
export const buildServer = (): Promise<void> => build(['server'], () => {})

async function build(names: readonly Build[], onProgress: BuildSettings['onProgress']): Promise<void> {
  const stale = await staleOf(names)
  if (stale.length === 0) return
  await mkdir(DIST, { recursive: true })
  await withLock(async () => {
    for (const { name, hash } of await staleOf(names)) {
      const startedAt = performance.now()
      onProgress(`Building ${RECIPES[name].what} (dist/${name}) …`)
      for (const command of commandsOf(name)) await run(name, command)
      await writeFile(STAMP, `${JSON.stringify({ ...(await readStamp()), [name]: hash }, null, 2)}\n`)
      onProgress(`  built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    }
  })
}

/** `vite build …`, as package.json says. */
const commandsOf = (name: Build) => scripts[`build:${name}`].split(' && ')

async function staleOf(names: readonly Build[]): Promise<{ name: Build; hash: string }[]> {
  const stamp = await readStamp()
  const digests = new Map<string, Buffer>()
  const hashed = names.map((name) => ({ name, hash: hashOf(name, digests) }))
  return hashed.filter(({ name, hash }) => stamp[name] !== hash || !existsSync(join(DIST, name)))
}

async function readStamp(): Promise<Partial<Record<Build, string>>> {
  const text = await readFile(STAMP, 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Most sources are of several builds: each is read once. */
function hashOf(name: Build, digests: Map<string, Buffer>): string {
  const hash = createHash('sha256').update(scripts[`build:${name}`])
  for (const source of RECIPES[name].sources)
    for (const path of filesIn(join(ROOT, source))) {
      const digest = digests.get(path) ?? createHash('sha256').update(readFileSync(path)).digest()
      digests.set(path, digest)
      hash.update(relative(ROOT, path)).update(digest)
    }
  return hash.digest('hex')
}

/** Every file below a path in a fixed order; the path itself when it is a file; none when it does not exist. */
function filesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

/** In a process of its own, so that a test runner's NODE_ENV does not put React's development build into dist. */
function run(name: Build, command: string): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, ...command.split(' ').slice(1), '--logLevel', 'warn'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', VITEST: undefined, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Building dist/${name} failed:\n${output.trim()}`)),
    )
  })
}

/** Two processes that build into one directory would delete each other's files: the second waits for the first. */
async function withLock(run: () => Promise<void>): Promise<void> {
  while (!(await takeLock())) await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS))
  try {
    await run()
  } finally {
    await rm(LOCK, { force: true })
  }
}

async function takeLock(): Promise<boolean> {
  const file = await open(LOCK, 'wx').catch(() => null)
  if (file) {
    await file.close()
    return true
  }
  const age =
    Date.now() -
    (await stat(LOCK)
      .then((found) => found.mtimeMs)
      .catch(() => Date.now()))
  if (age > STALE_LOCK_MS) await rm(LOCK, { force: true })
  return false
}

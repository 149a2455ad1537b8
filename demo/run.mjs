// `npm start`: compiles the server when its sources changed, and runs it in this process. Plain JavaScript, as nothing is compiled before.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STAMP = join(ROOT, 'dist/start/.stamp')
const SOURCES = /^(server|shared|demo|marketplace)[/\\](?!hosts[/\\]).*\.tsx?$/
const FAILED = 1

const hash = hashOf(['package.json', 'package-lock.json', 'server/vite.config.ts', ...sources()])
if (stampOf() !== hash) compile()
// Node 22 keeps what it has compiled for the next start.
module.enableCompileCache?.()
await import('../dist/start/main.js')

function compile() {
  console.log('Compiling the server (dist/start) …')
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '-c', 'server/vite.config.ts', '--mode', 'demo', '--logLevel', 'warn']
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(FAILED)
  writeFileSync(STAMP, hash)
}

function sources() {
  return ['server', 'shared', 'demo']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((path) => SOURCES.test(path))
    .sort()
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

function stampOf() {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return null
  }
}

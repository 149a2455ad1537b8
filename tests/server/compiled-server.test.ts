/** The server as it is installed: compiled, run by plain Node, with the packages that `npm ci --omit=dev` brings. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ROOT } from '#demo/build-pages.ts'
import { answering } from '#tests/support/answering.ts'
import { compileServer } from '#tests/support/compile-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { onThisMachine } from '#tests/support/run-folder.ts'
import { dependencies } from '../../package.json' with { type: 'json' }

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Inside of the project, where packages are found. */
let folder: string
let data: string
const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...onThisMachine() }

beforeAll(() => {
  folder = mkdtempSync(join(ROOT, 'node_modules/.compiled-server-'))
  data = mkdtempSync(join(tmpdir(), 'plat-compiled-'))
  compileServer(folder)
})
afterAll(() => {
  for (const path of [folder, data]) rmSync(path, { recursive: true, force: true })
})

/** Of `import … from 'name'`, `import('name')` and `require('name')`; without Node's own. */
function packagesOf(file: string): string[] {
  const named = /(?:^import [^"'\n]*|\bimport\(|\brequire\()["']([\w@][^"'\n]*)["']/gm
  const names = [...readFileSync(file, 'utf8').matchAll(named)].map(([, name = '']) => name)
  return names
    .filter((name) => !isBuiltin(name))
    .map((name) =>
      (name.startsWith('@') ? name.split('/').slice(0, 2) : name.split('/').slice(0, 1)).join('/'),
    )
}

describe('the compiled server', () => {
  it('imports the dependencies, all of them and nothing else', () => {
    const files = readdirSync(folder).filter((name) => /\.m?js$/.test(name))
    const used = files.flatMap((name) => packagesOf(join(folder, name)))
    expect([...new Set(used)].sort()).toEqual(Object.keys(dependencies).sort())
  })

  it('starts with plain Node, and knows its places', async () => {
    const port = await freePort()
    const child = spawn(process.execPath, [join(folder, 'main.js')], {
      cwd: data,
      env: {
        ...env,
        PORT: String(port),
        PLAT_DATA: data,
        CAPTCHA_DRIVER: 'none',
        PUSHER_APP_KEY: 'key',
        PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
      })
    const ended = () => (child.exitCode === null ? null : said)
    await answering(`http://127.0.0.1:${port}/healthz`, ended)
    const found = await fetch(`http://127.0.0.1:${port}/customer/api/geo/locations?q=waco`)
    expect(JSON.stringify(await found.json())).toContain('Waco, TX')
    // Nothing is built beside it.
    expect(said).toContain('No pages are built')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

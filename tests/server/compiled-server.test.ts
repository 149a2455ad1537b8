/** The server as it is installed: compiled, run by plain Node, with the packages that `npm ci --omit=dev` brings. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildServer, ROOT } from '#demo/build-pages.ts'
import { answering } from '#tests/support/answering.ts'
import { freePort } from '#tests/support/free-port.ts'
import { readLogLines } from '#tests/support/log-lines.ts'
import { onThisMachine } from '#tests/support/run-folder.ts'
import { spansIn, startReceiver } from '#tests/support/telemetry-receiver.ts'
import { dependencies, scripts } from '../../package.json' with { type: 'json' }

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Inside of the project, where packages are found; the pages are elsewhere. */
let folder: string
let data: string
const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...onThisMachine() }

beforeAll(async () => {
  folder = mkdtempSync(join(ROOT, 'node_modules/.compiled-server-'))
  data = mkdtempSync(join(tmpdir(), 'plat-compiled-'))
  await buildServer()
  cpSync(join(ROOT, 'dist/server'), folder, { recursive: true })
})
afterAll(() => {
  for (const path of [folder, data]) rmSync(path, { recursive: true, force: true })
})

/** Has Node write the name of each file that it loads to standard error. */
const SAYING_FILES = `import { register } from 'node:module'
register('data:text/javascript,' + encodeURIComponent(\`
  import { writeSync } from 'node:fs'
  export async function load(url, context, next) {
    writeSync(2, 'loads ' + url.split('/').at(-1) + String.fromCharCode(10))
    return next(url, context)
  }\`))`

/** Starts it with these settings, and ends it as a supervisor does. Resolves with what it wrote. */
async function runWith(settings: Record<string, string>): Promise<string> {
  const [port, place] = [await freePort(), mkdtempSync(join(tmpdir(), 'plat-compiled-'))]
  const program = [
    '--import',
    `data:text/javascript,${encodeURIComponent(SAYING_FILES)}`,
    join(folder, 'main.js'),
  ]
  const child = spawn(process.execPath, program, {
    cwd: place,
    env: {
      ...env,
      PORT: String(port),
      PLAT_DATA: place,
      PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  await answering(`http://127.0.0.1:${port}/healthz`, () => (child.exitCode === null ? null : said))
  await fetch(`http://127.0.0.1:${port}/customer/api/geo/locations?q=waco`)
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(place, { recursive: true, force: true })
  return said
}

const TELEMETRY = /^loads (?:opentelemetry|sentry)\.js$/gm

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

  it('starts with plain Node, knows its places, and writes its log from the first line', async () => {
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
    const log = readLogLines(child)
    const ended = () => (child.exitCode === null ? null : JSON.stringify(log.stdout()))
    await answering(`http://127.0.0.1:${port}/healthz`, ended)
    const found = await fetch(`http://127.0.0.1:${port}/customer/api/geo/locations?q=waco`)
    expect(JSON.stringify(await found.json())).toContain('Waco, TX')
    const words = () => log.stdout().map(({ msg }) => msg)
    expect(words()[0]).toBe(`opening the embedded database in ${data}`)
    // Nothing is built beside it.
    expect(words().join('\n')).toContain('No pages are built')
    await expect.poll(() => log.stderr().map(({ setup_url: url }) => url)).toHaveLength(1)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('loads nothing of traces and error reports without their settings', async () => {
    const said = await runWith({})
    expect(said).toContain('loads main.js')
    expect(said.match(TELEMETRY)).toBeNull()
  })

  it('loads both with their settings, and sends the spans that wait when it is stopped', async () => {
    const receiver = await startReceiver()
    const said = await runWith({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      SENTRY_DSN: `${receiver.url.replace('://', '://public@')}/42`,
    })
    expect(said.match(TELEMETRY)?.sort()).toEqual(['loads opentelemetry.js', 'loads sentry.js'])
    const span = spansIn(receiver).find(({ name }) => name === 'GET /customer/api/geo/locations')
    expect(span?.resource).toEqual({ 'service.name': 'plat', 'deployment.environment.name': 'test' })
    await receiver.close()
  })
})

describe('plat, as it is called', () => {
  const inImage = /exec (node .*plat\.js)/.exec(
    readFileSync(join(ROOT, 'server/deploy/Dockerfile'), 'utf8'),
  )?.[1]
  // Node takes `--env-file` for itself, also behind the name of the program.
  it.each([
    ['npm run plat', scripts.plat],
    ['plat in the image', inImage],
  ])('%s makes the environment file that is not there yet', async (_by, called = '') => {
    const file = join(data, `${_by.length}.env`)
    const program = called.replace(/\S*dist\/server/, folder)
    const child = spawn('sh', ['-c', `${program} check --fix --env-file ${file}`], {
      env: { ...env, PATH: `${dirname(process.execPath)}:${env.PATH}` },
      stdio: 'inherit',
    })
    const [code] = await once(child, 'exit')
    expect([code, existsSync(file)]).toEqual([0, true])
  })
})

/** The package as somebody gets it: built, packed, installed into a folder of its own, and bundled into a React page. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
let home: string
const inHome = (...path: string[]) => join(home, ...path)
const node = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: home, encoding: 'utf8' })

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-host-'))
  const out = inHome('built')
  await run(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '-c', 'vite.widget.config.ts', '--mode', 'npm'],
    { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production', PLAT_NPM_OUT: out } },
  )
  await run('npm', ['pack', '--silent', '--pack-destination', home], { cwd: out })
  const { name, version } = JSON.parse(await readFile(join(out, 'package.json'), 'utf8'))
  await writeFile(inHome('package.json'), '{"private":true,"type":"module"}')
  const flags = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...flags, `./${name}-${version}.tgz`], { cwd: home })
  // The host's own React.
  for (const own of ['react', 'react-dom', 'scheduler', '@types'])
    await symlink(join(ROOT, 'node_modules', own), inHome('node_modules', own))
}, 120_000)
afterAll(() => rm(home, { recursive: true, force: true }))

test('on a server every door can be imported and does nothing', () => {
  const { status, stdout, stderr } = node(`
    for (const door of ['', '/element', '/define', '/react', '/loader']) await import('plat-messenger' + door)
    const { PlatMessengerElement } = await import('plat-messenger/element')
    console.log(typeof PlatMessengerElement, typeof customElements, typeof window)`)
  expect({ status, stderr, said: stdout.trim() }).toEqual({
    status: 0,
    stderr: '',
    said: 'function undefined undefined',
  })
})

test('a React page that bundles it ends up with one React, its own', async () => {
  await mkdir(inHome('page'), { recursive: true })
  await writeFile(
    inHome('page/main.jsx'),
    `import { createRoot } from 'react-dom/client'
    import { PlatMessenger } from 'plat-messenger/react'
    createRoot(document.body).render(<PlatMessenger apiBase="https://api.test/customer/api" onUnread={console.log} />)`,
  )
  const { react, registers } = await bundled('page/main.jsx')
  expect(react).toEqual(['react-dom-client.production.js', 'react.production.js'])
  expect(registers).toBe(true)
})

test('a page that takes the class alone registers nothing', async () => {
  await writeFile(
    inHome('page/class.js'),
    `import { PlatMessengerElement } from 'plat-messenger/element'
    customElements.define('my-messages', class extends PlatMessengerElement {})`,
  )
  expect((await bundled('page/class.js')).registers).toBe(false)
})

test('the types fit a TypeScript page with React', async () => {
  await writeFile(
    inHome('page/typed.tsx'),
    `import 'plat-messenger/define'
    import { type PlatMessengerElement, definePlatMessenger } from 'plat-messenger'
    import { PlatMessenger } from 'plat-messenger/react'
    import { startLauncher } from 'plat-messenger/loader'
    definePlatMessenger()
    const stop: () => void = startLauncher({ apiBase: 'https://x.test', tokenUrl: '/token', corner: 'top-left' })
    const element: PlatMessengerElement = document.createElement('plat-messenger')
    element.addEventListener('plat-messenger:unread', ({ detail }) => detail.count.toFixed())
    export const page = <PlatMessenger account={7} onUnread={({ detail }) => detail.count.toFixed()} />
    // @ts-expect-error there is no such event
    export const wrong = <PlatMessenger onGone={stop} />
    // @ts-expect-error a corner has another name
    startLauncher({ apiBase: '', corner: 'middle' })`,
  )
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--jsx', 'react-jsx', '--target', 'es2022']
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'react']
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...modules, 'page/typed.tsx'], {
    cwd: home,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
})

/** Which copies of React stand in the bundle, and whether anything in it registers `plat-messenger`. */
async function bundled(input: string) {
  const built = await build({
    root: home,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic' } },
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: inHome(input) } },
  })
  const chunks = 'output' in built ? built.output.filter((file) => file.type === 'chunk') : []
  const sources = chunks.flatMap(({ modules }) => Object.keys(modules))
  return {
    react: sources
      .filter((id) => /(react|react-dom-client)\.(production|development)\.js$/.test(id))
      .map((id) => id.slice(id.lastIndexOf('/') + 1))
      .sort(),
    registers: sources.some((id) => /plat-messenger\/(define|react)\.js$/.test(id)),
  }
}

/** The package as somebody gets it: built, packed, installed into a folder of its own, bundled into a React page, and opened. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright'
import { build } from 'vite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launch } from '#tests/support/browser.ts'
import { API_BASE, CONFIG, row, TOKEN, widgetPage } from '#tests/support/widget-page.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
let home: string
let browser: Browser
const inHome = (...path: string[]) => join(home, ...path)
const node = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: home, encoding: 'utf8' })

beforeAll(async () => {
  browser = await launch()
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
  await mkdir(inHome('page'))
  const flags = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...flags, `./${name}-${version}.tgz`], { cwd: home })
  // The host's own React.
  for (const own of ['react', 'react-dom', 'scheduler', '@types'])
    await symlink(join(ROOT, 'node_modules', own), inHome('node_modules', own))
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await rm(home, { recursive: true, force: true })
})

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

/** A page with a React of its own: what it hands in, what it hears, and its ref. */
const REACT_PAGE = `import { createRef, StrictMode, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { PlatMessenger } from 'plat-messenger/react'

  const messenger = createRef()
  const askForToken = async () => '${TOKEN}'

  function Page() {
    const [said, say] = useState('nothing yet')
    const [account, open] = useState(null)
    const [isShown, show] = useState(true)
    return <>
      <p id="said">{said}</p>
      <button onClick={() => open(2)}>Second seller</button>
      <button onClick={() => messenger.current.logout()}>Log out</button>
      <button onClick={() => show(!isShown)}>Show or hide</button>
      {isShown && <PlatMessenger ref={messenger} style={{ '--messenger-height': '500px' }} className="mine" data-theme="dark"
        apiBase="${API_BASE}" realtimeConfig={${CONFIG}} tokenProvider={askForToken} account={account}
        onUnread={({ detail }) => say(detail.count + ' unread')}
        onConversation={({ detail }) => say('open: ' + detail.accountId)} />}
    </>
  }
  createRoot(document.querySelector('main')).render(<StrictMode><Page /></StrictMode>)`

test('a React page that bundles it ends up with one React, its own, and its props, handlers and ref work', async () => {
  await writeFile(inHome('page/main.jsx'), REACT_PAGE)
  const { react, registers, files } = await bundled('page/main.jsx')
  expect(react).toEqual(['react-dom-client.production.js', 'react.production.js'])
  expect(registers).toBe(true)

  const { page, socket, pageErrors } = await opened(files, '/app/main.js')
  const said = page.locator('#said')
  await expect.poll(() => said.textContent()).toBe('2 unread')
  const element = page.locator('plat-messenger')
  expect((await element.boundingBox())?.height).toBe(500)
  expect(await element.evaluate(({ className, dataset }) => [className, dataset.theme])).toEqual([
    'mine',
    'dark',
  ])
  await page.getByRole('button', { name: 'Second seller' }).click()
  await page.getByRole('heading', { name: 'Gulf Coast Wholesale' }).waitFor()
  await expect.poll(() => said.textContent()).toBe('open: 2')
  await page.getByRole('button', { name: 'Show or hide' }).click()
  await expect.poll(() => socket.open()).toBe(0)
  await page.getByRole('button', { name: 'Show or hide' }).click()
  await row(page, 'Lone Star').waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await row(page, 'Lone Star').waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
})

test('a page that a server drew and whose React has the whole document, as Next’s does, goes on hearing its own clicks', async () => {
  await writeFile(
    inHome('page/document.jsx'),
    `import { useState } from 'react'
    import { createRoot } from 'react-dom/client'
    import { PlatMessenger } from 'plat-messenger/react'

    const askForToken = async () => '${TOKEN}'
    function Document() {
      const [count, setCount] = useState(0)
      return <html lang="en"><head><title>Host</title></head><body>
        <button onClick={() => setCount(count + 1)}>Pressed {count}</button>
        <PlatMessenger apiBase="${API_BASE}" realtimeConfig={${CONFIG}} tokenProvider={askForToken} />
      </body></html>
    }
    createRoot(document).render(<Document />)`,
  )
  const { files } = await bundled('page/document.jsx')
  const { page, pageErrors } = await opened(files, '/app/document.js', '<plat-messenger></plat-messenger>')
  await row(page, 'Lone Star').waitFor()
  await page.getByRole('button', { name: 'Pressed 0' }).click()
  await page.getByRole('button', { name: 'Pressed 1' }).waitFor()
  expect(pageErrors).toEqual([])
})

test('a page that draws the launcher from it has the popup and the messenger from it as well, at the first interest', async () => {
  await writeFile(
    inHome('page/launcher.js'),
    `import { startLauncher } from 'plat-messenger/loader'
    startLauncher({ apiBase: '${API_BASE}', token: '${TOKEN}', realtimeConfig: '${CONFIG}', corner: 'top-left' })`,
  )
  const { files } = await bundled('page/launcher.js')
  expect(files.get('/app/launcher.js')?.length).toBeLessThan(20_000)
  const { page, pageErrors } = await opened(files, '/app/launcher.js')
  await page.getByRole('button', { name: 'Open messages, 2 unread' }).click()
  await row(page, 'Lone Star').waitFor()
  expect(pageErrors).toEqual([])
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
  expect(typeErrors('page/typed.tsx')).toBe('')
})

test.each(['', '/element', '/define', '/react'])(
  'the door plat-messenger%s alone brings the types of the tag and its events',
  async (door) => {
    const page = `page/typed${door.replace('/', '-')}.ts`
    await writeFile(
      inHome(page),
      `import type {} from 'plat-messenger${door}'
      const messenger = document.createElement('plat-messenger')
      messenger.account = 7
      messenger.addEventListener('plat-messenger:unread', ({ detail }) => detail.count.toFixed())`,
    )
    expect(typeErrors(page)).toBe('')
  },
)

/** What the compiler says of a page, nothing when all is well. */
function typeErrors(page: string): string {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--jsx', 'react-jsx', '--target', 'es2022']
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'react']
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, ...options, ...modules, page], { cwd: home, encoding: 'utf8' })
    .stdout
}

/** A page of nothing but that script, and what a server wrote into it. */
async function opened(files: ReadonlyMap<string, string>, url: string, body = '') {
  const opened = await widgetPage(browser, { isBare: true, body })
  onTestFinished(opened.close)
  await opened.page.route('https://host.test/app/**', (route) => {
    const body = files.get(new URL(route.request().url()).pathname) ?? ''
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await opened.page.addScriptTag({ type: 'module', url })
  return opened
}

/** Which copies of React stand in the bundle, and whether anything in it registers `plat-messenger`. */
async function bundled(input: string) {
  const built = await build({
    root: home,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    base: '/app/',
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: inHome(input), output: { entryFileNames: '[name].js' } },
    },
  })
  const chunks = 'output' in built ? built.output.filter((file) => file.type === 'chunk') : []
  const sources = chunks.flatMap(({ modules }) => Object.keys(modules))
  return {
    /** By their paths in the page. */
    files: new Map(chunks.map(({ fileName, code }) => [`/app/${fileName}`, code])),
    react: sources
      .filter((id) => /(react|react-dom-client)\.(production|development)\.js$/.test(id))
      .map((id) => id.slice(id.lastIndexOf('/') + 1))
      .sort(),
    registers: sources.some((id) => /plat-messenger\/(define|react)\.js$/.test(id)),
  }
}

/**
 * `npm run dev`: the demo on one port, with the apps and the element served by Vite from their sources. A change of theirs shows
 * at once; a change of the server compiles and starts it again; a change of the element builds it anew for the host pages.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { buildPages, ROOT } from './build-pages.ts'
import { freePortAfter } from './free-port.ts'

const BASE = '/@dev/'
const PAGES = join(ROOT, 'dist/dev')
const APPS = {
  app: 'marketplace/buyer/app',
  seller: 'marketplace/seller',
  admin: 'marketplace/admin',
} as const
const SERVER_FOLDERS = ['server', 'shared', 'demo'] as const
const ELEMENT_FOLDERS = ['widget', 'shared'] as const
/** An editor writes several files at once. */
const SETTLE_MS = 150
/** The database may close in this time; it survives if it does not. */
const GRACE_MS = 500

const port = Number(process.env.PORT ?? 4400)
const behind = await freePortAfter(port, '127.0.0.1')
const origin = `http://127.0.0.1:${behind}`
const args = process.argv.slice(2)

const vite = await createServer({
  configFile: join(ROOT, 'vite.app.config.ts'),
  root: ROOT,
  base: BASE,
  publicDir: false,
  cacheDir: join(ROOT, 'node_modules/.vite'),
  clearScreen: false,
  appType: 'custom',
  optimizeDeps: { entries: Object.values(APPS).map((folder) => `${folder}/main.tsx`) },
  plugins: [hostPages()],
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    watch: { ignored: ['**/dist/**', '**/.data/**'] },
    proxy: {
      '^/(?!@dev/)': {
        target: origin,
        ws: true,
        configure(proxy) {
          // What Vite puts into a page is written in it, which the pages' own policy forbids.
          proxy.on('proxyRes', ({ headers }) => delete headers['content-security-policy'])
        },
      },
    },
  },
})
await writeShells(vite)
let server = startServer()
await answering()
await vite.listen()
console.log(`  Changes show at http://localhost:${port}/\n`)
onChange(SERVER_FOLDERS, /^(?!.*hosts[/\\]).*\.ts$/, restart)
onChange(ELEMENT_FOLDERS, /\.(tsx?|css)$/, buildElement)
void buildElement()
let isEnding = false
// Vite's own listener ends the process once Vite is closed, and the server might still be writing.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isEnding = true
    void Promise.all([vite.close(), stop(server)]).then(() => process.exit(0))
  })

/** Each app's document with Vite in it, where the server looks for built ones. */
async function writeShells(vite: ViteDevServer): Promise<void> {
  await rm(PAGES, { recursive: true, force: true })
  for (const [name, folder] of Object.entries(APPS)) {
    await mkdir(join(PAGES, name), { recursive: true })
    const source = await readFile(join(ROOT, folder, 'index.html'), 'utf8')
    const script = '<script type="module" src="./main.tsx"></script>'
    const document = await vite.transformIndexHtml('/', source.replace(script, ''))
    // Addresses at the root are the server's.
    const shell = document
      .replace(/"\/@dev\/([\w-]+\.(?:svg|js))"/g, '"/$1"')
      .replace('</body>', `${script.replace('./', `${BASE}${folder}/`)}</body>`)
    await writeFile(join(PAGES, name, 'index.html'), shell)
  }
  for (const file of ['favicon.svg', 'favicon-unread.svg', 'notices.js', 'theme.js'])
    await copyFile(join(ROOT, APPS.app, 'public', file), join(PAGES, 'app', file))
  await symlink(join(ROOT, 'dist/widget'), join(PAGES, 'widget'))
}

/** A host page loads the built element; its page is loaded again when that was built. */
function hostPages(): Plugin {
  return {
    name: 'host-pages',
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        if (!/^\/hosts\/[\w-]+\/(\?.*)?$/.test(request.url ?? '')) return next()
        const page = await fetch(origin + request.url, {
          headers: { host: request.headers.host ?? '' },
        }).catch(() => null)
        if (!page?.ok) return next()
        response.setHeader('content-type', 'text/html')
        response.end(
          (await page.text()).replace(
            '</head>',
            `<script type="module" src="${BASE}@vite/client"></script></head>`,
          ),
        )
      })
    },
  }
}

function startServer(): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'demo/run.mjs'), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(behind),
      PUBLIC_URL: `http://localhost:${port}`,
      PLAT_DEV_PAGES: PAGES,
    },
    stdio: 'inherit',
  })
}

/** Until then a browser would see an error. */
async function answering(): Promise<void> {
  while (!(await fetch(`${origin}/healthz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) process.exit(server.exitCode)
    await pause(SETTLE_MS)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  await gone
  clearTimeout(late)
}

async function restart(): Promise<void> {
  await stop(server)
  // Nobody would stop one that starts while this command ends.
  if (!isEnding) server = startServer()
}

async function buildElement(): Promise<void> {
  await buildPages({ only: ['widget'], onProgress: console.log }).catch((error: Error) =>
    console.error(error.message),
  )
  vite.ws.send({ type: 'full-reload', path: '/hosts/*' })
}

/** One run after another, and one more when something changed meanwhile. */
function onChange(folders: readonly string[], names: RegExp, run: () => Promise<void>): void {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  for (const folder of folders)
    watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (!name || !names.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        running = running.then(run)
      }, SETTLE_MS)
    })
}

/** What `npm run build` writes: the list of the messenger's files is true, and a browser that checks it loads them. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import { messengerTag, row, STRICT_CSP, widgetPage } from '#tests/support/widget-page.ts'
import type { ManifestEntry } from '#widget/build/manifest.ts'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

const browser = withBrowser()

const manifest = (): ManifestEntry[] => JSON.parse(readFileSync(`${DIST}widget/manifest.json`, 'utf8')).files

describe('dist/widget/manifest.json', () => {
  it('names every script, lazy chunks too', () => {
    const scripts = readdirSync(`${DIST}widget`, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.m?js$/.test(name),
    )
    expect(
      manifest()
        .map(({ file }) => file)
        .sort(),
    ).toEqual(scripts.sort())
  })

  it('says the size and the hash that each file really has', () => {
    for (const { file, size, brotli, integrity } of manifest()) {
      const bytes = readFileSync(`${DIST}widget/${file}`)
      expect([file, size, brotli], file).toEqual([file, bytes.length, brotliCompressSync(bytes).length])
      expect(integrity, file).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`)
    }
  })

  it('has hashes that a browser takes', async () => {
    const entry = manifest().find(({ file }) => file === 'plat-messenger.js')
    const { page, pageErrors, close } = await widgetPage(browser, {
      isBare: true,
      head: `<script type="module" src="/widget/plat-messenger.js" integrity="${entry?.integrity}"></script>`,
      body: messengerTag(),
    })
    await row(page, 'Lone Star').waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })
})

/** When the first frame with a row of the list was drawn, and when each chunk was asked for, in the page's time. */
const TIMES = `
  const drawn = new Promise((told) => {
    const look = () => {
      const root = document.querySelector('plat-messenger')?.shadowRoot
      if (!root?.querySelector('[role=option]')) return requestAnimationFrame(look)
      told(performance.now())
    }
    requestAnimationFrame(look)
  })
  window.chunkTimes = async () => {
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/chunks/'))
    return { drawnAtMs: await drawn, chunks: asked.map(({ name, startTime }) => [name.replace(/.*\\/|-[\\w-]{8}\\.js$/g, ''), startTime]) }
  }`

interface ChunkTimes {
  drawnAtMs: number
  chunks: [name: string, atMs: number][]
}

describe('dist/widget/chunks', () => {
  it('are asked for one by one: first what shows the list, the socket when the list has been drawn', async () => {
    const { page, socket, close } = await widgetPage(browser, { head: `<script>${TIMES}</script>` })
    await row(page, 'Lone Star').waitFor()
    await expect.poll(() => socket.joined()).toBe(1)
    const { drawnAtMs, chunks } = await page.evaluate(() =>
      (window as unknown as { chunkTimes(): Promise<ChunkTimes> }).chunkTimes(),
    )
    const after = chunks.filter(([, atMs]) => atMs > drawnAtMs).map(([name]) => name)
    expect(after).toEqual(['connect'])
    expect(chunks.map(([name]) => name)).toContain('messenger')
    await close()
  })
})

describe('dist/widget/integrity.json', () => {
  const map = readFileSync(`${DIST}widget/integrity.json`, 'utf8')
  const { importMapCsp } = JSON.parse(readFileSync(`${DIST}widget/manifest.json`, 'utf8'))
  const written = () =>
    widgetPage(browser, {
      isBare: true,
      csp: STRICT_CSP.replace("script-src 'self'", `script-src 'self' ${importMapCsp}`),
      head: `<script type="importmap">${map}</script><script type="module" src="/widget/plat-messenger.js"></script>`,
      body: messengerTag(),
    })

  it('lets every chunk in that was built, lazy ones too', async () => {
    const { page, pageErrors, socket, close } = await written()
    await row(page, 'Lone Star').waitFor()
    await expect.poll(() => socket.joined()).toBe(1)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('keeps a lazy chunk out that was changed on its way', async () => {
    const { page, pageErrors, socket, close } = await written()
    await page.route('**/chunks/connect-*.js', async (route) => {
      const path = `${DIST}widget/chunks/${new URL(route.request().url()).pathname.split('/').pop()}`
      const body = `globalThis.wasChanged = true;${readFileSync(path, 'utf8')}`
      await route.fulfill({ contentType: 'text/javascript', body })
    })
    await page.reload()
    await row(page, 'Lone Star').waitFor()
    await expect.poll(() => pageErrors.join()).toMatch(/integrity/)
    expect(await page.evaluate(() => 'wasChanged' in globalThis)).toBe(false)
    expect(socket.joined()).toBeLessThanOrEqual(1)
    await close()
  })
})

describe('names that never change their content', () => {
  it('are told by the manifest, and a loader of such a name fetches the messenger and the popup of one', () => {
    const { immutable, version } = JSON.parse(readFileSync(`${DIST}widget/manifest.json`, 'utf8'))
    expect(Object.keys(immutable)).toEqual([
      'plat-messenger.js',
      'plat-messenger-lite.js',
      'plat-popup.js',
      'plat-guest.js',
      'plat-key.js',
      'loader.js',
      'loader.mjs',
    ])
    for (const [name, copy] of Object.entries<string>(immutable)) {
      const [stem, end] = name.split('.')
      expect(copy).toMatch(new RegExp(`^${stem}-${version}-[0-9a-f]{8}\\.${end}$`))
    }
    const loader = readFileSync(`${DIST}widget/${immutable['loader.js']}`, 'utf8')
    for (const name of ['plat-messenger.js', 'plat-messenger-lite.js', 'plat-popup.js', 'plat-key.js'])
      expect(loader).toContain(immutable[name])
    const key = readFileSync(`${DIST}widget/${immutable['plat-key.js']}`, 'utf8')
    expect(key).toContain(immutable['plat-guest.js'])
  })
})

describe('a launcher', () => {
  it.each(['loader.js', 'loader.mjs'])('has all of %s compiled beside the thread of the page', (name) => {
    // Chromium reads this in the first line and nowhere else.
    const [first] = readFileSync(`${DIST}widget/${name}`, 'utf8').split('\n')
    expect(first).toBe('//# allFunctionsCalledOnLoad')
  })
})

describe('dist/app', () => {
  it('is a page whose scripts and styles are all there', () => {
    const html = readFileSync(`${DIST}app/index.html`, 'utf8')
    const files = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files.some((file) => file.endsWith('.js'))).toBe(true)
    expect(files.some((file) => file.endsWith('.css'))).toBe(true)
    // The server writes it, with the installation's name and colors (installation.test.ts).
    const built = files.filter((file) => file !== 'manifest.webmanifest')
    expect(built.filter((file) => !existsSync(`${DIST}app/${file}`))).toEqual([])
  })
})

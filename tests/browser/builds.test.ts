/** What `npm run build` writes: the list of the messenger's files is true, and a browser that checks it loads them. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch } from '#tests/support/browser.ts'
import { messengerTag, row, widgetPage } from '#tests/support/widget-page.ts'
import type { ManifestEntry } from '#widget/build/manifest.ts'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

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
    const { page, trouble, close } = await widgetPage(browser, {
      isBare: true,
      head: `<script type="module" src="/widget/plat-messenger.js" integrity="${entry?.integrity}"></script>`,
      body: messengerTag(),
    })
    await row(page, 'Lone Star').waitFor()
    expect(trouble).toEqual([])
    await close()
  })
})

describe('dist/app', () => {
  it('is a page whose scripts and styles are all there', () => {
    const html = readFileSync(`${DIST}app/index.html`, 'utf8')
    const files = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files.some((file) => file.endsWith('.js'))).toBe(true)
    expect(files.some((file) => file.endsWith('.css'))).toBe(true)
    expect(files.filter((file) => !existsSync(`${DIST}app/${file}`))).toEqual([])
  })
})

/** The server as it is installed, `npm run build && npm run serve` on an empty data directory: it is the whole product, and sends it small. */
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InstalledServer, startInstalledServer } from '#tests/support/installed-server.ts'

const ASSETS = fileURLToPath(new URL('../../dist/app/assets', import.meta.url))

let server: InstalledServer
beforeAll(async () => {
  server = await startInstalledServer()
}, 180_000)
afterAll(() => server?.stop())

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Not `fetch`, which decompresses by itself. */
const ask = (path: string, encodings: string, headers: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    request(server.url + path, { headers: { 'accept-encoding': encodings, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
      .on('error', reject)
      .end()
  })

const page = { accept: 'text/html' }

describe('an installed server', () => {
  it.each(['/', '/seller/', '/admin/'])('serves the page %s with scripts that are there', async (path) => {
    const { status, headers, body } = await ask(path, 'identity', page)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(String(body)) ?? []
    const asked = await ask(script, 'br')
    expect([asked.status, asked.headers['content-encoding']]).toEqual([200, 'br'])
    expect(asked.headers['content-type']).toMatch(/^(text|application)\/javascript; charset=utf-8$/)
    expect(asked.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('lets every file that is named by its content be kept for ever', async () => {
    const files = readdirSync(ASSETS).filter((file) => /\.(js|css|json|woff2)$/.test(file))
    const asked = await Promise.all(files.map((file) => ask(`/assets/${file}`, 'identity')))
    const forgotten = asked.filter(({ headers }) => !headers['cache-control']?.includes('immutable'))
    expect([files.length > 100, forgotten.length]).toEqual([true, 0])
  })

  it('answers calls and its health check', async () => {
    expect((await ask('/healthz', 'br')).status).toBe(200)
    const config = await ask('/broadcasting/config', 'identity')
    expect(JSON.parse(String(config.body))).toMatchObject({ key: 'plat' })
  })

  it.each(['desk', 'console'])(
    'sends /%s/, an address of earlier versions, on with its query',
    async (old) => {
      const app = old === 'desk' ? 'seller' : 'admin'
      const { status, headers } = await ask(`/${old}/?login=maria`, 'br', page)
      expect([status, headers.location]).toEqual([301, `/${app}/?login=maria`])
    },
  )

  it('gives the messenger to pages of any origin, in the form that the browser takes', async () => {
    const plain = await ask('/widget/loader.js', 'identity')
    const packed = await ask('/widget/loader.js', 'br', { origin: 'https://shop.example' })
    const zipped = await ask('/widget/loader.js', 'gzip')
    expect(packed.status).toBe(200)
    expect(packed.headers['access-control-allow-origin']).toBe('*')
    expect(packed.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(packed.headers['content-encoding']).toBe('br')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
    expect(packed.body.length).toBeLessThan(plain.body.length / 2)
  })

  it('lets a cache keep each form apart, and ask whether it is still the same', async () => {
    const [plain, packed] = await Promise.all(
      ['identity', 'br'].map((encodings) => ask('/widget/loader.js', encodings)),
    )
    expect(plain?.headers.etag).not.toBe(packed?.headers.etag)
    for (const one of [plain, packed]) {
      expect(String(one?.headers.vary).toLowerCase()).toContain('accept-encoding')
      expect(one?.headers['cache-control']).toBe('public, max-age=0')
    }
    const again = await ask('/widget/loader.js', 'br', { 'if-none-match': String(packed?.headers.etag) })
    expect(again.status).toBe(304)
  })

  it('names no missing build in its log', () => {
    expect(server.said()).not.toMatch(/not built|No pages/)
  })
})

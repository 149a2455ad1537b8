/** The document of the browse page has the first deals when they are known soon, and does not wait for them longer. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWithFirstDeals } from '#server/site/with-first-deals.ts'
import type { FirstDealsWire } from '#shared/contract/first-deals.ts'
import { PRODUCT } from '#shared/contract/installation.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const HTML = '<body><div id="root"></div></body>'
const NO_LIST = { columns: [], data: [], img_paths: [], all_count: 0 }
const DEALS: FirstDealsWire = { question: '', list: NO_LIST, count: 7, bounds: null }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-drawing-'))
  await mkdir(join(folder, 'drawing'))
  await writeFile(
    join(folder, 'drawing/first-page.js'),
    "export const drawFirstPage = (first, search) => first.count + ' deals of ' + search",
  )
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function scene() {
  const clock = createFakeClock()
  const errors: unknown[] = []
  let resolve: (deals: FirstDealsWire) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const deals = new Promise<FirstDealsWire>((...settle) => {
    ;[resolve, reject] = settle
  })
  const withFirstDeals = createWithFirstDeals({
    folder,
    firstDealsOf: () => deals,
    onError: (error) => errors.push(error),
    after: clock.after,
  })
  return { clock, errors, resolve, reject, page: () => withFirstDeals(HTML, '?beds=3', PRODUCT) }
}

test('a page asked for while the list is read is sent after one second without its deals, a later one with them', async () => {
  const { clock, errors, resolve, page } = scene()
  const early = page()
  clock.advance(999)
  const pending = new Promise((settle) => setImmediate(settle, 'pending'))
  expect(await Promise.race([early, pending])).toBe('pending')
  clock.advance(1)
  expect(await early).toBe(HTML)
  resolve(DEALS)
  expect(await page()).toContain('7 deals of ?beds=3')
  expect(errors).toEqual([])
  expect(clock.timers).toBe(0)
})

test('a list that cannot be read after the page was sent is nobody’s error', async () => {
  const { clock, errors, reject, page } = scene()
  const early = page()
  clock.advance(1000)
  expect(await early).toBe(HTML)
  reject(new Error('The database is closed.'))
  await Promise.resolve()
  expect(errors).toEqual([])
})

test('a list that cannot be read is reported, and the page is sent', async () => {
  const { errors, reject, page } = scene()
  reject(new Error('The database is closed.'))
  expect(await page()).toBe(HTML)
  expect(errors).toHaveLength(1)
})

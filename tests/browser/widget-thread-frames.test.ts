/** What a thread paints, frame by frame: no frame without rows in a sweep over a long history, and no jump when pages arrive in a fling. */
import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '#tests/support/browser.ts'
import { ScriptedApi } from '#tests/support/scripted-api.ts'
import { row, shows, widgetPage } from '#tests/support/widget-page.ts'

const LONG = 100_000
const VIEW = { width: 900, height: 800 }
const words = (n: number) => `Message ${n} ${'with more words '.repeat((n * 7) % 12)}`

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** Answers the thread's pages inside the page, all of history in two: so many messages take long to bring there from outside. */
function answerFromWithin(count: number, first: number, endMs: number) {
  const outside = window.fetch
  const at = (n: number) => ({
    ...{ id: n, type: n % 3 === 1 ? 'inbound' : 'outbound', is_read: true },
    created_at: new Date(endMs - (count - n) * 240_000).toISOString(),
    calculated_body: `Message ${n} ${'with more words '.repeat((n * 7) % 12)}`,
  })
  window.fetch = async (...call) => {
    const url = new Request(...call).url
    if (!url.includes('/text-messages?')) return outside(...call)
    const isFirst = new URL(url).searchParams.get('page') === '1'
    const [from, to] = isFirst ? [count, count - first] : [count - first, 0]
    const data = Array.from({ length: from - to }, (_, index) => at(from - index))
    return Response.json({ data, links: { next: isFirst ? 'https://api.test/next' : null } })
  }
}

test('a full sweep over 100,000 messages never paints a frame without rows', async () => {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 1)
  const end = Date.parse('2025-06-10T09:43:00Z')
  const head = `<script>(${answerFromWithin})(${LONG}, 50, ${end})</script>`
  const { page, close } = await widgetPage(browser, { api, head, viewport: VIEW })
  await row(page, 'Lone Star').click()
  await shows(page, `Message ${LONG} `)
  const log = page.getByRole('log')
  await expect
    .poll(() => log.evaluate((element) => element.scrollHeight), { timeout: 30_000 })
    .toBeGreaterThan(LONG * 20)
  const swept = await log.evaluate(async (element) => {
    const root = element.getRootNode() as ShadowRoot
    const box = element.getBoundingClientRect()
    const found = { frames: 0, blank: 0, most: 0 }
    const step = element.scrollHeight / 150
    for (let top = element.scrollHeight; top > -step; top -= step) {
      element.scrollTop = top
      await new Promise(requestAnimationFrame)
      // What this frame shows is decided now: after its scroll events, callbacks and layout.
      await new Promise((done) => setTimeout(done))
      found.frames++
      found.most = Math.max(found.most, element.getElementsByTagName('*').length)
      const rows = [0.2, 0.5, 0.8].filter((share) =>
        root
          .elementFromPoint(box.left + box.width / 2, box.top + box.height * share)
          ?.closest('[data-index]'),
      )
      if (rows.length < 2) found.blank++
    }
    return found
  })
  expect(swept.frames).toBeGreaterThanOrEqual(150)
  expect(swept.blank).toBe(0)
  expect(swept.most).toBeLessThanOrEqual(150)
  await close()
})

/** Frame by frame until the thread begins and stands still: rows that moved apart, or up while it was scrolled up. */
function watchRows(log: Locator): Promise<{ frames: number; torn: number }> {
  return log.evaluate(async (element) => {
    const found = { frames: 0, torn: 0 }
    let before = new Map<string, number>()
    for (let still = 0; still < 20; found.frames++) {
      await new Promise(requestAnimationFrame)
      await new Promise((done) => setTimeout(done))
      const box = element.getBoundingClientRect()
      const now = new Map<string, number>()
      for (const each of element.querySelectorAll<HTMLElement>('[data-message]')) {
        const top = each.getBoundingClientRect().top - box.top
        if (top > 0 && top < box.height) now.set(each.dataset.message ?? '', top)
      }
      const moves: number[] = []
      for (const [id, top] of now) {
        const was = before.get(id)
        if (was !== undefined) moves.push(top - was)
      }
      if (moves.length > 0 && (Math.max(...moves) - Math.min(...moves) > 1 || Math.min(...moves) < -1))
        found.torn++
      still = now.has('1001') && moves.every((move) => move === 0) ? still + 1 : 0
      before = now
    }
    return found
  })
}

test('a fling up through pages of older messages never shows a row jump', async () => {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 150, words)
  const { page, close } = await widgetPage(browser, { api, viewport: VIEW })
  await row(page, 'Lone Star').click()
  await shows(page, 'Message 150 ')
  const log = page.getByRole('log')
  await log.hover()
  const watching = watchRows(log)
  let isOver = false
  const watched = watching.then((found) => {
    isOver = true
    return found
  })
  // A hand that flings again and again: each time fast at first, then slower.
  for (let delta = 400; !isOver; delta = delta < 60 ? 400 : delta * 0.85) await page.mouse.wheel(0, -delta)
  const { frames, torn } = await watched
  expect(frames).toBeGreaterThan(30)
  expect(torn).toBe(0)
  expect(api.calls.filter((call) => call.includes('text-messages?page=')).length).toBeGreaterThan(4)
  await close()
})

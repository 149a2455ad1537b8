/** What a thread paints, frame by frame: no frame without rows in a sweep over a long history, and no jump when pages arrive in a fling. */
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { withBrowser } from '#tests/support/fixtures.ts'
import { ScriptedApi } from '#tests/support/scripted-api.ts'
import { row, shows, widgetPage } from '#tests/support/widget-page.ts'

const LONG = 100_000
const VIEW = { width: 900, height: 800 }
const words = (n: number) => `Message ${n} ${'with more words '.repeat((n * 7) % 12)}`

const browser = withBrowser()

/** Answers the thread's pages inside the page, all of history in two: so many messages take long to bring there from outside. */
function answerFromWithin(count: number, first: number, endMs: number) {
  const outside = window.fetch
  const at = (n: number) => ({
    id: n,
    type: n % 3 === 1 ? 'inbound' : 'outbound',
    is_read: true,
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

interface Watched {
  frames: number
  /** Frames whose rows stood elsewhere than in the one before. */
  moved: number
  torn: number
  /** Frames without a message. */
  blank: number
}

/** For a thread that comes to rest anywhere. */
const ROWS_STILL = null

/** Frame by frame until this message is drawn and all stand still: rows that moved apart, or up while it was scrolled up. */
function watchRows(log: Locator, last: string | null): Promise<Watched> {
  return log.evaluate(async (element, lastId) => {
    const found = { frames: 0, moved: 0, torn: 0, blank: 0 }
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
      if (moves.some((move) => move !== 0)) found.moved++
      if (now.size === 0) found.blank++
      still =
        (lastId === null ? found.moved > 0 : now.has(lastId)) && moves.every((move) => move === 0)
          ? still + 1
          : 0
      before = now
    }
    return found
  }, last)
}

test('a fling up through pages of older messages never shows a row jump', async () => {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 150, words)
  const { page, close } = await widgetPage(browser, { api, viewport: VIEW })
  await row(page, 'Lone Star').click()
  await shows(page, 'Message 150 ')
  const log = page.getByRole('log')
  await log.hover()
  const watching = watchRows(log, '1001')
  let isOver = false
  const watched = watching.then((found) => {
    isOver = true
    return found
  })
  // A hand that flings again and again: each time fast at first, then slower.
  for (let delta = 400; !isOver; delta = delta < 60 ? 400 : delta * 0.85) await page.mouse.wheel(0, -delta)
  const { frames, torn, blank } = await watched
  expect(frames).toBeGreaterThan(30)
  expect({ torn, blank }).toEqual({ torn: 0, blank: 0 })
  expect(api.calls.filter((call) => call.includes('text-messages?page=')).length).toBeGreaterThan(4)
  await close()
})

/**
 * A finger that goes down over the log by 100 px every 16 ms and lets go: the browser itself rolls on from there. Told at once
 * and with their times, so that the finger is as fast on a busy machine.
 */
async function flingUp(page: Page, log: Locator): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const box = await log.boundingBox()
  const begin = Date.now()
  const told: Promise<unknown>[] = []
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: number[]) => {
    const touchPoints = places.map((y) => ({ x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + y }))
    const timestamp = (begin + told.length * 16) / 1000
    told.push(finger.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp }))
  }
  touch('touchStart', [50])
  for (let y = 150; y <= 550; y += 100) touch('touchMove', [y])
  touch('touchEnd', [])
  await Promise.all(told)
}

/** The frames in which the log rolls without a finger, before older messages came in front and after. */
interface Rolled {
  before: number
  after: number
}

/** Counts in the page from now on: what is resolved as soon as the log rolls. */
async function countRolling(page: Page, log: Locator) {
  await log.evaluate((element) => {
    const rolled: Rolled = { before: 0, after: 0 }
    const height = element.scrollHeight
    let isHeld = true
    element.addEventListener('touchend', () => {
      isHeld = false
    })
    element.addEventListener('scroll', () => {
      if (!isHeld) rolled[element.scrollHeight > height + 1000 ? 'after' : 'before']++
    })
    Object.assign(window, { rolled })
  })
  return () => page.evaluate(() => (window as unknown as { rolled: Rolled }).rolled)
}

test("older messages that come in front while a finger's fling rolls on neither stop it nor tear rows apart", async () => {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 100, words)
  let letGo = () => {}
  const gate = new Promise<null>((resolve) => {
    letGo = () => resolve(null)
  })
  api.rules.push((call) => (/text-messages\?page=[3-9]/.test(call) ? gate : null))
  const { page, close } = await widgetPage(browser, { api, viewport: VIEW, hasTouch: true })
  await row(page, 'Lone Star').tap()
  await shows(page, 'Message 100 ')
  const log = page.getByRole('log')
  await expect
    .poll(() => log.evaluate((element) => element.scrollTo(0, 0)).then(() => api.calls.join()))
    .toContain('text-messages?page=3')
  await log.evaluate((element) => element.scrollTo(0, 3000))
  const rolled = await countRolling(page, log)
  const watching = watchRows(log, ROWS_STILL)
  await flingUp(page, log)
  await expect.poll(async () => (await rolled()).before).toBeGreaterThan(0)
  letGo()
  const { torn, blank } = await watching
  expect({ torn, blank }).toEqual({ torn: 0, blank: 0 })
  expect((await rolled()).after).toBeGreaterThan(5)
  await close()
})

test('older messages that come before a thread stands leave no row empty', async () => {
  const api = new ScriptedApi()
  for (let id = 1; id <= 12; id++) api.conversation(id, `Company ${id} of many`, 1)
  const end = Date.parse('2025-06-10T09:43:00Z')
  const head = `<script>(${answerFromWithin})(150, 25, ${end})</script>`
  const { page, close } = await widgetPage(browser, { api, viewport: VIEW, head })
  await page.evaluate(() => {
    const empty: string[] = []
    Object.assign(window, { empty })
    const root = document.querySelector('plat-messenger')?.shadowRoot
    const look = () => {
      for (const each of root?.querySelectorAll<HTMLElement>('[data-item-index]') ?? [])
        if (each.textContent === '') empty.push(each.dataset.itemIndex ?? '')
    }
    if (root) new MutationObserver(look).observe(root, { subtree: true, childList: true })
  })
  for (let id = 1; id <= 12; id++) {
    await row(page, `Company ${id} of many`).click()
    await shows(page, 'Message 150 ')
  }
  expect(await page.evaluate(() => (window as unknown as { empty: string[] }).empty)).toEqual([])
  await close()
})

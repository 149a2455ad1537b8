/**
 * The browse page itself in a real Chromium, with lists of any size in the place of the server's: from a changed filter to the
 * painted list and map, scrolling, and how soon the first card is there on a first and on a second visit.
 */
import type { CDPSession, Page } from 'playwright'
import { buildPages } from '#demo/build-pages.ts'
import { launch, person } from '#tests/support/browser.ts'
import { areDealsKept } from '#tests/support/kept-deals.ts'
import { startWorld } from '#tests/support/world.ts'
import { makeDeals } from './deals/make-deals.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'

/** A list of 500,000 handed in by the test ends the page: its filters are measured by `deals`, its map by `map`. */
const SIZES = [57_120, 100_000] as const
const CHANGES = 24
const FRAMES = 150
/** A changed filter is painted within this time, a frame's script within a frame. */
const PAINT_GOAL_MS = 50
const FRAME_MS = 1000 / 60
const LIST = /\/customer\/api\/properties(\?.*)?$/

interface Measured {
  count: number
  painted: number[]
  scriptMs: number
  frames: number[]
  firstMs: number
  secondMs: number
}

export async function benchBrowse(): Promise<void> {
  await buildPages({ onProgress: (line) => process.stdout.write(`${line}\n`) })
  const world = await startWorld({ messages: 0, companies: 0, deals: 0 })
  const browser = await launch()
  try {
    const measured: Measured[] = []
    for (const count of SIZES) {
      const body = JSON.stringify(makeDeals(count))
      const { context, page } = await person(browser, { baseURL: world.url, reducedMotion: 'no-preference' })
      page.setDefaultTimeout(300_000)
      await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
      await page.route(LIST, (route) => route.fulfill({ body, contentType: 'application/json' }))
      measured.push(await measure(page, count))
      await context.close()
    }
    report(measured)
  } finally {
    await browser.close()
    await world.stop()
  }
}

async function measure(page: Page, count: number): Promise<Measured> {
  const firstMs = await visit(page)
  await page.locator('canvas').first().waitFor()
  const frames = await page.evaluate(scrollThrough, FRAMES)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.getByRole('button', { name: 'Status' }).first().click()
  const pending = page.getByRole('checkbox', { name: /^Pending/ })
  await pending.waitFor()
  const painted: number[] = []
  const before = await scriptOf(cdp)
  for (let n = 0; n < CHANGES; n++) painted.push(await pending.evaluate(changeToPaint))
  const scriptMs = ((await scriptOf(cdp)) - before) / CHANGES
  while (!(await areDealsKept(page))) await page.waitForTimeout(100)
  await page.waitForLoadState('networkidle')
  await page.unroute(LIST)
  // The network never answers: what shows now is the stored copy.
  await page.route(LIST, () => {})
  const secondMs = await visit(page)
  return { count, painted, scriptMs, frames, firstMs, secondMs }
}

/** From the start of the navigation to the first painted card. */
async function visit(page: Page): Promise<number> {
  await page.goto('/deals')
  await page.locator('[data-deal]').first().waitFor()
  return page.evaluate(() => performance.now())
}

async function scriptOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}

/** Runs in the page: presses, waits for the count above the list to change, and for the frame that shows it. */
function changeToPaint(box: HTMLElement | SVGElement): Promise<number> {
  return new Promise((resolve, reject) => {
    const counted = () =>
      [...document.querySelectorAll('[role=status]')].find((one) => / deals/.test(one.textContent ?? ''))
        ?.textContent
    const was = counted()
    const from = performance.now()
    setTimeout(() => reject(new Error('The list has not changed for twenty seconds.')), 20_000)
    const observer = new MutationObserver(() => {
      if (counted() === was) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - from)
        port2.postMessage(null)
      })
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    ;(box as HTMLElement).click()
  })
}

/** Runs in the page: a screen's third a frame, for so many frames; the times between them. */
async function scrollThrough(frames: number): Promise<number[]> {
  const scroller = document.querySelector('[data-virtuoso-scroller]')
  if (!scroller) throw new Error('There is no list to scroll.')
  const times: number[] = []
  let last = performance.now()
  for (let n = 0; n < frames; n++) {
    scroller.scrollTop += 300
    await new Promise(requestAnimationFrame)
    const now = performance.now()
    times.push(now - last)
    last = now
  }
  scroller.scrollTop = 0
  return times
}

function report(measured: readonly Measured[]): void {
  publish({
    id: 'browse',
    title: 'The browse page',
    command: 'npm run bench -- browse',
    note: `The real page at 1440 × 900 with list and map, in headless Chromium without a graphics card. Painted is the time from the click on a status to the frame that shows the new list and map, median and worst of ${CHANGES} changes. Script is all JavaScript of the page for one such change; a frame takes 16.7 ms. Scrolling moves 300 px per frame. The first card is timed from the start of the navigation: on a first visit with the list from the network, and on a second visit with a network that never answers.`,
    head: [
      'Deals',
      'Painted',
      'worst',
      'vs. 50 ms',
      'Script',
      'vs. one frame',
      'Scroll frame',
      'p95',
      'First card',
      'second visit',
    ],
    rows: measured.map(({ count, painted, scriptMs, frames, firstMs, secondMs }) => [
      thousands(count),
      ms(quantile(painted, 0.5)),
      ms(quantile(painted, 1)),
      times(quantile(painted, 0.5) / PAINT_GOAL_MS),
      ms(scriptMs),
      times(scriptMs / FRAME_MS),
      ms(quantile(frames, 0.5)),
      ms(quantile(frames, 0.95)),
      ms(firstMs),
      ms(secondMs),
    ]),
  })
}

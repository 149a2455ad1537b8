/**
 * How soon a person sees the first deal of 57,120: on a plain line, and on a slow one with a slow processor (1.6 Mb/s, 150 ms,
 * four times slower). The reference is the same page without the deals in its document, from the same server.
 */
import type { Browser, Page } from 'playwright'
import { buildPages } from '#demo/build-pages.ts'
import { launch, person } from '#tests/support/browser.ts'
import { startWorld } from '#tests/support/world.ts'
import { benchDealOpened } from './deal-opened.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'

const DEALS = 57_120
const RUNS = 3
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const SLOW_PROCESSOR = { rate: 4 }

interface Visit {
  isSlow: boolean
  isWarm: boolean
  /** The document without its deals. */
  isBare?: boolean
}

const WAYS: readonly (Visit & { name: string; goalMs: number })[] = [
  { name: 'normal connection, first visit', isSlow: false, isWarm: false, goalMs: 900 },
  { name: 'slow connection and processor, first visit', isSlow: true, isWarm: false, goalMs: 2500 },
  { name: 'slow connection and processor, second visit', isSlow: true, isWarm: true, goalMs: 1000 },
]

export async function benchFirstCard(): Promise<void> {
  await buildPages({ onProgress: (line) => process.stdout.write(`${line}\n`) })
  const world = await startWorld({ messages: 0, companies: 0, deals: DEALS })
  const browser = await launch()
  try {
    const bytes = (await (await fetch(`${world.url}/deals`, { headers: { 'Accept-Encoding': 'br' } })).text())
      .length
    const rows: string[][] = []
    for (const { name, goalMs, ...visit } of WAYS) {
      const cards = await measured(browser, world.url, visit)
      const bare = await measured(browser, world.url, { ...visit, isBare: true })
      const [card, former] = [quantile(cards, 0.5), quantile(bare, 0.5)]
      rows.push([name, ms(card), ms(goalMs), times(card / goalMs), ms(former), times(former / card)])
    }
    publish({
      id: 'first-card',
      title: 'The first deal on the screen',
      command: 'npm run bench -- first-card',
      note: `Time from the start of the navigation to the frame with the first card, with ${thousands(DEALS)} deals, at 1440 × 900; median of ${RUNS}. The page has ${thousands(bytes)} characters before compression. The slow connection has 1.6 Mb/s and a latency of 150 ms. The slow processor has a quarter of the speed of this one. The reference is the same page without deals in its document. It waits for the app and the whole list.`,
      head: ['Visit', 'First card', 'Goal', 'vs. goal', 'Without deals in the page', 'ratio'],
      rows,
    })
    await benchDealOpened({ browser, baseURL: world.url, slowDown })
  } finally {
    await browser.close()
    await world.stop()
  }
}

async function measured(browser: Browser, baseURL: string, visit: Visit): Promise<number[]> {
  const found: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const { context, page } = await person(browser, { baseURL, reducedMotion: 'no-preference' })
    page.setDefaultTimeout(120_000)
    // tsx names the functions that it hands to a page.
    await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
    await page.addInitScript(noteFirstCard)
    if (visit.isBare) await withoutDeals(page)
    if (visit.isSlow) await slowDown(page)
    if (visit.isWarm) {
      await page.goto('/deals')
      await page.locator('[data-virtuoso-scroller]').waitFor()
      await page.waitForLoadState('networkidle')
    }
    await page.goto('/deals', { waitUntil: 'commit' })
    const at = await page.waitForFunction(() => (globalThis as Noted).firstCardMs)
    found.push(Number(await at.jsonValue()))
    await context.close()
  }
  return found
}

type Noted = typeof globalThis & { firstCardMs?: number }

/** Runs in the page before all else: notes when a card has been painted. */
function noteFirstCard(): void {
  const noted = globalThis as Noted
  const look = () => {
    const card = [...document.querySelectorAll('[data-deal]')].find((one) => one.checkVisibility())
    if (!card) return void requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      noted.firstCardMs = performance.now()
    }
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_LINE)
  await cdp.send('Emulation.setCPUThrottlingRate', SLOW_PROCESSOR)
}

async function withoutDeals(page: Page): Promise<void> {
  await page.route(/\/deals$/, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const from = html.indexOf('<div id="first-page">')
    const to = html.indexOf('</script>', html.indexOf('id="first-deals"')) + '</script>'.length
    await route.fulfill({ response, body: from < 0 ? html : html.slice(0, from) + html.slice(to) })
  })
  await page.route(/\/customer\/api\/properties\/first/, (route) => route.abort())
}

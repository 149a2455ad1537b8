/** How soon the home page paints, a deal opens from the list and by its address, and the list is back: in a real browser. */
import type { Browser, Page } from 'playwright'
import { person } from '#tests/support/browser.ts'
import { ms, publish, quantile, times } from './report.ts'

const RUNS = 3

type Measure = (page: Page) => Promise<number>

interface Row {
  name: string
  goalMs: number
  measure: Measure
}

export interface DealOpenedDeps {
  browser: Browser
  baseURL: string
  slowDown: (page: Page) => Promise<void>
}

export async function benchDealOpened({ browser, baseURL, slowDown }: DealOpenedDeps): Promise<void> {
  const median = async (isSlow: boolean, measure: Measure) => {
    const found: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const { context, page } = await person(browser, { baseURL, reducedMotion: 'no-preference' })
      page.setDefaultTimeout(120_000)
      await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
      await page.addInitScript(noteSight)
      if (isSlow) await slowDown(page)
      found.push(await measure(page))
      await context.close()
    }
    return quantile(found, 0.5)
  }
  const rows: string[][] = []
  for (const { name, goalMs, measure } of ROWS) {
    const [normal, slow] = [await median(false, measure), await median(true, measure)]
    rows.push([name, ms(normal), ms(slow), ms(goalMs), times(normal / goalMs), times(slow / goalMs)])
  }
  publish({
    id: 'deal-opened',
    title: 'Home, and a deal opened',
    command: 'npm run bench -- first-card',
    note: `In the same run as the first deal, with the same slow connection and processor; median of ${RUNS}. Home is the browser’s first contentful paint. A deal by its address is timed from the start of the navigation to the frame with its facts. A deal from the list is timed from the click to the frame with the facts that the list has; on the normal connection with the whole list, on the slow one while the list still loads. Back is the time from the browser’s Back to the frame with the card that was opened.`,
    head: ['Step', 'Normal', 'Slow', 'Goal', 'normal vs. goal', 'slow vs. goal'],
    rows,
  })
}

const ROWS: readonly Row[] = [
  { name: 'home, first visit', goalMs: 800, measure: home },
  { name: 'deal by its address, first visit', goalMs: 1000, measure: dealByAddress },
  { name: 'deal from the list', goalMs: 200, measure: async (page) => (await thereAndBack(page)).there },
  { name: 'back to the list', goalMs: 100, measure: async (page) => (await thereAndBack(page)).back },
]

async function home(page: Page): Promise<number> {
  await page.goto('/', { waitUntil: 'commit' })
  const at = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  return Number(await at.jsonValue())
}

const FACTS = 'main:not(:has([role=feed])) dd'

async function dealByAddress(page: Page): Promise<number> {
  await page.goto('/property/3', { waitUntil: 'commit' })
  await page.evaluate((facts) => (globalThis as Sight).seen(facts), FACTS)
  return page.evaluate(() => performance.now())
}

/** Long enough for what is fetched when nothing else is to do. */
const REST_MS = 4000

async function thereAndBack(page: Page): Promise<{ there: number; back: number }> {
  await page.goto('/deals', { waitUntil: 'commit' })
  await page.locator('#root [data-deal]').first().waitFor()
  await page.waitForTimeout(REST_MS)
  const card = page.locator('#root [data-deal]').nth(3)
  const own = `#root [data-deal="${await card.getAttribute('data-deal')}"]`
  await card.hover()
  const there = await card.evaluate((link, facts) => {
    ;(link as HTMLElement).click()
    return (globalThis as Sight).seen(facts)
  }, FACTS)
  await page.waitForTimeout(REST_MS)
  const back = await page.evaluate(
    (selector) => {
      window.history.back()
      return (globalThis as Sight).seen(`main:has([role=feed]) ${selector}`)
    },
    own.replace('#root ', ''),
  )
  return { there, back }
}

type Sight = typeof globalThis & { seen(selector: string): Promise<number> }

/** Runs in the page: `seen` answers how long it took until such an element was painted. */
function noteSight(): void {
  ;(globalThis as Sight).seen = (selector) =>
    new Promise((resolve) => {
      const from = performance.now()
      const look = () => {
        const one = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility())
        if (!one) return void requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - from)
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    })
}

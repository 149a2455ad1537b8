/** One thread in one real page: how long it loads, how many elements it is, what one more message costs, what a policy and axe say of it. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { quantile } from '../report.ts'

export interface Threads {
  loadMs: number
  elements: number
  /** Work of the main thread for one more message, until it is painted. */
  appendMs: number
}

interface PeerBench {
  load(count: number): Promise<{ ms: number }>
  append(count: number): Promise<{ ms: number }>
}

/** What a page's first rows say, shown with the strict policy that a careful host sets. */
const STRICT =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
const APPENDS = 9
/** A component that is this slow is asked once, so that the run ends. */
const SLOW_MS = 2_000
const CHECKED = 50

export async function measureThread(browser: Browser, url: string, count: number): Promise<Threads> {
  const page = await open(browser, url)
  const { ms: loadMs } = await call(page, 'load', count)
  const elements = await page.evaluate(countAll)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const busyMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const samples: number[] = []
  while (samples.length < APPENDS) {
    const before = await busyMs()
    const { ms } = await call(page, 'append', 1)
    samples.push((await busyMs()) - before)
    if (ms > SLOW_MS) break
  }
  await page.context().close()
  return { loadMs, elements, appendMs: quantile(samples, 0.5) }
}

/** Violations of a strict policy while 50 messages load and one more comes in, and whether they show at all under it. */
export async function underStrictPolicy(
  browser: Browser,
  url: string,
): Promise<{ violations: number; shows: boolean }> {
  const page = await open(browser, url, STRICT)
  const shows = await Promise.race([
    call(page, 'load', CHECKED)
      .then(() => call(page, 'append', 1))
      .then(() => true),
    page.waitForTimeout(8_000).then(() => false),
  ]).catch(() => false)
  const violations = await page.evaluate(() => (window as unknown as { violated: string[] }).violated.length)
  await page.context().close()
  return { violations, shows }
}

/** Rules that axe finds broken in a thread of 50 messages, and in how many places. */
export async function accessibility(
  browser: Browser,
  url: string,
): Promise<{ rules: number; places: number }> {
  const page = await open(browser, url)
  await call(page, 'load', CHECKED)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  await page.context().close()
  return { rules: violations.length, places: violations.reduce((sum, { nodes }) => sum + nodes.length, 0) }
}

async function open(browser: Browser, url: string, policy?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 900, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(300_000)
  await page.addInitScript(() => {
    const violated: string[] = []
    Object.assign(window, { violated })
    document.addEventListener('securitypolicyviolation', (event) => violated.push(event.violatedDirective))
  })
  if (policy)
    await page.route('**/*.html', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
    })
  await page.goto(url)
  await page.waitForFunction(() => 'bench' in window, null, { timeout: 20_000 }).catch(() => {})
  return page
}

const call = (page: Page, name: keyof PeerBench, count: number): Promise<{ ms: number }> =>
  page.evaluate(([action, n]) => (window as unknown as { bench: PeerBench }).bench[action](n), [
    name,
    count,
  ] as const)

/** Elements of the page's body, those in shadow roots included. Runs in the page. */
function countAll(): number {
  let total = 0
  const roots: ParentNode[] = [document.body]
  for (let root = roots.pop(); root; root = roots.pop())
    for (const each of root.querySelectorAll('*')) {
      total++
      if (each.shadowRoot) roots.push(each.shadowRoot)
    }
  return total
}

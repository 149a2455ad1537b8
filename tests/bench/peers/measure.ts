/**
 * One thread in one real page: how long it loads, how many elements it is, what one more message costs, what a policy and axe say of
 * it. Each question has a browser of its own and a limit, so that a component that never answers costs the run no more than that.
 */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { CATEGORIES, workOf } from '../host-page/main-thread.ts'
import { countThreadTime } from '../host-page/thread-time.ts'
import { visit } from '../host-page/visit.ts'
import { quantile } from '../report.ts'

/** Longer than this is written as such. */
export const LOAD_LIMIT_MS = 120_000
export const APPEND_LIMIT_MS = 90_000
const SMALL_LIMIT_MS = 40_000

export interface Threads {
  /** Infinite when it took longer than the limit. */
  loadMs: number
  elements: number
  /** Work of the main thread for one more message, until it is painted. Infinite when it took longer than the limit. */
  appendMs: number
}

export interface Strictness {
  violations: number
  shows: boolean
}

export interface Barriers {
  rules: number
  places: number
}

/** Of the main thread of a page with a thread of 50 messages, on a processor four times slower, over an empty page. */
export interface HostCost {
  /** Beyond 50 ms a task. */
  blockingMs: number
  busyMs: number
}

/** This folder has a package.json of its own, so nothing of the project's is found from here by name. */
type Launch = () => Promise<Browser>

interface PeerBench {
  load(count: number): Promise<{ ms: number }>
  append(count: number): Promise<{ ms: number }>
}

/** What a page's first rows say, shown with the strict policy that a careful host sets. */
const STRICT =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
const STRICT_PATIENCE_MS = 8_000
const APPENDS = 9
/** A component that is this slow is asked once, so that the run ends. */
const SLOW_MS = 2_000
const CHECKED = 50
const VIEW = { width: 900, height: 800 }
const SLOWDOWN = 4
const HOST_ROUNDS = 5
/** What it does by itself after it has painted shows too. */
const CALM_MS = 500
const EMPTY =
  '<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><main></main></html>'
/** A title for the page around is its host's to write. */
const OF_THE_PAGE = ['page-has-heading-one']

/** A component that does not load within the limit has no elements and takes no further message. */
export function measureThread(launch: Launch, url: string, count: number): Promise<Threads> {
  return inBrowser(launch, async (browser) => {
    const page = await open(browser, url)
    const loaded = await within(LOAD_LIMIT_MS, call(page, 'load', count))
    if (!loaded) return { loadMs: Number.POSITIVE_INFINITY, elements: Number.NaN, appendMs: Number.NaN }
    const elements = await page.evaluate(countAll)
    return { loadMs: loaded.ms, elements, appendMs: await measureAppend(page) }
  })
}

async function measureAppend(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const busyMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const samples: number[] = []
  while (samples.length < APPENDS) {
    const before = await busyMs()
    const appended = await within(APPEND_LIMIT_MS, call(page, 'append', 1))
    if (!appended) return Number.POSITIVE_INFINITY
    samples.push((await busyMs()) - before)
    if (appended.ms > SLOW_MS) break
  }
  return quantile(samples, 0.5)
}

/** Violations of a strict policy while 50 messages load and one more comes in, and whether they show at all under it. */
export function underStrictPolicy(launch: Launch, url: string): Promise<Strictness> {
  return inBrowser(launch, async (browser) => {
    const page = await open(browser, url, STRICT)
    const shown = call(page, 'load', CHECKED).then(() => call(page, 'append', 1))
    // A component that cannot start throws: then nothing shows either.
    const shows = (await within(STRICT_PATIENCE_MS, shown).catch(() => null)) !== null
    const violations = await page.evaluate(
      () => (window as unknown as { violated: string[] }).violated.length,
    )
    return { violations, shows }
  })
}

/** Rules that axe finds broken in a thread of 50 messages, and in how many places. */
export function accessibility(launch: Launch, url: string): Promise<Barriers> {
  return inBrowser(launch, async (browser) => {
    const page = await open(browser, url)
    if (!(await within(SMALL_LIMIT_MS, call(page, 'load', CHECKED)))) throw new Error('nothing to look at')
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode(true)
      .disableRules(OF_THE_PAGE)
      .analyze()
    return { rules: violations.length, places: violations.reduce((sum, { nodes }) => sum + nodes.length, 0) }
  })
}

/** `show` leads an empty tab to the page, until what is on it is drawn. */
export type Show = (page: Page) => Promise<unknown>

/** Of a built peer's page. */
export const showThread =
  (url: string): Show =>
  async (page) => {
    await page.goto(url)
    await page.waitForFunction(() => 'bench' in window)
    if (!(await within(SMALL_LIMIT_MS, call(page, 'load', CHECKED)))) throw new Error('nothing to measure')
  }

/** In turns with an empty page, so that a busy moment of the machine falls on both. */
export function hostCost(launch: Launch, url: string, show: Show): Promise<HostCost> {
  const showEmpty: Show = async (page) => {
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: EMPTY }))
    await page.goto(url)
  }
  return inBrowser(launch, async (browser) => {
    const over: HostCost[] = []
    // The first round warms up.
    for (let round = 0; round <= HOST_ROUNDS; round++) {
      const [none, own] = [await costOf(browser, url, showEmpty), await costOf(browser, url, show)]
      if (round > 0)
        over.push({ blockingMs: own.blockingMs - none.blockingMs, busyMs: own.busyMs - none.busyMs })
    }
    const middle = (of: keyof HostCost) =>
      quantile(
        over.map((each) => each[of]),
        0.5,
      )
    return { blockingMs: Math.max(0, middle('blockingMs')), busyMs: middle('busyMs') }
  })
}

/** By two visits: a trace is work of the same thread. */
async function costOf(browser: Browser, url: string, show: Show): Promise<HostCost> {
  const use = async (page: Page) => {
    await show(page)
    await page.waitForTimeout(CALM_MS)
  }
  const busyMs = await visit(browser, VIEW, async (page, cdp) => {
    const threadTime = await countThreadTime(cdp)
    await use(page)
    return await threadTime()
  })
  const trace = await visit(browser, VIEW, async (page) => {
    await browser.startTracing(page, { categories: CATEGORIES })
    await use(page)
    return await browser.stopTracing()
  })
  return { busyMs: SLOWDOWN * busyMs, blockingMs: workOf(trace, url, SLOWDOWN).blockingMs }
}

/** A page that is busy for minutes cannot be closed; its browser can be ended. */
async function inBrowser<T>(launch: Launch, measure: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launch()
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}

/** Null when it takes longer; what it comes to afterwards is nobody's business. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs)
  })
  work.catch(() => {})
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function open(browser: Browser, url: string, policy?: string): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEW })
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
  // Under a policy some never get there.
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

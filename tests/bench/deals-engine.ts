/** The list of deals in this process and in a real Chromium: reading it, changing a filter, counting, heaping up; and what it weighs. */
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright'
import { build } from 'vite'
import { launch } from '#tests/support/browser.ts'
import { makeDeals } from './deals/make-deals.ts'
import { type Measured, measureDeals } from './deals/measure-deals.ts'
import { ms, publish, thousands, times } from './report.ts'
import { serveFolder } from './serve-folder.ts'

const SIZES = [57_120, 100_000, 500_000] as const
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const OUT = `${ROOT}dist/bench-deals`

interface Weighed {
  readonly table: number
  readonly objects: number
}

export async function benchDealsEngine(): Promise<void> {
  await buildPage()
  const site = await serveFolder(OUT, 'deals.html')
  const browser = await launch()
  try {
    const measured: [string, Measured][] = []
    const weighed: [number, Weighed][] = []
    for (const count of SIZES) {
      measured.push(['Node', measureDeals(JSON.stringify(makeDeals(count)))])
      measured.push(['Chromium', await measureInPage(browser, site.url, count)])
      weighed.push([count, await weigh(browser, site.url, count)])
    }
    reportFilters(measured, weighed)
    reportRest(measured)
  } finally {
    await browser.close()
    site.close()
  }
}

const buildPage = () =>
  build({
    configFile: false,
    logLevel: 'error',
    root: `${ROOT}tests/bench/deals`,
    build: {
      outDir: OUT,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: `${ROOT}tests/bench/deals/deals.html` },
    },
  })

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(600_000)
  await page.goto(url)
  await page.waitForFunction(() => 'dealsBench' in window)
  return page
}

async function measureInPage(browser: Browser, url: string, count: number): Promise<Measured> {
  const page = await openPage(browser, url)
  const measured = await page.evaluate((n) => window.dealsBench.measure(n), count)
  await page.close()
  return measured
}

/** Bytes of each form once nothing more can be collected, typed memory included. */
async function weigh(browser: Browser, url: string, count: number): Promise<Weighed> {
  const page = await openPage(browser, url)
  const session = await page.context().newCDPSession(page)
  const held = async (form: 'nothing' | 'table' | 'objects'): Promise<number> => {
    await page.evaluate(([which, n]) => window.dealsBench.hold(which, n), [form, count] as const)
    return heapOf(session)
  }
  const nothing = await held('nothing')
  const table = (await held('table')) - nothing
  const objects = (await held('objects')) - nothing
  await page.close()
  return { table, objects }
}

async function heapOf(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const usage: { usedSize: number; backingStorageSize?: number } = await session.send('Runtime.getHeapUsage')
  return usage.usedSize + (usage.backingStorageSize ?? 0)
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

function reportFilters(measured: readonly [string, Measured][], weighed: readonly [number, Weighed][]): void {
  publish({
    id: 'deals-engine',
    title: 'Filtering the deals',
    command: 'npm run bench -- deals',
    note: 'One change is one step of the price slider, combined with eight other filters, with the result sorted by score: script time, median and worst of 60 steps. The reference filters and sorts an array with one object per deal in the same run, and finds the same deals. A frame at 60 Hz takes 16.7 ms. Memory is what Chromium retains of the list in each form after garbage collection.',
    head: ['Deals', 'Runtime', 'One change', 'worst', 'First', 'Objects', 'speedup', 'Memory', 'vs. objects'],
    rows: measured.map(([where, { count, ms: took }]) => {
      const weight = where === 'Chromium' ? weighed.find(([n]) => n === count)?.[1] : undefined
      return [
        thousands(count),
        where,
        ms(took.change),
        ms(took.worst),
        ms(took.first),
        ms(took.plain),
        times(took.plain / took.change),
        ...(weight ? [megabytes(weight.table), times(weight.table / weight.objects)] : ['', '']),
      ]
    }),
  })
}

function reportRest(measured: readonly [string, Measured][]): void {
  publish({
    id: 'deals-rest',
    title: 'Loading the deals, facet counts, the map',
    command: 'npm run bench -- deals',
    note: 'JSON is `JSON.parse` alone. Columns is the additional time for typed columns, and Objects is the additional time for one object per deal instead. New order sorts all deals once; later filters reuse the order. The first search normalizes all texts, and later searches use the normalized texts. Clusters are those of all deals in view at zoom 4. Dots are the deals of a metropolitan area at zoom 10.',
    head: [
      'Deals',
      'Runtime',
      'JSON',
      'Columns',
      'Objects',
      'New order',
      'Counts',
      'Histogram',
      'First search',
      'Search',
      'Clusters',
      'Dots',
    ],
    rows: measured.map(([where, { count, ms: took }]) => [
      thousands(count),
      where,
      ms(took.json),
      ms(took.parse),
      ms(took.objects),
      ms(took.sort),
      ms(took.facets),
      ms(took.histogram),
      ms(took.firstText),
      ms(took.text),
      ms(took.clusters),
      ms(took.dots),
    ]),
  })
}

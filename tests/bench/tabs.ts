/** How long the one socket of three tabs is in nobody's hands: the tab that holds it is closed, crashes, or stops without a word. */
import type { Browser, Page } from 'playwright'
import { buildPages } from '#demo/build-pages.ts'
import { launch } from '#tests/support/browser.ts'
import { type HostSite, openHostSite } from './host-page/site.ts'
import { ms, publish, quantile, times } from './report.ts'

interface Case {
  name: string
  rounds: number
  /** The socket's holder goes. */
  end(page: Page): Promise<unknown>
}

const CASES: readonly Case[] = [
  { name: 'Closed', rounds: 15, end: (page) => page.close() },
  { name: 'Crashed', rounds: 15, end: (page) => page.goto('chrome://crash').catch(() => null) },
  { name: 'Stopped without notice', rounds: 5, end: stop },
]

export async function benchTabs(): Promise<void> {
  await buildPages({ only: ['widget'], onProgress: (line) => process.stdout.write(`${line}\n`) })
  const site = await openHostSite()
  const browser = await launch()
  const dials: number[] = []
  try {
    const rows: string[][] = []
    for (const each of CASES) {
      const taken: number[] = []
      for (let round = 0; round < each.rounds; round++) {
        const { dialMs, handOverMs } = await measure(browser, site, each)
        dials.push(dialMs)
        taken.push(handOverMs)
      }
      const [middle, late] = [quantile(taken, 0.5), quantile(taken, 0.95)]
      rows.push([each.name, ms(middle), ms(late), times(middle / quantile(dials, 0.5))])
    }
    report(rows, quantile(dials, 0.5))
  } finally {
    await browser.close()
    await site.close()
  }
}

/** `dialMs` is the reference: a tab that comes alone, from its list's answer until its socket is joined. */
async function measure(browser: Browser, site: HostSite, { end }: Case) {
  const context = await browser.newContext()
  const holder = await context.newPage()
  const [isListed, isLive] = [site.called('/chats'), site.called('joined')]
  await holder.goto(site.page('tag'))
  await isListed
  const listedAtMs = performance.now()
  await isLive
  const dialMs = performance.now() - listedAtMs
  for (let others = 1; others <= 2; others++) {
    const other = await context.newPage()
    await other.goto(site.page('tag'))
    await other.waitForFunction(isWaiting, others)
  }
  const isBack = site.called('joined')
  const fromMs = performance.now()
  const gone = end(holder).catch(() => null)
  await isBack
  const handOverMs = performance.now() - fromMs
  await context.close()
  await gone
  return { dialMs, handOverMs }
}

/** Runs in the page: so many tabs wait for their turn. */
async function isWaiting(count: number): Promise<boolean> {
  const { pending = [] } = await navigator.locks.query()
  return pending.filter(({ name }) => name?.includes(' line ')).length === count
}

/** As a debugger does it: the page keeps its lock and its socket, and runs no more. */
async function stop(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Debugger.enable')
  await debug.send('Debugger.pause')
  // It stops with the next statement that runs.
  void page.evaluate(() => 0).catch(() => null)
}

function report(rows: string[][], dialMs: number): void {
  publish({
    id: 'tabs',
    title: 'Handover of a socket that three tabs share',
    command: 'npm run bench -- tabs',
    note: `Three tabs of one browser, with the backend on the same machine. Measured from the close call on the tab that has the socket until the next tab has connected and joined the channel. After that, every tab fetches what it missed. The reference in the same run is a tab that opens alone: ${ms(dialMs)} from its list to its joined socket, including the time to fetch the code of the socket. A tab that stops without notice is checked every five seconds and has two seconds to answer. A browser that freezes a page notifies it first, so that case is like a closed tab.`,
    head: ['The tab with the socket', 'Median', 'p95', 'vs. first connection'],
    rows,
  })
}

/**
 * The thread in a real Chromium: opening it with n messages in the store, loading them all, elements in the thread, the cost of
 * one more message; beside it the same messages in a plain React list, in the same run. Builds dist/bench/thread.html first.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { launch } from '#tests/support/browser.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'
import { serveFolder } from './serve-folder.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** A plain list beyond this takes minutes and shows nothing new. */
const PLAIN_LIMIT = 10_000
/** Delivered in one go, so that the wait for a frame is shared and the work of one message shows. */
const APPENDS_AT_ONCE = 100
const ROUNDS = 15
const OPENINGS = 5
/** To the first paint of a thread whose history is there. */
const OPEN_GOAL_MS = 400

interface Measured {
  /** Null where there is no store. */
  openMs: number | null
  loadMs: number
  elements: number
  appendMs: number
}

interface Bench {
  load(n: number): Promise<unknown>
  append(k: number): Promise<unknown>
  scroller(): HTMLElement
}

declare global {
  interface Window {
    bench: Bench
    heldThread: { fill(count: number): Promise<void>; open(): Promise<{ ms: number }> }
    reference: Bench
  }
}

export async function benchThread(): Promise<void> {
  execFileSync(
    'npx',
    ['vite', 'build', '-c', 'vite.widget.config.ts', '--mode', 'bench', '--logLevel', 'error'],
    { cwd: ROOT, stdio: 'inherit' },
  )
  const site = await serveFolder(join(ROOT, 'dist/bench'), 'thread.html')
  const browser = await launch()
  try {
    const ours = new Map<number, Measured>()
    for (const n of [1_000, 10_000, 100_000]) ours.set(n, await measure(browser, site.url, 'bench', n))
    const plain = new Map<number, Measured>()
    for (const n of [1_000, PLAIN_LIMIT]) plain.set(n, await measure(browser, site.url, 'reference', n))
    report(ours, plain)
  } finally {
    await browser.close()
    site.close()
  }
}

async function measure(
  browser: Browser,
  url: string,
  which: 'bench' | 'reference',
  n: number,
): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 900, height: 800 } })
  page.setDefaultTimeout(600_000)
  await page.goto(url)
  await page.waitForFunction((name) => name in window, which)
  const openMs = which === 'bench' ? await opening(page, n) : null
  const loadMs = await timed(page, which, 'load', n)
  const elements = await page.evaluate(
    (name) => window[name].scroller().getElementsByTagName('*').length,
    which,
  )
  const samples: number[] = []
  for (let i = 0; i < ROUNDS; i++)
    samples.push((await timed(page, which, 'append', APPENDS_AT_ONCE)) / APPENDS_AT_ONCE)
  await page.close()
  return { openMs, loadMs, elements, appendMs: quantile(samples, 0.5) }
}

/** The median of a few, the first of which a person would see too. */
async function opening(page: Page, n: number): Promise<number> {
  await page.evaluate((count) => window.heldThread.fill(count), n)
  const samples: number[] = []
  for (let i = 0; i < OPENINGS; i++) samples.push((await page.evaluate(() => window.heldThread.open())).ms)
  return quantile(samples, 0.5)
}

/** Milliseconds in the page from the call to the next frame after it resolved. */
function timed(
  page: Page,
  which: 'bench' | 'reference',
  action: 'load' | 'append',
  n: number,
): Promise<number> {
  return page.evaluate(
    async ([name, call, count]) => {
      const start = performance.now()
      await window[name][call](count)
      return performance.now() - start
    },
    [which, action, n] as const,
  )
}

function report(ours: Map<number, Measured>, plain: Map<number, Measured>): void {
  const base = ours.get(1_000)
  const rows = [...ours].map(([n, it]) => {
    const other = plain.get(n)
    return [
      thousands(n),
      ms(it.openMs ?? Number.NaN),
      times((it.openMs ?? Number.NaN) / OPEN_GOAL_MS),
      ms(it.loadMs),
      String(it.elements),
      ms(it.appendMs),
      times(it.appendMs / (base?.appendMs ?? Number.NaN)),
      other ? times(other.loadMs / it.loadMs) : '',
      other ? thousands(other.elements) : '',
      other ? times(other.appendMs / it.appendMs) : '',
    ]
  })
  publish({
    id: 'thread',
    title: 'Thread',
    command: 'npm run bench -- thread',
    note: 'Open is the time from the first render to the painted end of a thread whose whole history is in the store. The goal is 400 ms. Load is the time from the call to the painted end of the thread, with all messages fetched through the widget’s own store from an in-page transport. One more is one hundredth of the time from arrival to paint of 100 live messages that arrive at once, as the median of 15 rounds. The plain list renders every message. Its load and one more are ratios to those of the messenger.',
    head: [
      'Messages',
      'Open',
      'vs. goal',
      'Load',
      'Elements',
      'One more',
      'vs. 1,000',
      'Plain list: load',
      'elements',
      'one more',
    ],
    rows,
  })
}

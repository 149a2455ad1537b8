/**
 * What the messenger costs the page it is on, in a real Chromium slowed down four times: main thread time over an empty page in
 * the same run, and how long others are kept waiting by it.
 */
import type { Browser } from 'playwright'
import { buildPages } from '#demo/build-pages.ts'
import { launch } from '#tests/support/browser.ts'
import { CATEGORIES, type Work, workOf } from './host-page/main-thread.ts'
import { CONVERSATIONS, type HostSite, openHostSite, type Way } from './host-page/site.ts'
import { ms, publish, quantile, times } from './report.ts'

const SLOWDOWN = 4
const ROUNDS = 7
/** After the last thing that is waited for: what else it does by itself shows in the trace too. */
const CALM_MS = 1500
const VIEW = { width: 1280, height: 800 }
const LAUNCHER = { x: VIEW.width - 24 - 28, y: VIEW.height - 24 - 28 }

interface Case {
  name: string
  way: Way
  /** The launcher is pressed. */
  isOpened?: boolean
  /** Of the issue: blocking, busy. */
  goal?: readonly [blockingMs: number, busyMs: number | null]
}

const EMPTY: Case = { name: 'Empty page', way: 'empty' }
const CASES: readonly Case[] = [
  { name: 'Loader, classic script', way: 'loader', goal: [0, 15] },
  { name: 'Loader, module', way: 'module', goal: [0, 15] },
  { name: 'Loader, messenger opened', way: 'loader', isOpened: true, goal: [50, null] },
  { name: 'Tag on the page', way: 'tag', goal: [50, null] },
]

export async function benchHostPage(): Promise<void> {
  await buildPages({ only: ['widget'], onProgress: (line) => process.stdout.write(`${line}\n`) })
  const site = await openHostSite()
  const browser = await launch()
  try {
    const works = new Map<Case, Work[]>()
    // In turns, so that a busy moment of the machine falls on all alike. The first round warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const each of [EMPTY, ...CASES]) {
        const work = await measure(browser, site, each)
        if (round > 0) works.set(each, [...(works.get(each) ?? []), work])
      }
    report(works)
  } finally {
    await browser.close()
    await site.close()
  }
}

async function measure(browser: Browser, site: HostSite, { way, isOpened }: Case): Promise<Work> {
  const context = await browser.newContext({ viewport: VIEW })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await browser.startTracing(page, { categories: CATEGORIES })
  const isReady = site.called(way === 'tag' ? 'joined' : way === 'empty' ? '/empty' : '/auth/user')
  await page.goto(site.page(way))
  await isReady
  await page.waitForTimeout(CALM_MS)
  if (isOpened) {
    const isLive = site.called('joined')
    const press = { ...LAUNCHER, button: 'left', clickCount: 1 } as const
    await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...LAUNCHER })
    await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press })
    await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press })
    await isLive
    await page.waitForTimeout(CALM_MS)
  }
  const trace = await browser.stopTracing()
  await context.close()
  return workOf(trace, site.page(way))
}

function report(works: Map<Case, Work[]>): void {
  const middle = (each: Case, of: (work: Work) => number) => quantile((works.get(each) ?? []).map(of), 0.5)
  const busy = (each: Case) => middle(each, (work) => work.busyMs)
  const blocked = (each: Case) => middle(each, (work) => work.blockingMs)
  const rows = CASES.map((each) => {
    const blocking = Math.max(0, blocked(each) - blocked(EMPTY))
    const over = busy(each) - busy(EMPTY)
    const [blockingGoal, busyGoal = null] = each.goal ?? []
    return [
      each.name,
      ms(blocking),
      blockingGoal === undefined ? '' : `${blockingGoal} ms`,
      ms(over),
      busyGoal === null ? '' : `${busyGoal} ms`,
      times(busy(each) / busy(EMPTY)),
      ms(middle(each, (work) => work.longestMs)),
    ]
  })
  publish({
    id: 'host-page',
    title: 'What it costs the host page',
    command: 'npm run bench -- host-page',
    note: `Main thread of a plain page at ${SLOWDOWN}x CPU throttle, median of ${ROUNDS} rounds in turns. Time is that of the thread’s processor, as the throttle counts it. Blocking is what tasks take beyond 50 ms each, busy is all tasks from the navigation on; both less those of an empty page in the same run (${ms(blocked(EMPTY))} and ${ms(busy(EMPTY))}). An opened messenger shows ${CONVERSATIONS} conversations and has its socket joined.`,
    head: [
      'Page',
      'Blocking',
      'goal',
      'Busy over an empty page',
      'goal',
      'to the empty page',
      'Longest task',
    ],
    rows,
  })
}

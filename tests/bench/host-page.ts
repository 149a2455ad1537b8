/**
 * What the messenger costs the page it is on, in a real Chromium four times slower than this machine: main thread time over an empty
 * page in the same run, and how long others are kept waiting by it.
 */
import type { Browser, CDPSession, Page } from 'playwright'
import { buildPages } from '#demo/build-pages.ts'
import { launch } from '#tests/support/browser.ts'
import { CATEGORIES, type Work, workOf } from './host-page/main-thread.ts'
import { CONVERSATIONS, type HostSite, openHostSite, type Way } from './host-page/site.ts'
import { countThreadTime } from './host-page/thread-time.ts'
import { visit } from './host-page/visit.ts'
import { ms, publish, quantile, times } from './report.ts'

const SLOWDOWN = 4
const ROUNDS = 7
/** Of the shortest times, which vary most for what they are. */
const FULL_SPEED_VISITS = 3
/** After the last thing that is waited for: what else it does by itself shows too. */
const CALM_MS = 1000
const VIEW = { width: 1280, height: 800 }
const LAUNCHER = { x: VIEW.width - 24 - 28, y: VIEW.height - 24 - 28 }

interface Case {
  name: string
  way: Way
  /** The launcher is pressed. */
  isOpened?: boolean
  /** Blocking, busy; null where any will do. */
  goal?: readonly [blockingMs: number, busyMs: number | null]
}

const EMPTY: Case = { name: 'Empty page', way: 'empty' }
const CASES: readonly Case[] = [
  { name: 'Loader, classic script', way: 'loader', goal: [0, 15] },
  { name: 'Loader, module', way: 'module', goal: [0, 15] },
  { name: 'Loader, messenger opened', way: 'loader', isOpened: true, goal: [50, null] },
  { name: 'Tag on the page', way: 'tag', goal: [50, null] },
  { name: 'Tag with a conversation open', way: 'thread', goal: [50, null] },
]
/** What of the loader no drawing of it could save. */
const PARTS: readonly Case[] = [
  { name: 'For comparison: a one-line script', way: 'line' },
  { name: 'For comparison: the two requests for the badge, without a launcher', way: 'questions' },
]
/** What is asked for last, or tells that the socket has joined. */
const LAST_CALL: Record<Way, string> = {
  empty: '/empty',
  line: '/line.js',
  tag: 'joined',
  thread: 'joined',
  questions: '/auth/user',
  loader: '/auth/user',
  module: '/auth/user',
}

/** What one round says of a case. */
interface Figures {
  /** Processor time of all tasks at full speed, times four, for each visit. */
  busyMs: number[]
  /** The same under the browser's throttle, taken as it is. */
  throttledMs: number
  /** By a trace at full speed, times four. */
  work: Work
}

export async function benchHostPage(): Promise<void> {
  await buildPages({ only: ['widget'], onProgress: (line) => process.stdout.write(`${line}\n`) })
  const site = await openHostSite()
  const browser = await launch()
  try {
    const all = new Map<Case, Figures[]>()
    // In turns, so that a busy moment of the machine falls on all alike. The first round warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const each of [EMPTY, ...PARTS, ...CASES]) {
        const figures = await measure(browser, site, each)
        if (round > 0) all.set(each, [...(all.get(each) ?? []), figures])
      }
    report(all)
  } finally {
    await browser.close()
    await site.close()
  }
}

async function measure(browser: Browser, site: HostSite, each: Case): Promise<Figures> {
  const watched = { site, each }
  const throttledMs = await visit(browser, VIEW, async (page, cdp) => {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    return await threadTimeOf(page, cdp, watched)
  })
  const busyMs: number[] = []
  for (let at = 0; at < FULL_SPEED_VISITS; at++)
    busyMs.push(SLOWDOWN * (await visit(browser, VIEW, (page, cdp) => threadTimeOf(page, cdp, watched))))
  const trace = await visit(browser, VIEW, async (page, cdp) => {
    await browser.startTracing(page, { categories: CATEGORIES })
    await use(page, cdp, watched)
    return await browser.stopTracing()
  })
  return {
    busyMs,
    throttledMs,
    work: workOf(trace, site.page(each.way), SLOWDOWN),
  }
}

interface Watched {
  site: HostSite
  each: Case
}

async function threadTimeOf(page: Page, cdp: CDPSession, watched: Watched): Promise<number> {
  const threadTime = await countThreadTime(cdp)
  await use(page, cdp, watched)
  return await threadTime()
}

/** Until it has nothing more to do. */
async function use(page: Page, cdp: CDPSession, { site, each }: Watched): Promise<void> {
  const isReady = site.called(LAST_CALL[each.way])
  await page.goto(site.page(each.way))
  await isReady
  await page.waitForTimeout(CALM_MS)
  if (!each.isOpened) return
  const isLive = site.called('joined')
  const press = { ...LAUNCHER, button: 'left', clickCount: 1 } as const
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...LAUNCHER })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press })
  await isLive
  await page.waitForTimeout(CALM_MS)
}

function report(all: Map<Case, Figures[]>): void {
  const middle = (each: Case, of: (figures: Figures) => number | number[]) =>
    quantile((all.get(each) ?? []).flatMap(of), 0.5)
  const busy = (each: Case) => middle(each, ({ busyMs }) => busyMs)
  const blocked = (each: Case) => middle(each, ({ work }) => work.blockingMs)
  const throttled = (each: Case) => middle(each, ({ throttledMs }) => throttledMs)
  const rows = [...CASES, ...PARTS].map((each) => {
    const [blockingGoal, busyGoal = null] = each.goal ?? []
    return [
      each.name,
      ms(Math.max(0, blocked(each) - blocked(EMPTY))),
      blockingGoal === undefined ? '' : `${blockingGoal} ms`,
      ms(busy(each) - busy(EMPTY)),
      busyGoal === null ? '' : `${busyGoal} ms`,
      times(busy(each) / busy(EMPTY)),
      ms(middle(each, ({ work }) => work.longestMs)),
      ms(throttled(each) - throttled(EMPTY)),
    ]
  })
  publish({
    id: 'host-page',
    title: 'Cost for the host page',
    command: 'npm run bench -- host-page',
    note: [
      `Main thread of a plain page on a processor ${SLOWDOWN} times slower than this one: median of ${ROUNDS} rounds in turn, minus the value of an empty page in the same run. An opened messenger shows ${CONVERSATIONS} conversations and has joined its socket. An open conversation shows 50 messages.`,
      `Busy is the processor time of all tasks of the thread from the start of the navigation, as the browser counts it at full speed, multiplied by ${SLOWDOWN}, with ${FULL_SPEED_VISITS} visits per round. An empty page takes ${ms(busy(EMPTY))}. Blocking is the time that tasks take beyond 50 ms each, from a trace of another visit, also multiplied by ${SLOWDOWN}. An empty page has ${ms(blocked(EMPTY))}. The last column is busy under the browser’s own ${SLOWDOWN}x throttle, not multiplied. That throttle delays the thread by wall-clock time, so it includes what other programs take meanwhile. Under it an empty page takes ${ms(throttled(EMPTY))}, which is ${times((SLOWDOWN * throttled(EMPTY)) / busy(EMPTY))} of full speed instead of ${times(SLOWDOWN)}.`,
    ].join('\n\n'),
    head: [
      'Page',
      'Blocking',
      'goal',
      'Busy over an empty page',
      'goal',
      'vs. empty page',
      'Longest task',
      'Busy under the browser’s throttle',
    ],
    rows,
  })
}

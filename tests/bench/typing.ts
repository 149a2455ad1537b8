/**
 * Typing in the boxes for places and companies, in a real Chromium against a whole demo world: from the end of the debounce to the
 * painted list. Beside it, in the same page and run, the bare call: `fetch` and its JSON, with nothing drawn.
 */
import type { Locator, Page } from 'playwright'
import { buildPages } from '#demo/build-pages.ts'
import { COMPANY_SEARCH_DEBOUNCE_MS, PLACE_SEARCH_DEBOUNCE_MS } from '#shared/contract/limits.ts'
import { launch, person } from '#tests/support/browser.ts'
import { solveCaptchaAt } from '#tests/support/captcha.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'

const COMPANIES = 20_000
/** A list is on screen within this time of the debounce, at p50. */
const GOAL_MS = 50
const ROUNDS = 3
/** Typed letter by letter in turns, so that each list differs from the one before. */
const PLACES = ['houston', 'galveston', 'bayamon']
const NAMES = ['houston prop', 'whitfield ho', 'bluebonnet f']

interface Box {
  name: string
  words: readonly string[]
  /** Shorter texts are not searched for. */
  minLength: number
  debounceMs: number
  path: string
  input: (page: Page) => Locator
  /** From the first dialog of the set-up to the box. */
  open: string
}

const BOXES: readonly Box[] = [
  {
    name: 'places',
    words: PLACES,
    minLength: 1,
    debounceMs: PLACE_SEARCH_DEBOUNCE_MS,
    path: '/customer/api/geo/locations?q=',
    input: (page) => page.getByRole('combobox', { name: 'Target locations' }),
    open: 'Or, set up my buy box manually',
  },
  {
    name: 'companies',
    words: NAMES,
    minLength: 2,
    debounceMs: COMPANY_SEARCH_DEBOUNCE_MS,
    path: '/customer/api/companies/search?q=',
    input: (page) => page.getByRole('combobox', { name: 'LLC or Trust Name' }),
    open: 'Create My Smart Buy Box',
  },
]

export async function benchTyping(): Promise<void> {
  await buildPages({ onProgress: (line) => process.stdout.write(`${line}\n`) })
  const world = await startWorld({ companies: COMPANIES })
  const browser = await launch()
  try {
    await confirmPhone(world)
    const rows: string[][] = []
    for (const box of BOXES) {
      const { context, page } = await person(browser, { reducedMotion: 'no-preference' })
      await logIn(world, page)
      rows.push(rowOf(box, await measure(page, box)))
      await context.close()
    }
    publish({
      id: 'typing',
      title: 'Typing in the search boxes',
      command: 'npm run bench -- typing',
      note: `In a real browser with a demo world on PGlite with ${thousands(COMPANIES)} companies. The time is from the end of the debounce after typing to the painted list, for ${PLACES.length} places and ${NAMES.length} names typed letter by letter in turn, ${ROUNDS} times. The bare call is \`fetch\` and JSON parsing in the same page, for the same letters. The goal is ${GOAL_MS} ms at p50.`,
      head: ['Box', 'p50', 'p99', 'vs. goal', 'Bare call p50', 'vs. bare call'],
      rows,
    })
  } finally {
    await browser.close()
    await world.stop()
  }
}

interface Measured {
  list: number[]
  bare: number[]
}

function rowOf({ name }: Box, { list, bare }: Measured): string[] {
  const [p50, bareP50] = [quantile(list, 0.5), quantile(bare, 0.5)]
  return [name, ms(p50), ms(quantile(list, 0.99)), times(p50 / GOAL_MS), ms(bareP50), times(p50 / bareP50)]
}

/** The third buyer has nothing set up, so that the boxes open by themselves once the phone is confirmed. */
async function confirmPhone(world: TestWorld): Promise<void> {
  const { db } = world.server.database
  await db
    .updateTable('customer_phones')
    .set({ confirmed_at: new Date() })
    .where('customer_id', '=', (eb) =>
      eb.selectFrom('customers').select('id').where('email', '=', world.logins.buyer3.email),
    )
    .execute()
}

async function logIn(world: TestWorld, page: Page): Promise<void> {
  const { email, password } = world.logins.buyer3
  const data = { email, password, recaptcha_token: await solveCaptchaAt(world.url) }
  const reply = await page.context().request.post(`${world.url}/login`, { data })
  if (!reply.ok()) throw new Error(`The log in was answered ${reply.status()}.`)
  // tsx writes this helper into every function; a function that runs in the page has to find it there.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await page.addInitScript(watchDebounce)
  await page.goto(world.url)
}

async function measure(
  page: Page,
  { words, minLength, debounceMs, path, input, open }: Box,
): Promise<Measured> {
  await page.getByRole('button', { name: open, exact: true }).click()
  const box = input(page)
  await box.waitFor()
  const texts = inTurns(words).filter((text) => text.length >= minLength)
  const [list, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++)
    for (const text of texts) {
      await page.evaluate((delay) => window.armList(delay), debounceMs)
      await box.fill(text)
      const took = await page.evaluate(() => window.listShown)
      const alone = await page.evaluate(bareCall, path + encodeURIComponent(text))
      // The first round warms up.
      if (round === 0) continue
      list.push(took)
      bare.push(alone)
    }
  return { list, bare }
}

/** `h`, `g`, `b`, `ho`, `ga`, `ba` …, as far as every word goes: the same word twice in a row may find the same list. */
function inTurns(words: readonly string[]): string[] {
  const shortest = Math.min(...words.map((word) => word.length))
  return Array.from({ length: shortest }, (_, end) => words.map((word) => word.slice(0, end + 1))).flat()
}

declare global {
  interface Window {
    armList(debounceMs: number): void
    /** Milliseconds from the end of the last armed debounce to the painted list. */
    listShown: Promise<number>
  }
}

/** Runs in the page before its own code: notes when the timer of the debounce fires, and when the open list has changed and is painted. */
function watchDebounce() {
  let delay = -1
  let firedAt: number | null = null
  const ordinary = window.setTimeout.bind(window)
  const watched = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
    typeof run !== 'function' || ms !== delay
      ? ordinary(run, ms, ...rest)
      : ordinary(() => {
          firedAt = performance.now()
          run()
        }, ms)
  window.setTimeout = watched as typeof window.setTimeout
  window.armList = (debounceMs) => {
    delay = debounceMs
    firedAt = null
    window.listShown = new Promise((resolve, reject) => {
      ordinary(() => reject(new Error('The list has not changed for ten seconds.')), 10_000)
      const observer = new MutationObserver((changes) => {
        const from = firedAt
        const isList = ({ target }: MutationRecord) =>
          (target instanceof Element ? target : target.parentElement)?.closest('[role=listbox]')
        if (from === null || !changes.some(isList)) return
        observer.disconnect()
        // A message after a frame's callbacks arrives when that frame was painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - from)
          port2.postMessage(null)
        })
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
  }
}

/** Runs in the page. */
async function bareCall(path: string): Promise<number> {
  const startedAt = performance.now()
  const reply = await fetch(path, { headers: { Accept: 'application/json' } })
  await reply.json()
  return performance.now() - startedAt
}

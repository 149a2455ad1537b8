/** A real Chromium for browser tests: where it is, how it is started, and what went wrong on a page. */
import { accessSync, constants } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright'
import { CONSENT_VERSION } from '#marketplace/buyer/platform/consent.ts'
import { runFolder } from './shared-folder.ts'

/** The headless shell first: it has no windows, menus and tab strips to draw, which took a third of the tests' time. */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
] as const

export const WIDE = { width: 1440, height: 900 } as const
export const NARROW = { width: 390, height: 844 } as const

/** The browser's path: PLAT_CHROMIUM, else a system one, else undefined, which means Playwright's own. */
export function findBrowser(): string | undefined {
  return process.env.PLAT_CHROMIUM ?? SYSTEM_BROWSERS.find(isExecutable)
}

/** Names and addresses of other machines lead nowhere. Answers that a test gives in their place still work. */
const STAY_ON_MACHINE =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.*, EXCLUDE [::1]'

let shared: Promise<Browser> | null = null

/**
 * A headless browser; the caller closes it. In a test run all files of a worker share one, which ends with the worker: to close it
 * ends only the contexts that were opened by its caller.
 */
export async function launch(): Promise<Browser> {
  if (runFolder() === null) return start()
  if (!(await shared)?.isConnected()) shared = start()
  return lend(await (shared ?? start()))
}

function lend(browser: Browser): Browser {
  const contexts: BrowserContext[] = []
  return new Proxy(browser, {
    get(target, name) {
      if (name === 'close') return () => Promise.all(contexts.map((context) => context.close()))
      if (name === 'newContext')
        return async (options?: BrowserContextOptions) => {
          const context = await target.newContext(options)
          contexts.push(context)
          return context
        }
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

function start(): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      STAY_ON_MACHINE,
      // Chromium refuses to sandbox for root, the user of tests in a container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []),
    ],
  })
}

export interface Person {
  context: BrowserContext
  page: Page
  /** Uncaught errors, console errors and CSP violations so far. */
  pageErrors: string[]
}

/**
 * A new context with one page: one person at one device. Unless told otherwise it is wide, English, in Houston and without
 * motion, which is slow to draw without a graphics card. The person has refused cookies before; with `isAskedForConsent`
 * the marketplace asks.
 */
export async function person(
  browser: Browser,
  { isAskedForConsent = false, ...options }: BrowserContextOptions & { isAskedForConsent?: boolean } = {},
): Promise<Person> {
  const context = await browser.newContext({
    viewport: WIDE,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
    ...options,
  })
  if (!isAskedForConsent) await context.addInitScript(keepConsent, REFUSED)
  // A hang, not a delay: a busy machine takes ten times as long as a quiet one.
  context.setDefaultTimeout(60_000)
  const pageErrors: string[] = []
  const page = await context.newPage()
  collectPageErrors(page, pageErrors)
  return { context, page, pageErrors }
}

const REFUSED = consentOf({ analytics: false, marketing: false })

/** An answer to the question about cookies as the buyer app keeps it. */
export function consentOf(choices: { analytics: boolean; marketing: boolean }): string {
  return JSON.stringify({ version: CONSENT_VERSION, at: '2026-06-01T12:00:00.000Z', ...choices })
}

/** Runs in the page. A frame without an origin has no storage. */
function keepConsent(answer: string) {
  try {
    localStorage.setItem('plat.consent', answer)
  } catch {
    return
  }
}

/** Writes a page's errors into `trouble` from now on. A violation of the page's CSP is a console error too. */
export function collectPageErrors(page: Page, pageErrors: string[]): void {
  page.on('pageerror', (error) => pageErrors.push(`error: ${error.message}`))
  page.on('console', (line) => {
    if (line.type() === 'error') pageErrors.push(`console: ${line.text()}`)
  })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Holds requests for `url` back until the returned function is called. Then they go on, or fail when they are `lost`. */
export async function holdBack(page: Page, url: string | RegExp, then?: 'lost'): Promise<() => void> {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(url, async (route) => {
    await gate
    await (then === 'lost' ? route.abort() : route.fallback())
  })
  return letGo
}

/** Until the page of the deals has all of them: before, it shows the first ones, drawn by the server and then by the app. */
export async function wholeList(page: Page): Promise<void> {
  const first = page.locator('#first-page, [role=feed][aria-busy=true]')
  while ((await first.count()) > 0) await first.first().waitFor({ state: 'detached' })
}

/** Every page of `page-list.ts`, opened one after the other by whom it is for. */
import type { Browser, BrowserContext, Page, Request } from 'playwright'
import { collectPageErrors, person } from './browser.ts'
import { solveCaptchaAt } from './captcha.ts'
import { type Examples, emptyPages, type ListedPage, listPages, type Visitor } from './page-list.ts'

/** What the pages show: their own content, nothing of a new buyer's, or that the server went away before they were opened. */
const PAGES_STATES = ['full', 'empty', 'away'] as const
export type PagesState = (typeof PAGES_STATES)[number]

export const isPagesState = (text: string): text is PagesState => PAGES_STATES.some((one) => one === text)

export interface OpenSettings {
  browser: Browser
  url: string
  /** By key, with those of seller1 and staff1. */
  logins: Record<string, { email: string; password: string }>
  state?: PagesState
  /** Only pages whose name fits. */
  only?: RegExp
}

export interface OpenedPage {
  name: string
  page: Page
  /** Uncaught and console errors so far. */
  pageErrors: string[]
}

/** Each is closed when the next is asked for. Ends with an error where a page cannot be opened or a log in is refused. */
export async function* openPages(settings: OpenSettings): AsyncGenerator<OpenedPage> {
  const { browser, url, state = 'full', only = /./ } = settings
  const contexts = new Map<Visitor, BrowserContext>()
  const contextOf = async (who: Visitor) => {
    const known = contexts.get(who)
    if (known) return known
    const { context } = await person(browser, { baseURL: url })
    contexts.set(who, context)
    await logIn(context, who, settings)
    return context
  }
  try {
    const pages =
      state === 'empty'
        ? emptyPages()
        : listPages(await findExamples(await contextOf('buyer1'), await contextOf('seller1')))
    for (const listed of pages.filter(({ name }) => only.test(name))) {
      const page = await (await contextOf(listed.who)).newPage()
      const pageErrors: string[] = []
      collectPageErrors(page, pageErrors)
      const open = watchRequests(page)
      await (state === 'away' ? openAway(page, listed, open) : page.goto(listed.path))
      await settle(page, open)
      if (state === 'empty') await putOff(page, open)
      if (listed.tab) {
        await page
          .getByRole('navigation', { name: 'Console' })
          .getByRole('button', { name: listed.tab, exact: true })
          .click()
        await settle(page, open)
      }
      yield { name: listed.name, page, pageErrors }
      await page.close()
    }
  } finally {
    for (const context of contexts.values()) await context.close()
  }
}

/** The app has loaded when the server goes, and then somebody walks to the page. */
async function openAway(page: Page, { path }: ListedPage, open: OpenRequests): Promise<void> {
  const isMarketplace = !/^\/(seller|admin)\//.test(path)
  await page.goto(isMarketplace ? '/help' : path.replace(/#.*/, ''))
  await settle(page, open)
  await page.route('**', (route) => route.abort())
  const hash = path.split('#')[1]
  if (isMarketplace)
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  else if (hash)
    await page.evaluate((to) => {
      location.hash = to
    }, hash)
}

/** A new buyer is asked for a phone, which can wait, and for a buy box, which cannot: what stands behind it is looked at. */
async function putOff(page: Page, open: OpenRequests): Promise<void> {
  const later = page.getByRole('dialog').getByRole('button', { name: 'Later' })
  if (await later.isVisible()) await later.click()
  await settle(page, open)
  await page.evaluate(() => {
    for (const dialog of document.querySelectorAll('dialog'))
      dialog.style.setProperty('display', 'none', 'important')
  })
}

type OpenRequests = ReadonlySet<Request>

/** What a page has asked for and not been answered yet, from now on. */
function watchRequests(page: Page): OpenRequests {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Until the page has its heading or asks something, asks for nothing, has nothing to do and no skeleton, for some seconds at most. */
async function settle(page: Page, open: OpenRequests): Promise<void> {
  await page.waitForSelector('h1, dialog[open]', { state: 'attached', timeout: 15_000 }).catch(() => {})
  // What came may ask for more, once the page has worked on it.
  for (let looks = 0, quiet = 0; looks < 30 && quiet < 2; looks++) {
    quiet = open.size === 0 ? quiet + 1 : 0
    await page.waitForTimeout(50)
    await page.evaluate(idle).catch(() => {})
  }
  const isStill = () =>
    !document.querySelector('[aria-busy=true], [data-skeleton], #first-page, [role=feed]:not(:has(article))')
  await page.waitForFunction(isStill, undefined, { timeout: 10_000 }).catch(() => {})
}

/** Runs in the page. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: 500 })
  })
}

async function logIn(context: BrowserContext, who: Visitor, { url, logins }: OpenSettings): Promise<void> {
  if (who === 'nobody') return
  const { email, password } = logins[who] ?? { email: who, password: '' }
  const paths: Partial<Record<Visitor, string>> = {
    seller1: '/account/api/auth/login',
    staff1: '/admin/api/auth/login',
  }
  const data = { email, password, recaptcha_token: await solveCaptchaAt(url) }
  const reply = await context.request.post(paths[who] ?? '/login', { data })
  if (!reply.ok()) throw new Error(`The log in of ${who} was answered ${reply.status()}.`)
}

async function findExamples(buyer: BrowserContext, seller: BrowserContext): Promise<Examples> {
  const first = async (context: BrowserContext, path: string) =>
    (await (await context.request.get(path)).json()).data[0]
  const [offer, chat, deal] = await Promise.all([
    first(buyer, '/customer/api/offer'),
    first(seller, '/account/api/chats'),
    first(seller, '/account/api/properties'),
  ])
  return { deal: 1, account: 1, offer: offer.id, customer: chat.customer.id, ownDeal: deal.id, blast: 1 }
}

/** A server that goes away under a buyer and comes back: nothing breaks meanwhile, and what was pressed is done (checklist ERR-09). */
import type { BrowserContext, Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { holdBack, person, wholeList } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

afterEach(async () => {
  await Promise.all(opened.splice(0).map((context) => context.close()))
  await world.up()
})

const opened: BrowserContext[] = []

async function buyer(): Promise<Page> {
  const { context, page } = await person(browser, { baseURL: world.url })
  opened.push(context)
  await logIn(context, world)
  return page
}

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'Plat can’t be reached' })

const isKept = async (propertyId: number) => {
  const { db } = world.server.database
  const rows = await db.selectFrom('favourites').select('property_id').where('property_id', '=', propertyId)
  return (await rows.execute()).length
}

test('hearts, a deal and the offer dialog wait for the server, and arrive when it is back', async () => {
  const page = await buyer()
  const parts = page.waitForResponse('**/assets/background-parts-*.js')
  // The code of a deal, which is fetched ahead, does not come before the server is away.
  const code = '**/assets/deal-screen-*.js'
  const loseCode = await holdBack(page, code, 'lost')
  await page.goto('/deals')
  await (await parts).finished()
  await wholeList(page)
  const deals = page.getByRole('region', { name: 'Deals' })
  const first = deals.locator('button[aria-pressed="false"][aria-label^="Save "]').first()
  const name = (await first.getAttribute('aria-label')) as string
  const heart = page.getByRole('button', { name, exact: true })
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await world.down()
  loseCode()
  await heart.click()
  await strip(page).waitFor()
  await deals.getByRole('button', { name, exact: true, pressed: true }).waitFor()
  await deals.getByRole('article').filter({ has: heart }).getByRole('link').first().click()
  await page.waitForURL('**/property/**')
  const id = Number(/property\/(\d+)/.exec(page.url())?.[1])
  await strip(page).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Property', exact: true }).waitFor()
  await page.getByText('This page opens when Plat can be reached again.').waitFor()
  await page.unroute(code)

  await world.up()
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).waitFor()
  await strip(page).waitFor({ state: 'detached' })
  await expect.poll(() => isKept(id)).toBe(1)

  await world.down()
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).click()
  await strip(page).waitFor()
  expect(await page.getByRole('heading', { name: 'Internal Server Error' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Make an offer' }).filter({ visible: true }).waitFor()

  await world.up()
  await page
    .getByRole('dialog', { name: 'Make an offer' })
    .getByLabel('Offer price', { exact: true })
    .waitFor()
  await strip(page).waitFor({ state: 'detached' })
  expect(await page.getByText('New version').count()).toBe(0)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('read marks wait for the server, also after the page was closed, and arrive when it is back', async () => {
  const news = (title: string) =>
    ({ customer_id: 1, title, type: 'offer', key: title, url: '/news' }) as const
  const rows = [news('First news'), news('Second news')]
  await world.server.database.db.insertInto('notifications').values(rows).execute()
  const unread = async () => {
    const { db } = world.server.database
    const left = db.selectFrom('notifications').select('title').where('url', '=', '/news')
    return (await left.where('read_at', 'is', null).execute()).map(({ title }) => title)
  }
  const page = await buyer()
  await page.goto('/help')
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const mark = (title: string) => panel.getByRole('button', { name: `Mark as read: ${title}` })
  await mark('Second news').waitFor()
  await world.down()
  await mark('First news').click()
  await panel.getByRole('button', { name: 'Mark as unread: First news' }).waitFor()
  await strip(page).waitFor()
  expect(await panel.getByText('That could not be saved').count()).toBe(0)
  await world.up()
  await expect.poll(unread).toEqual(['Second news'])
  await strip(page).waitFor({ state: 'detached' })
  await world.down()
  await mark('Second news').click()
  await panel.getByRole('button', { name: 'Mark as unread: Second news' }).waitFor()
  await page.close()
  await world.up()
  await (await page.context().newPage()).goto('/help')
  await expect.poll(unread).toEqual([])
})

test('what fails is said while the server is away, though the code of toasts was never loaded', async () => {
  const page = await buyer()
  const parts = page.waitForResponse('**/assets/background-parts-*.js')
  await page.goto('/company/1')
  await (await parts).finished()
  const follow = page.getByRole('button', { name: /^Follow/ }).first()
  await follow.waitFor()
  await world.down()
  await follow.click()
  await page.getByRole('status').getByText('This did not work. Try again.').waitFor()
  await world.up()
})

test('in Messages one strip says that the server is away, and not the messenger too', async () => {
  const page = await buyer()
  await page.goto('/messenger')
  await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().waitFor()
  await expect.poll(() => world.buyerSockets('buyer1')).toBe(2)
  await world.down()
  const own = page.getByText("You're offline. Reconnecting…")
  await own.waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await strip(page).waitFor()
  await expect.poll(() => own.isVisible()).toBe(false)
  await world.up()
  await strip(page).waitFor({ state: 'detached' })
  await own.waitFor({ state: 'detached' })
})

const map = (page: Page) => page.locator('[data-map="ready"] [data-pin]').first()

test('a map whose code was not loaded says so while the server is away, and comes by itself', async () => {
  const page = await buyer()
  await page.goto('/deals?view=list')
  await wholeList(page)
  await world.down()
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await strip(page).waitFor()
  await page.getByText('The map appears when Plat can be reached again.').waitFor()
  await page.getByRole('region', { name: 'Deals' }).getByRole('article').first().waitFor()
  await world.up()
  await map(page).waitFor()
})

test('a map whose last part could not be loaded comes by itself when the server is back', async () => {
  const page = await buyer()
  const chunk = '**/assets/maplibre-adapter-*.js'
  const letGo = await holdBack(page, chunk)
  const asked = page.waitForRequest(chunk)
  await page.goto('/deals?view=map')
  await wholeList(page)
  await asked
  await world.down()
  letGo()
  await strip(page).waitFor()
  await page.getByText('The map appears when Plat can be reached again.').waitFor()
  await world.up()
  await map(page).waitFor()
})

test('a small map whose outlines could not be loaded is drawn when the server is back', async () => {
  const { context, page } = await person(browser, { baseURL: world.url })
  opened.push(context)
  const outlines = '**/assets/states-*.json'
  const letGo = await holdBack(page, outlines)
  const asked = page.waitForRequest(outlines)
  await page.goto('/')
  await asked
  await world.down()
  letGo()
  await strip(page).waitFor()
  await world.up()
  const paper = page.getByRole('img', { name: /^Deals in / })
  // One that was never drawn on has the default width.
  await expect.poll(() => paper.evaluate((canvas: HTMLCanvasElement) => canvas.width)).not.toBe(300)
})

test('pages that need the server say so while it is away, and nothing that is not known', async () => {
  const page = await buyer()
  await page.goto('/profile')
  await page.getByText(/^\d of 6 in place\./).waitFor()
  await goTo(page, '/help')
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()

  await world.down()
  await goTo(page, '/profile')
  await strip(page).waitFor()
  await expect.poll(() => page.getByText('Not known').count()).toBe(5)
  await page.getByText('Your offers and open houses could not be loaded.').waitFor()
  expect(await page.getByText('Nothing is waiting for you.').count()).toBe(0)
  expect(await page.getByText(/\d of \d (done|in place)/).count()).toBe(0)
  await goTo(page, '/nowhere')
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
  await page.getByText('Page not found: /nowhere').waitFor()
  expect(await page.getByText('This page opens when Plat can be reached again.').count()).toBe(0)

  await world.up()
  await page.getByRole('link', { name: 'Go to home' }).waitFor()
  await page.goBack()
  await page.getByText(/^\d of 6 in place\./).waitFor()
})

test('a page that needs a login says that the server is away, and asks a visitor to log in when the server is back', async () => {
  const { context, page } = await person(browser, { baseURL: world.url })
  opened.push(context)
  await page.goto('/help')
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await world.down()
  await goTo(page, '/for-you')
  await page.getByRole('heading', { level: 1, name: 'For you' }).waitFor()
  await page.getByText('This page opens when Plat can be reached again.').waitFor()
  await world.up()
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
})

test('the console says that the server is away before anybody does something there', async () => {
  const { context, page } = await person(browser, { baseURL: world.url })
  opened.push(context)
  await page.clock.install()
  await page.goto('/admin/')
  await page.getByLabel('Email').fill('avery@plat.example')
  await page.getByLabel('Password').fill('plat-staff-1')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await world.down()
  await page.clock.fastForward(30_000)
  await strip(page).waitFor()
  await page.getByRole('button', { name: 'My login', exact: true }).click()
  await expectAwaited(page, 2)
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await expectAwaited(page, 1)
  await world.up()
  await page.clock.fastForward(30_000)
  await strip(page).waitFor({ state: 'detached' })
  await page.getByRole('table').waitFor()
})

test('parts of a seller’s login that could not be loaded are loaded when the server is back', async () => {
  const { context, page } = await person(browser, { baseURL: world.url })
  opened.push(context)
  await page.goto('/seller/?login=seller1#deals')
  await page.getByRole('heading', { name: 'Deals', exact: true }).waitFor()
  await world.down()
  await page.getByRole('link', { name: 'My login' }).click()
  await strip(page).waitFor()
  await expectAwaited(page, 4)
  await world.up()
  await page.getByText('Mobile phone', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'Devices' }).getByRole('listitem').first().waitFor()
  await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor()
  await page.getByText('Quiet hours for texts and devices').waitFor()
})

test('filters that no deal passes say so while the server is away', async () => {
  const { context, page } = await person(browser, { baseURL: world.url })
  opened.push(context)
  await page.goto('/deals?view=list')
  await wholeList(page)
  await world.down()
  await goTo(page, '/deals?v=1&view=list&price=1-2')
  await page.getByText('No deals match', { exact: true }).waitFor()
  await world.up()
  await page.getByRole('button', { name: 'Clear filters' }).waitFor()
})

test('a seller’s lists that could not be loaded are loaded when the server is back', async () => {
  const { context, page } = await person(browser, { baseURL: world.url })
  opened.push(context)
  await page.goto('/seller/?login=seller1#messages')
  const menu = page.getByRole('navigation', { name: 'Seller app' })
  await menu.getByRole('link', { name: 'Buyers' }).waitFor()
  await world.down()
  for (const place of ['Buyers', 'Reviews']) {
    await menu.getByRole('link', { name: place }).click()
    await strip(page).waitFor()
    await expectAwaited(page, 1)
    expect(await page.getByText('could not be loaded').count()).toBe(0)
  }
  await world.up()
  await strip(page).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Reviews', exact: true }).first().waitFor()
  await expectAwaited(page, 0)
  expect(await page.getByText('could not be loaded').count()).toBe(0)
})

const LATER = 'This appears when Plat can be reached again.'

test.each(['Requests', 'Open houses'])(
  'the dialog %s of a seller waits quietly while the server is away, and loads when it is back',
  async (name) => {
    const { context, page } = await person(browser, { baseURL: world.url })
    opened.push(context)
    // What the dialog shows may be loaded before it is opened.
    const lists = /\/account\/api\/(requests|open-houses)/
    await page.route(lists, (route) => route.abort())
    await page.goto('/seller/?login=seller1#deals')
    await page.getByRole('heading', { name: 'Deals', exact: true }).waitFor()
    await world.down()
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByText(LATER).waitFor()
    expect(await page.getByText('could not be loaded').count()).toBe(0)
    expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await page.unroute(lists)
    await world.up()
    await dialog.getByText(LATER).waitFor({ state: 'detached' })
    const empty = dialog.getByText(/^No (buyer|open house)/)
    await dialog.getByRole('listitem').or(empty).first().waitFor()
  },
)

test('the sales and figures of a seller’s deal wait quietly while the server is away, and load when it is back', async () => {
  const { context, page } = await person(browser, { baseURL: world.url })
  opened.push(context)
  const parts = /\/account\/api\/deals\/\d+\/(comparables|figures)/
  await page.route(parts, (route) => route.abort())
  await page.goto('/seller/?login=seller1#deals')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await page.getByText('The sales could not be loaded.').waitFor()
  await page.getByText('The figures could not be loaded.').waitFor()
  await world.down()
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await strip(page).waitFor()
  await expectAwaited(page, 2)
  expect(await page.getByText('could not be loaded').count()).toBe(0)
  await page.unroute(parts)
  await world.up()
  await page.getByText('Logged-in viewers').waitFor()
  await page.getByText(/^The page shows \d|^No sales yet/).waitFor()
  await expectAwaited(page, 0)
})

/** Only the strip says that the server is away. */
async function expectAwaited(page: Page, parts: number): Promise<void> {
  await expect.poll(() => page.getByRole('main').getByText(LATER).count()).toBe(parts)
  expect(await page.getByText('Plat cannot be reached').count()).toBe(0)
}

const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('a buyer about whom the server cannot be asked is offered neither a login nor a new account', async () => {
  const page = await buyer()
  await page.route('**/customer/api/auth/user', (route) => route.abort())
  await page.goto('/help')
  const bar = page.getByRole('banner')
  await bar.getByRole('navigation', { name: 'Main' }).waitFor()
  expect(await bar.getByRole('link', { name: /^(Log in|Create account)$/ }).count()).toBe(0)
})

test.each([
  ['/imprint', 'Imprint', /^Plat runs this site/],
  ['/reset-password/gone', 'This link has expired', /^A link works once/],
  ['/user/unsubscribe/gone', 'Unsubscribe', /^We’ll email you a link/],
  ['/user/confirm/gone', 'Emails and texts from a company', /^This link no longer works/],
])(
  '%s says what it could not ask, tries again, and is there when the server answers',
  async (path, name, words) => {
    const { context, page } = await person(browser, { baseURL: world.url })
    opened.push(context)
    const calls = /\/api\//
    await page.route(calls, (route) => route.abort())
    await page.goto(path)
    const main = page.getByRole('main')
    await main
      .getByRole('alert')
      .getByText(/could not be|cannot be reached/)
      .waitFor()
    await main.getByRole('heading', { level: 1 }).waitFor()
    await page.unroute(calls)
    await main.getByRole('button', { name: 'Try again' }).click()
    await main.getByRole('heading', { level: 1, name }).waitFor()
    await main.getByText(words).waitFor()
    await expect.poll(() => main.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  },
)

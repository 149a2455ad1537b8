/** The marketplace's shell in a real browser over the real server: in, through, out, and what goes wrong on the way. */
import type { Page, Request } from 'playwright'
import { expect, test } from 'vitest'
import { writeSetting } from '#server/site/settings/settings.ts'
import { holdBack, NARROW, WIDE } from '#tests/support/browser.ts'
import { withVisitors, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()
const visitor = withVisitors({ world, browser })

async function logIn(page: Page, password = world.logins.buyer1.password) {
  await page.getByLabel('Email').fill(world.logins.buyer1.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** A refused call is a line on the browser's console whatever the page does about it. */
const unexpected = (pageErrors: string[]) =>
  pageErrors.filter((line) => !line.includes('Failed to load resource'))

// First: the others read messages too.
test('reading a message lowers the count in the header and in the tab title', async () => {
  const { page } = await visitor()
  await page.goto('/login?return_to=/messenger')
  await logIn(page)
  await expect.poll(() => page.title()).toBe('(3) Messages · Plat')
  await page.getByRole('option', { name: /Gulf Coast Wholesale/ }).click()
  await expect.poll(() => page.title(), { timeout: 15_000 }).toBe('(2) Messages · Plat')
  await page.getByRole('navigation', { name: 'Main' }).getByText('Unread: 2').waitFor()
})

test('a visitor logs in, reads messages, and logs out', async () => {
  const { page, pageErrors } = await visitor()
  // What was read is reported before the session ends, although an answer never comes, and nothing after that.
  await page.route('**/read-state', () => {}, { times: 1 })
  const reading = page.waitForRequest('**/read-state')
  // Whatever the page asks once the session has ended, and every refused mark.
  const late = new Set<Request>()
  const refused: string[] = []
  let isOut = false
  page.on('request', (request) => {
    if (isOut) late.add(request)
  })
  page.on('response', (answer) => {
    if (answer.url().endsWith('/logout')) isOut = true
    const isMark = answer.url().endsWith('/read-state')
    if (answer.status() === 401 && (isMark || late.has(answer.request()))) refused.push(answer.url())
  })
  await page.goto('/messenger?account=1')
  await page.waitForURL('**/login?return_to=%2Fmessenger%3Faccount%3D1')
  await logIn(page)
  await page.waitForURL('**/messenger?account=1')
  await page.locator('plat-messenger').waitFor()
  expect(await page.title()).toMatch(/^(\(\d+\) )?Messages · Plat$/)
  await page.getByLabel('Type a message').fill('Half a thought')
  await reading
  const reported = page.waitForResponse('**/read-state')

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Off-market houses, priced against ARV' }).waitFor()
  expect((await reported).status()).toBe(200)
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).join())).not.toContain(
    'plat-messenger',
  )
  expect(refused).toEqual([])
  // What was asked while the session ended may be refused, which the browser's console says.
  expect(pageErrors.filter((line) => !line.includes('status of 401'))).toEqual([])
})

test('after a log out the way Back asks for a login', async () => {
  const { page } = await visitor()
  await page.goto('/login?return_to=/profile')
  await logIn(page)
  await page.waitForURL(`${world.url}/profile`)
  const partitions = page.getByRole('navigation', { name: 'Profile' })
  await partitions.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Off-market houses, priced against ARV' }).waitFor()
  // Back leads from where the browser says it is, which may lag behind what is drawn.
  await page.waitForURL(`${world.url}/`)
  await page.goBack()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
})

test('a wrong password is said under it, and the e-mail stays', async () => {
  const { page, pageErrors } = await visitor()
  await page.goto('/login')
  await logIn(page, 'not-the-password')
  await page.getByText('Email or password is incorrect.').waitFor()
  const password = page.getByLabel('Password', { exact: true })
  expect(await page.getByLabel('Email').inputValue()).toBe(world.logins.buyer1.email)
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  expect(await password.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(unexpected(pageErrors)).toEqual([])
})

test('the password can be looked at', async () => {
  const { page } = await visitor()
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.poll(() => password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.poll(() => password.getAttribute('type')).toBe('password')
})

test('a demo login fills the form', async () => {
  const { page } = await visitor()
  await page.goto('/login')
  await page.getByRole('button', { name: world.logins.buyer2.name }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(world.logins.buyer2.email)
})

test('a server that cannot be reached is said, and what was typed stays', async () => {
  const { page } = await visitor()
  await page.goto('/login')
  await page.route('**/login', (route) => route.abort())
  await logIn(page)
  await page.getByText('Plat cannot be reached. Nothing is lost: try again in a moment.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(world.logins.buyer1.email)
})

test('a login leads to no other site', async () => {
  const { page } = await visitor()
  await page.goto('/login?return_to=//evil.example/x')
  await logIn(page)
  await page.getByRole('heading', { name: 'Welcome back, Dana' }).waitFor()
  expect(page.url()).toBe(`${world.url}/`)
})

test('a path that does not exist shows the 404 page with its words', async () => {
  const { page, pageErrors } = await visitor()
  await page.goto('/nowhere/at%20all')
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await page.getByText('Page not found: /nowhere/at all').waitFor()
  expect(await page.title()).toBe('Page Not Found · Plat')
  await page.getByRole('main').getByRole('link', { name: 'Browse deals' }).waitFor()
  expect(unexpected(pageErrors)).toEqual([])
})

test('code that cannot be fetched ends in the error page after one reload, and the bar still works', async () => {
  const { page } = await visitor()
  await page.route('**/assets/privacy-page-*.js', (route) => route.abort())
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++
  })
  await page.goto('/privacy-policy')
  await page.getByRole('heading', { name: 'Internal Server Error' }).waitFor()
  expect(documents).toBe(2)
  await page.getByRole('link', { name: 'Go to home' }).click()
  await page.getByRole('heading', { name: 'Off-market houses, priced against ARV' }).waitFor()
})

test('a chosen theme is there before the first paint of the next page load', async () => {
  const { page } = await visitor({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.goto('/login', { waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
  await page.goto('/')
  await page.getByRole('button', { name: 'Use the light theme' }).waitFor()
})

test('a new page starts at its top with the focus on its heading', async () => {
  const { page } = await visitor({ viewport: { width: 1440, height: 400 } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Privacy policy' }).click()
  await page.getByRole('heading', { name: 'Privacy policy' }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

test('home says what an offer takes and costs, as the operator set it', async () => {
  const { db } = world.server.database
  await writeSetting(db, 'platform_fee_cents', 123_400, null)
  await writeSetting(db, 'offers_per_deposit_limit', 7, null)
  const { page } = await visitor()
  // The server keeps settings for a moment.
  const fee = async () =>
    ((await (await page.request.get('/customer/api/configs')).json()) as { platform_fee: number })
      .platform_fee
  await expect.poll(fee).toBe(1234)
  await page.goto('/')
  const steps = page.locator('#how').getByRole('listitem')
  await steps.filter({ hasText: 'One refundable deposit covers 7 open offers.' }).waitFor()
  await steps.filter({ hasText: 'The platform fee is $1,234,' }).waitFor()
  expect(await steps.getByText(/later/i).count()).toBe(0)
  await db
    .deleteFrom('settings')
    .where('name', 'in', ['platform_fee_cents', 'offers_per_deposit_limit'])
    .execute()
})

test('an address with a hash scrolls to its anchor', async () => {
  const { page } = await visitor({ viewport: { width: 1440, height: 300 } })
  await page.goto('/#how')
  await page.getByRole('heading', { name: 'How buying works' }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
})

test('a deal leads to the conversation with its seller, after a login on the spot', async () => {
  const { page } = await visitor()
  await page.goto('/property/1')
  await page.getByRole('main').getByRole('button', { name: 'Message', exact: true }).first().click()
  const login = page.getByRole('dialog', { name: 'Log in' })
  await login.getByLabel('Email').fill(world.logins.buyer1.email)
  await login.getByRole('button', { name: 'Continue', exact: true }).click()
  await login.getByLabel('Password', { exact: true }).fill(world.logins.buyer1.password)
  await login.getByRole('button', { name: 'Log in', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Messages with Lone Star Dispositions' })
  await panel.getByPlaceholder('Type a message').waitFor()
  // The next message shows the deal's card.
  const about = await panel.locator('plat-messenger').evaluate((one): unknown => Reflect.get(one, 'property'))
  expect(about).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/property/1')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})

test.each(['/property/999999999', '/deal/abc'])('%s says that there is no such property', async (path) => {
  const { page, pageErrors } = await visitor()
  await page.goto(path)
  await page.getByRole('heading', { name: 'Property not found' }).waitFor()
  expect(unexpected(pageErrors)).toEqual([])
})

test('on a phone the tab bar leads around, and the account menu to what fits; a wide window has both above', async () => {
  const { page } = await visitor({ viewport: NARROW })
  await page.goto('/login')
  await logIn(page)
  await page.getByRole('heading', { name: 'Welcome back, Dana' }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Main' })
  await tabs.getByRole('link', { name: 'Offers' }).click()
  await page.getByRole('heading', { name: 'Offers' }).waitFor()
  await expect
    .poll(() => tabs.getByRole('link', { name: 'Offers' }).getAttribute('aria-current'))
    .toBe('page')
  // Five tabs are all there is room for.
  const account = page.getByRole('button', { name: 'Your account' })
  await account.click()
  await page.getByRole('menuitem', { name: 'For you', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'For you' }).waitFor()
  await page.setViewportSize(WIDE)
  await expect
    .poll(() => tabs.getByRole('link', { name: 'For you' }).getAttribute('aria-current'))
    .toBe('page')

  // The same menu by keys alone: open, walk, close, and the focus is back.
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
  // From the first key on, the new page leaves the focus to the person.
  await page.keyboard.press('Tab')
  await account.press('ArrowDown')
  await page.getByRole('menu').waitFor()
  await expect.poll(focused).not.toBe('Your account')
  await page.keyboard.press('End')
  await expect.poll(focused).toBe('Log out')
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('Your account')
  const name = page.getByText('Saved deals', { exact: true })
  await page.getByRole('link', { name: 'Saved deals' }).hover()
  await name.waitFor()
  await page.getByRole('heading', { level: 1, name: 'For you' }).hover()
  await name.waitFor({ state: 'detached' })
})

test('on a phone Back leads from a thread to the list, and both bars stand aside for the thread', async () => {
  const { page, pageErrors } = await visitor({ viewport: NARROW })
  await page.goto('/login?return_to=/chat')
  await logIn(page)
  const tabs = page.getByRole('navigation', { name: 'Main' })
  const row = page.getByRole('option', { name: /Bayou City Homebuyers/ })
  await row.click()
  await page.getByPlaceholder('Type a message').waitFor()
  expect(new URL(page.url()).search).toMatch(/^\?account=\d+$/)
  await expect.poll(() => tabs.isVisible()).toBe(false)

  await page.goBack()
  await row.waitFor()
  expect(page.url()).toBe(`${world.url}/chat`)
  await expect.poll(() => tabs.isVisible()).toBe(true)
  const entries = await page.evaluate(() => history.length)

  await row.click()
  await page.getByRole('button', { name: /^Back/ }).click()
  await row.waitFor()
  expect(page.url()).toBe(`${world.url}/chat`)
  expect(await page.evaluate(() => history.length)).toBe(entries)
  expect(pageErrors).toEqual([])
})

test("from a conversation one press leads to the seller's company page, and Back to the conversation", async () => {
  const { page, pageErrors } = await visitor()
  await page.goto('/login?return_to=/messenger')
  await logIn(page)
  const company = page.getByRole('link', { name: 'Company page' })
  await page.getByRole('option', { name: /Bayou City Homebuyers/ }).click()
  await company.click()
  await page.getByRole('heading', { level: 1, name: 'Bayou City Homebuyers' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/company\/\d+$/)
  await page.goBack()
  await page.getByPlaceholder('Type a message').waitFor()
  expect(pageErrors).toEqual([])
})

test('a messenger that cannot be fetched is said and can be tried again', async () => {
  const { page } = await visitor()
  await page.goto('/login')
  await page.route('**/assets/widget-*.js', (route) => route.abort(), { times: 1 })
  await page.goto('/login?return_to=/messenger')
  await logIn(page)
  await page.getByRole('heading', { name: 'Messages could not be loaded' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByPlaceholder('Search').waitFor()
})

test('while the messenger waits to be let in, the page says that it loads', async () => {
  const { page } = await visitor()
  const letGo = await holdBack(page, '**/auth/token')
  await page.goto('/login?return_to=/messenger')
  await logIn(page)
  await page.locator('plat-messenger').waitFor({ state: 'attached' })
  const loading = page.getByRole('status').filter({ hasText: 'Loading messages' })
  await loading.waitFor({ state: 'attached' })
  letGo()
  await page.getByPlaceholder('Search').waitFor()
  await loading.waitFor({ state: 'detached' })
})

test('a session that ended elsewhere leads from the messenger to log in', async () => {
  const { page, context } = await visitor()
  await page.goto('/login?return_to=/messenger')
  await logIn(page)
  await page.getByPlaceholder('Search').waitFor()
  await context.clearCookies()
  await page.reload()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  expect(new URL(page.url()).search).toBe('?return_to=%2Fmessenger')
  // The login may have been asked for over the page: the way back is the page alone.
  await page.goto('/messenger?login=true&account=1')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.waitForURL('**/login?return_to=%2Fmessenger%3Faccount%3D1')
})

test('no token is in the page, its storage, its address or the answer of the login', async () => {
  const { page } = await visitor()
  const tokens = new Map<string, string>()
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (!/\/(login|auth\/token)$/.test(pathname) || !response.ok()) return
    const body = (await response.json().catch(() => null)) as { data?: { token?: string } } | null
    if (body?.data?.token) tokens.set(pathname, body.data.token)
  })
  await page.goto('/login?return_to=/messenger')
  await logIn(page)
  await page.locator('plat-messenger').waitFor()
  await expect.poll(() => [...tokens.keys()]).toEqual(['/customer/api/auth/token'])
  const visible = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      document.cookie,
      location.href,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ].join('\n'),
  )
  for (const token of tokens.values()) expect(visible).not.toContain(token)
})

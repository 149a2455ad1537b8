/** Every door into the marketplace in a real browser over the real server; codes and links are read from the outbox. */
import type { BrowserContextOptions, Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '#shared/contract/limits.ts'
import { type Person, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { codeTo, letterTo, linkTo } from '#tests/support/letters.ts'

const { world, browser } = withWorld({ messages: 0 })
const people: Person[] = []

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

async function visitor(options: BrowserContextOptions = {}): Promise<Person> {
  const one = await person(browser, { baseURL: world.url, ...options })
  people.push(one)
  return one
}

const NEW_PASSWORD = 'a kettle on the porch'
const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const isIn = (page: Page) => page.getByRole('button', { name: 'Your account' }).waitFor()
const isOut = (page: Page) => page.getByRole('link', { name: 'Log in' }).first().waitFor()

async function logIn(page: Page, { email: address, password: secret } = world.logins.buyer1) {
  await page.goto('/login')
  await email(page).fill(address)
  await password(page).fill(secret)
  await press(page, 'Log in')
  await isIn(page)
}

async function fillRegistration(page: Page, address: string, phone: string) {
  await page.getByLabel('First name').fill('Ruth')
  await page.getByLabel('Last name').fill('Calloway')
  await email(page).fill(address)
  await page.getByLabel('Mobile phone').fill(phone)
  await password(page).fill('three lamps and a ladder')
}

async function register(page: Page, address: string, phone: string) {
  await page.goto('/register')
  await fillRegistration(page, address, phone)
  await press(page, 'Create account')
  await page.waitForURL((url) => url.pathname === '/')
}

/** Another code than this one. */
const notThis = (code: string) => (code === '111111' ? '222222' : '111111')

test('by password, from the dialog over the page; Back closes it', async () => {
  const { page } = await visitor()
  await page.goto('/p/1?from=mail')
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.waitFor()
  expect(await email(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await page.goForward()
  await email(page).fill(world.logins.buyer1.email)
  await press(page, 'Continue')
  await password(page).fill(world.logins.buyer1.password)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await isIn(page)
  await dialog.waitFor({ state: 'detached' })
  // The short link has given way to the page's own address, with what came with it.
  await expect.poll(() => page.url()).toBe(`${world.url}/property/1?from=mail`)
})

test('an address can ask for the dialog', async () => {
  const { page } = await visitor()
  await page.goto('/?login=true')
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(page.url()).toBe(`${world.url}/`)
})

test('a private page asks a visitor to log in over it, lets them in there, and sends home who turns away', async () => {
  const { page } = await visitor({ reducedMotion: 'no-preference' })
  await page.goto('/profile/phones')
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.waitFor()
  // Behind it the page waits without moving.
  await page.locator('[data-pending], .skeleton').first().waitFor({ state: 'attached' })
  const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running').length
  await expect.poll(() => page.evaluate(moving)).toBe(0)
  await page.keyboard.press('Escape')
  await page.waitForURL(`${world.url}/`)
  expect(await dialog.count()).toBe(0)

  await page.goto('/profile/phones')
  await email(page).fill(world.logins.buyer2.email)
  await press(page, 'Continue')
  await password(page).fill(world.logins.buyer2.password)
  await press(page, 'Log in')
  await page.getByRole('heading', { name: 'Your phones' }).waitFor()
  expect(page.url()).toBe(`${world.url}/profile/phones`)
})

test('by code: a wrong one is said and costs nothing typed, the right one lets in, and it works once', async () => {
  const { page } = await visitor()
  const address = world.logins.buyer2.email
  await page.goto('/login?return_to=/messenger')
  await email(page).fill(address)
  await press(page, 'Email me a code')
  const code = await codeTo(world.url, address)
  await page.getByLabel('Code').fill(notThis(code))
  await page.getByText(/That code is not right/).waitFor()
  expect(await page.getByLabel('Code').evaluate((input) => input === document.activeElement)).toBe(true)
  await page.getByLabel('Code').fill(code)
  await page.waitForURL('**/messenger')

  const { page: second } = await visitor()
  await second.goto('/login')
  await email(second).fill(address)
  await press(second, 'Email me a code')
  await second.getByLabel('Code').fill(code)
  await second.getByLabel('Code').and(second.locator('[aria-invalid=true]')).waitFor()
})

test('by a network, and back to where one wanted to be', async () => {
  const { page } = await visitor()
  await page.goto('/login?return_to=/messenger')
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  const asked = new URL(page.url()).searchParams
  expect([asked.get('response_type'), asked.get('code_challenge_method')]).toEqual(['code', 'S256'])
  await page.getByRole('button').first().click()
  await page.waitForURL('**/messenger')
  expect(page.url()).not.toContain('code=')
})

test('by a network that answers the server late', async () => {
  const { page } = await visitor()
  for (const path of ['**/auth/social/*', '**/social'])
    await page.route(path, (route) => void setTimeout(() => void route.fallback(), REQUEST_TIMEOUT_MS + 500))
  await page.goto('/login?return_to=/messenger')
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await page.waitForURL((url) => url.searchParams.has('code_challenge'))
  await page.getByRole('button').first().click()
  await page.waitForURL('**/messenger')
})

test('by an e-mailed link, which confirms the address; its token is gone before anything else can see it', async () => {
  const address = 'ruth@calloway.example'
  const { page: first } = await visitor()
  await register(first, address, '(713) 284-0181')
  const link = await linkTo(world.url, address, 'auth_token')

  const { page, context } = await visitor()
  const told: string[] = []
  context.on('request', (request) => {
    const { referer = '' } = request.headers()
    if (!request.isNavigationRequest()) told.push(`${request.url()} ${referer}`)
  })
  await page.goto(`${link}&utm_source=mail#how`)
  await page.getByText('Email confirmed').waitFor()
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?email_confirm=1&utm_source=mail#how')
  const token = new URL(link).searchParams.get('auth_token') ?? 'none'
  const leaks = told.filter((line) => line.includes(token) && !line.startsWith(world.url))
  expect(leaks).toEqual([])

  // Once: the second time it has expired, for anybody.
  const { page: late } = await visitor()
  await late.goto(link)
  await late.getByText('This link has expired.').waitFor()
  expect(late.url()).not.toContain('auth_token')
  await press(late, 'Send me a new one')
  await late.getByRole('dialog', { name: 'Log in' }).waitFor()
})

test('a link of somebody else asks before it switches', async () => {
  const address = 'omar@calloway.example'
  const { page: first } = await visitor()
  await register(first, address, '(713) 284-0182')
  const link = await linkTo(world.url, address, 'auth_token')
  const { page } = await visitor()
  await logIn(page)
  await page.goto(link)
  const question = page.getByRole('dialog', { name: 'Switch accounts?' })
  await question.getByText(world.logins.buyer1.email).waitFor()
  await question.getByRole('button', { name: 'Stay logged in' }).click()
  await question.waitFor({ state: 'detached' })
  await page.goto(link)
  await question.getByRole('button', { name: 'Switch accounts' }).click()
  await question.waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      page.evaluate(async () => (await (await fetch('/customer/api/auth/user')).json()).data?.email),
    )
    .toBe(address)
})

test('by a new password: the way there keeps the e-mail and the page that was left, the link works once and offers another', async () => {
  const { email: address } = world.logins.buyer3
  const { page } = await visitor()
  await page.goto('/login?return_to=%2Fprofile%2Fwallet')
  await email(page).fill(address)
  await press(page, 'Forgot password?')
  expect(await email(page).inputValue()).toBe(address)
  await press(page, 'Email me a link')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const link = await linkTo(world.url, address, 'reset-password')
  await page.goto(link)
  await page.getByLabel('New password').fill('short')
  await press(page, 'Set password and log in')
  await page.getByText('Use at least 8 characters.').waitFor()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await press(page, 'Set password and log in')
  await page.waitForURL((url) => url.pathname === '/profile/wallet')

  const { page: late } = await visitor()
  await late.goto(link)
  await late.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await email(late).fill(address)
  await press(late, 'Email me a link')
  await late.getByRole('heading', { name: 'Check your email' }).waitFor()
})

test('of sellers, by a new password: the mailed link opens the form once, and its password logs in', async () => {
  const { email: address } = world.logins.seller2
  const { page: before, context } = await visitor()
  await before.goto('/seller/')
  await press(before, 'Forgot password?')
  await email(before).fill(address)
  await press(before, 'Email me a link')
  await before.getByText('a link to set a new password is on its way').waitFor()
  const link = await linkTo(world.url, address, 'reset-password')
  const page = await context.newPage()
  await page.goto(link)
  await page.getByLabel('New password').fill('short')
  await press(page, 'Set password and log in')
  await page.getByText('Use at least 8 characters.').waitFor()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await press(page, 'Set password and log in')
  const nav = page.getByRole('navigation', { name: 'Seller app' })
  await nav.waitFor()
  expect(page.url()).not.toContain('reset-password')
  await press(page, 'Log out')
  await email(page).fill(address)
  await password(page).fill(NEW_PASSWORD)
  await press(page, 'Log in')
  await nav.waitFor()

  const { page: late } = await visitor()
  await late.goto(link)
  await late.getByLabel('New password').fill('another door in the hill')
  await press(late, 'Set password and log in')
  await late.getByText('This link has expired or was used before.').waitFor()
})

test('a captcha that cannot load is said, what was typed stays, and the next try works', async () => {
  const { page, context } = await visitor()
  await page.route('**/auth/captcha', (route) => route.abort())
  await page.goto('/login')
  await email(page).fill(world.logins.buyer1.email)
  await password(page).fill(world.logins.buyer1.password)
  await press(page, 'Log in')
  await page.getByText(/not a robot could not be loaded/).waitFor()
  expect(await password(page).inputValue()).toBe(world.logins.buyer1.password)
  await page.unroute('**/auth/captcha')
  await press(page, 'Log in')
  await isIn(page)
  // A CSRF cookie that does not belong to the session any more is fetched anew by itself.
  await context.addCookies([{ name: 'XSRF-TOKEN', value: 'stale', url: world.url }])
  await press(page, 'Your account')
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await isOut(page)
})

test('a registration survives a server that is gone, a reload, and a phone that cannot be', async () => {
  const { page, context } = await visitor()
  const address = 'ida@calloway.example'
  await page.goto('/register?attach_account_id=1&utm_source=flyer')
  await fillRegistration(page, address, '+1 800.555.0142')
  await context.setOffline(true)
  await press(page, 'Create account')
  await page
    .getByRole('alert')
    .filter({ hasText: /Nothing is lost/ })
    .waitFor()
  await context.setOffline(false)
  await page.reload()
  expect(await email(page).inputValue()).toBe(address)
  expect(await page.getByLabel('Mobile phone').inputValue()).toBe('(800) 555-0142')
  expect(await password(page).inputValue()).toBe('')
  await password(page).fill('three lamps and a ladder')
  await press(page, 'Create account')
  const summary = page.getByRole('alert').filter({ hasText: 'The account was not created yet' })
  await summary.waitFor()
  expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true)
  await summary.getByRole('button').click()
  expect(await page.getByLabel('Mobile phone').evaluate((input) => input === document.activeElement)).toBe(
    true,
  )
  await page.getByLabel('Mobile phone').fill('7132840183')
  await press(page, 'Create account')
  await page.waitForURL((url) => url.pathname === '/')
  await letterTo(world.url, address)
  // The seller whose link it was can be written to.
  const chats = await page.evaluate(async () => {
    const me = await (await fetch('/customer/api/auth/user')).json()
    const reply = await fetch(`/customer/api/customers/${me.data.id}/chats`)
    return (await reply.json()).data.map(({ account }: { account: { id: number } }) => account.id)
  })
  expect(chats).toEqual([1])
})

test('mails are stopped with one press by the link of a mail, without a login, and opening it stops nothing', async () => {
  const { page, pageErrors } = await visitor()
  const address = world.logins.buyer2.email
  await page.goto('/user/unsubscribe')
  await email(page).fill(address)
  await press(page, 'Email me a link')
  const link = await linkTo(world.url, address, '/user/unsubscribe/')
  await page.goto(link)
  await page.getByText(/•••@/).waitFor()
  await page.reload()
  await page.getByText(/still get emails about your offers, your money and the security/).waitFor()
  await press(page, 'Stop marketing emails')
  await page.getByText('Done: all marketing emails are stopped.').waitFor()
  await page.reload()
  await press(page, 'Get marketing emails again')
  await page.getByText('Done: you get all marketing emails again.').waitFor()
  expect(pageErrors).toEqual([])
})

test('a login and a logout in one tab reach the other', async () => {
  const { page, context } = await visitor()
  const other = await context.newPage()
  await other.goto('/')
  await isOut(other)
  await logIn(page)
  await isIn(other)
  await press(other, 'Your account')
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  await isOut(page)
})

test('a session that ends under a form asks for a login, keeps what was typed, and goes on with the call', async () => {
  const { page, context } = await visitor()
  await logIn(page)
  await page.goto('/profile/personal')
  await page.getByLabel('First name').fill('Danielle')
  // As when the session is ended from another device: the cookies are there, the server does not know them.
  const cookies = await context.cookies()
  const session = cookies.find(({ name }) => name === 'plat_session')
  if (!session) throw new Error('There is no session cookie.')
  await context.addCookies([{ ...session, value: 'gone' }])
  await page.getByRole('button', { name: 'Save' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.getByText(/Your session has ended/).waitFor()
  await dialog.getByLabel('Email').fill(world.logins.buyer1.email)
  await press(page, 'Continue')
  await dialog.getByLabel('Password', { exact: true }).fill(world.logins.buyer1.password)
  await press(page, 'Log in')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('First name').inputValue()).toBe('Danielle')
  await expect
    .poll(() =>
      page.evaluate(async () => (await (await fetch('/customer/api/auth/user')).json()).data.first_name),
    )
    .toBe('Danielle')
})

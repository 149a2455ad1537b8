import type { BrowserContextOptions, Page } from 'playwright'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { guestBrowser } from '#tests/support/guest-browser.ts'
import type { Answer, CallOptions } from '#tests/support/server.ts'

const LONE_STAR = 1
const NORTHLINE = 4

const { world, browser } = withWorld({ demoReplies: true })

beforeEach(async () => {
  await switchReplies(true)
})

const switchReplies = (on: boolean) =>
  fetch(`${world.url}/demo/replies`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ on }),
  })

async function visit(path: string, options: BrowserContextOptions = {}) {
  const visitor = await person(browser, options)
  onTestFinished(() => visitor.context.close())
  await visitor.page.goto(world.url + path)
  return visitor
}

/** Nora of Lone Star Dispositions, with her thread with Dana open. */
async function sellerWithDana(options: BrowserContextOptions = {}) {
  const { page, pageErrors } = await visit('/seller/?login=seller1', options)
  await page.getByRole('button', { name: /Dana Whitfield/ }).click()
  await page.getByRole('log').getByRole('article').last().waitFor()
  return { page, pageErrors }
}

/** Dana, with the conversation with Lone Star Dispositions open. */
async function buyerWithLoneStar() {
  const { page } = await visit('/hosts/strict-csp/')
  await page.getByText('Lone Star Dispositions').first().click()
  await page.getByPlaceholder('Type a message').waitFor()
  return page
}

async function write(page: Page, placeholder: string, text: string) {
  await page.getByPlaceholder(placeholder).fill(text)
  await page.keyboard.press('Enter')
}

/** Nora writes so many lines to Theo, faster than a keyboard could. */
async function writeToTheo(count: number) {
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const answer = await fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()).data
  }
  const { email, password } = world.logins.seller1
  const { token } = await post('/account/api/auth/login', { email, password })
  for (let line = 1; line <= count; line += 1)
    await post('/account/api/customers/4/text-messages', { message: `Line ${line}` }, token)
}

async function call(method: string, path: string, { token, body }: CallOptions = {}): Promise<Answer> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
  const answer = await fetch(world.url + path, { method, headers, body: body ? JSON.stringify(body) : null })
  const read = Object.fromEntries(answer.headers)
  return { status: answer.status, headers: read, body: await answer.json(), cookies: [] }
}

/** As "Log out everywhere" on another device of theirs. */
async function endSessionsOf(key: 'seller1') {
  const { email, password } = world.logins[key]
  const answer = await fetch(`${world.url}/account/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token } = (await answer.json()).data
  const headers = { Authorization: `Bearer ${token}` }
  await fetch(`${world.url}/account/api/auth/sessions`, { method: 'DELETE', headers })
}

/** The newest message between Dana and an account, as the server has it. */
async function lastWordsOf(accountId: number): Promise<string> {
  const { token } = await (await fetch(`${world.url}/demo/token?login=buyer1`)).json()
  const path = `/customer/api/customers/1/text-messages?filter[account_id]=${accountId}`
  const answer = await fetch(world.url + path, { headers: { Authorization: `Bearer ${token}` } })
  return (await answer.json()).data[0].calculated_body
}

describe('a buyer and a seller', () => {
  it('talk both ways, live, and the seller sees what was read', async () => {
    const [seller, buyer] = [(await sellerWithDana()).page, await buyerWithLoneStar()]
    await write(buyer, 'Type a message', 'Is the fence on the lot line?')
    await seller.getByRole('log').getByText('Is the fence on the lot line?').waitFor()
    await write(seller, 'Type a reply', 'Two feet inside, I have the survey.')
    await seller.getByText('Delivered').waitFor()
    await buyer.getByText('Two feet inside, I have the survey.').last().waitFor()
    await seller
      .getByRole('log')
      .getByText(/^Read \d+:\d\d [AP]M$/)
      .waitFor({ timeout: 15_000 })
    expect(await seller.getByText('Delivered').count()).toBe(0)
  })

  it('the buyer sees what was delivered and read, unless the company hides it', async () => {
    const buyer = await buyerWithLoneStar()
    const log = buyer.getByRole('log')
    const row = (text: string) => log.getByRole('article').filter({ hasText: text })
    await write(buyer, 'Type a message', 'Does the roof leak?')
    await row('Does the roof leak?').getByText('Delivered').waitFor()
    const seller = (await sellerWithDana()).page
    const read = /^Read \d+:\d\d [AP]M$/
    await row('Does the roof leak?').getByText(read).waitFor()
    expect(await log.getByText(read).count()).toBe(1)
    expect(await row('Does the roof leak?').getAttribute('aria-label')).toMatch(/, Read \d+:\d\d [AP]M$/)

    await seller.goto(`${world.url}/seller/#company`)
    const shows = seller.getByRole('checkbox', { name: 'Show buyers when their messages were read' })
    await shows.uncheck()
    await seller.getByRole('button', { name: 'Save settings' }).click()
    await expect.poll(() => seller.getByRole('button', { name: 'Save settings' }).isEnabled()).toBe(true)
    await write(buyer, 'Type a message', 'And the windows?')
    await row('And the windows?')
      .getByText(/\d:\d\d [AP]M/)
      .first()
      .waitFor()
    expect(await log.getByText(/^(Delivered|Read .*)$/).count()).toBe(0)
    await shows.check()
    await seller.getByRole('button', { name: 'Save settings' }).click()
    await expect.poll(() => seller.getByRole('button', { name: 'Save settings' }).isEnabled()).toBe(true)
  })

  it('see a property card, a blast and a digest arrive', async () => {
    const [seller, buyer] = [(await sellerWithDana()).page, await buyerWithLoneStar()]
    const card = buyer.getByRole('link', { name: /5523 Larkspur Bend/ })
    await seller.getByRole('button', { name: 'Send a property' }).click()
    await seller.getByRole('radio', { name: /Larkspur/ }).check()
    await seller.getByRole('button', { name: 'Send property' }).click()
    await card.last().waitFor()

    await seller.getByRole('button', { name: 'New blast', exact: true }).click()
    await seller.getByRole('textbox', { name: 'Message' }).fill('Open house on Larkspur, Sunday at two.')
    await seller.getByRole('button', { name: /^Send to \d+ buyers$/ }).click()
    await seller.getByRole('heading', { name: /^Sent to \d+ buyers$/ }).waitFor()
    await buyer.getByText('Open house on Larkspur, Sunday at two.').last().waitFor()

    await seller.getByRole('button', { name: 'Deals digest' }).click()
    await seller.getByRole('checkbox', { name: /Caplin/ }).check()
    await seller.getByRole('checkbox', { name: /Sumpter/ }).check()
    await seller.getByRole('region', { name: 'How it looks' }).getByText('906 Caplin').waitFor()
    await seller.getByRole('button', { name: /^Send to \d+ buyers$/ }).click()
    await seller.getByRole('heading', { name: /^Sent to \d+ buyers$/ }).waitFor()
    await buyer
      .getByRole('link', { name: /906 Caplin/ })
      .last()
      .waitFor()
    await buyer
      .getByRole('link', { name: /1418 Sumpter/ })
      .last()
      .waitFor()
  })
})

describe('the seller app', () => {
  it('says that nobody has confirmed who writes from the site without a login', async () => {
    const { page } = await visit('/seller/?login=seller1')
    const { email, password } = world.logins.seller1
    const login = await call('POST', '/account/api/auth/login', { body: { email, password } })
    const { token } = login.body.data
    const made = await call('POST', '/account/api/keys', { token, body: { name: 'Site' } })
    const { id, publishable_key } = made.body.data
    const guests = { allowed: true, contact: 'email' }
    await call('PUT', `/account/api/keys/${id}`, { token, body: { guests } })
    const started = await (await guestBrowser({ call })).start(publishable_key)
    expect(started.status).toBe(201)
    const words = /Rosa Diaz\s*Guest, email not confirmed · rosa@example\.com\s*Is it vacant\?/
    const row = page.getByRole('button', { name: words })
    const note = row.getByText(/Guest, email not confirmed/)
    await row.waitFor()
    // The address is not cut off.
    expect(await note.evaluate((it) => it.scrollWidth <= it.clientWidth || it.clientWidth === 0)).toBe(true)
    await row.click()
    const header = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Rosa Diaz' }) })
    await header.getByText('Guest, email not confirmed · rosa@example.com').waitFor()
  })

  it('counts what another buyer writes while a thread is open', async () => {
    const { page } = await sellerWithDana()
    const { page: marcus } = await visit('/hosts/two-buyers/')
    const element = marcus.locator('plat-messenger').last()
    await element.getByText('Lone Star Dispositions').first().click()
    await element.getByPlaceholder('Type a message').fill('Any news on Caplin?')
    await marcus.keyboard.press('Enter')
    const row = page.getByRole('button', { name: /Marcus Reyes.*Any news on Caplin/ })
    await row.waitFor()
    await expect.poll(() => row.textContent()).toMatch(/Unread: \d/)
    await row.click()
    await expect
      .poll(() => page.getByRole('button', { name: /Marcus Reyes/ }).textContent())
      .not.toMatch(/Unread/)
  })

  it('does not send a half-written reply by Enter on a deal', async () => {
    const { page } = await sellerWithDana()
    await page.getByLabel('Reply').fill('Half a thought')
    await page.getByRole('button', { name: 'Send a property' }).click()
    await page.getByRole('radio', { name: /Larkspur/ }).check()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByLabel('Reply').inputValue()).toBe('Half a thought')
    expect(await page.getByRole('log').getByText('Half a thought').count()).toBe(0)
  })

  it('loads older messages above without moving what is read', async () => {
    const { page } = await visit('/seller/?login=seller1')
    // With something unread the thread would open there.
    const read = page.waitForResponse(/\/customers\/4\/read-state$/)
    await page.getByRole('button', { name: /Theo Lindqvist/ }).click()
    await read
    await writeToTheo(30)
    await page.reload()
    await page.getByRole('button', { name: /Theo Lindqvist/ }).click()
    const line = page.getByRole('log').getByText('Line 8', { exact: true })
    const more = page.getByRole('button', { name: 'Load older messages' })
    await more.scrollIntoViewIfNeeded()
    const before = await line.boundingBox()
    await more.click()
    await page.getByRole('log').getByText('Always. Slab only, though.').waitFor()
    const after = await line.boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 9999))).toBeLessThanOrEqual(1)
  })

  it('sends replies in the order in which they were written', async () => {
    const { page } = await sellerWithDana()
    const answers: (() => void)[] = []
    await page.route('**/text-messages', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await new Promise<void>((answer) => answers.push(answer))
      await route.fallback()
    })
    for (const text of ['The first of two.', 'The second of two.']) await write(page, 'Type a reply', text)
    await expect.poll(() => answers.length).toBe(1)
    answers[0]?.()
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.()
    await expect.poll(() => lastWordsOf(LONE_STAR)).toBe('The second of two.')
    const replies = page.getByRole('log').getByText(/^The (first|second) of two\.$/)
    await expect.poll(() => replies.allTextContents()).toEqual(['The first of two.', 'The second of two.'])
  })

  it('says that it is offline and catches up afterwards', async () => {
    const { page } = await sellerWithDana()
    await world.down()
    await page.getByText('Plat can’t be reached. Reconnecting…').waitFor({ timeout: 20_000 })
    await write(page, 'Type a reply', 'Said while away')
    await page.getByRole('log').getByText('Waiting for a connection').waitFor()
    await world.up()
    await page.getByRole('log').getByText('Said while away').waitFor({ timeout: 20_000 })
    await expect
      .poll(() => page.getByText('Plat can’t be reached. Reconnecting…').count(), { timeout: 30_000 })
      .toBe(0)
  })

  it('does not call the server away while only its live socket cannot be reached', async () => {
    const { page } = await visit('/seller/')
    let tries = 0
    await page.routeWebSocket(/\/app\//, (socket) => {
      tries++
      return socket.close()
    })
    await page.goto(`${world.url}/seller/?login=seller1`)
    await page.getByRole('button', { name: /Dana Whitfield/ }).waitFor()
    await expect.poll(() => tries, { timeout: 30_000 }).toBeGreaterThan(2)
    expect(await page.getByText(/Connecting…|Reconnecting…/).count()).toBe(0)
  })

  it('stays logged in after a reload, by a cookie that scripts cannot read', async () => {
    const { page, pageErrors } = await visit('/seller/?login=seller1')
    await page.getByRole('button', { name: /Dana Whitfield/ }).waitFor()
    await page.goto(`${world.url}/seller/`)
    await page.getByRole('button', { name: /Dana Whitfield/ }).waitFor()
    const readable = await page.evaluate(() =>
      [document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage })].join(' '),
    )
    const cookies = await page.context().cookies(`${world.url}/account/api/chats`)
    const session = cookies.find(({ name }) => name === 'plat_seller')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/account/api' })
    expect(readable).not.toContain(session?.value)
    expect(pageErrors).toEqual([])
  })

  it('asks for the login in a dialog when the session has ended, then sends what was typed', async () => {
    const { page } = await sellerWithDana()
    const words = `Typed before the session ended ${Date.now()}`
    const field = page.getByPlaceholder('Type a reply')
    await field.fill(words)
    await endSessionsOf('seller1')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    expect(await dialog.getByLabel('Email').inputValue()).toBe(world.logins.seller1.email)
    const isFocused = () =>
      dialog.getByLabel('Password').evaluate((field) => field === document.activeElement)
    await expect.poll(isFocused).toBe(true)
    await dialog.getByLabel('Password').fill(world.logins.seller1.password)
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('log').getByText(words).waitFor()
    expect(await lastWordsOf(LONE_STAR)).toBe(words)
    // The socket of the new session brings what others write.
    const buyer = await buyerWithLoneStar()
    await write(buyer, 'Type a message', `${words}, heard`)
    await page.getByRole('log').getByText(`${words}, heard`).waitFor()
  })

  it('lists the devices and logs out all of them', async () => {
    const [{ page }, other] = [await visit('/seller/?login=seller2'), await visit('/seller/?login=seller2')]
    await other.page.getByRole('button', { name: 'Log out' }).waitFor()
    await page.getByRole('link', { name: 'My login' }).click()
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
    await devices.filter({ hasText: '(this device)' }).waitFor()
    expect(await devices.count()).toBeGreaterThanOrEqual(2)
    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await page.getByLabel('Password').waitFor()
    // A login that the address asked for is not asked for once more.
    expect(new URL(other.page.url()).search).toBe('')
    await other.page.reload()
    await other.page.getByLabel('Password').waitFor()
  })

  it('says what is wrong with a password', async () => {
    const { page } = await visit('/seller/')
    await page.getByLabel('Email').fill(world.logins.seller1.email)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Email or password is incorrect.').waitFor()
  })
})

describe('demo replies', () => {
  it('come from a seller who is not in the seller app', async () => {
    const { page } = await visit('/hosts/seller-site/')
    await write(page, 'Type a message', 'Is Tabor vacant?')
    await page.getByText('— Demo reply').last().waitFor()
  })

  it('do not come from a seller who is', async () => {
    await sellerWithDana()
    const buyer = await buyerWithLoneStar()
    await write(buyer, 'Type a message', 'Anybody there?')
    // Two answers in another conversation take two seconds at least: by then this one would have come.
    const { page: elsewhere } = await visit('/hosts/strict-csp/')
    await elsewhere.getByText('Northline Property Group').first().click()
    for (const text of ['And there?', 'Thanks.']) {
      await write(elsewhere, 'Type a message', text)
      await expect.poll(() => lastWordsOf(NORTHLINE)).toBe(text)
      await expect.poll(() => lastWordsOf(NORTHLINE), { timeout: 10_000 }).toContain('Demo reply')
    }
    expect(await lastWordsOf(LONE_STAR)).toBe('Anybody there?')
  })

  it('can be switched off in the seller app', async () => {
    const { page } = await sellerWithDana()
    await page.getByRole('checkbox', { name: 'Demo replies' }).uncheck()
    await expect.poll(async () => (await (await fetch(`${world.url}/demo/replies`)).json()).on).toBe(false)
  })
})

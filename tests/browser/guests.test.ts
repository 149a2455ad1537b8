/** A visitor without a login, on a static page with a publishable key: writes, reads the answer live, and goes on in another browser. */
import { createServer } from 'node:http'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { axe, violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { withKeySites } from '#tests/support/key-sites.ts'
import { letterTo, linkTo } from '#tests/support/letters.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })
const { call, makeKey, siteWith } = withKeySites(world)

/** A page with the script line of a key of the first seller, and the seller's bearer. */
async function siteWithKey(settings: object, name = 'Site', attributes = '') {
  const { token, port, key } = await keyFor(settings, name)
  return { token, site: await siteWith(`data-key="${key}" ${attributes}`, port) }
}

/** For the pages of a port where nobody listens yet. */
async function keyFor(settings: object, name: string) {
  const port = await freePort()
  return { port, ...(await makeKey(name, settings, [`http://127.0.0.1:${port}`])) }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const WEEK = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const ALLOWED = { guests: { allowed: true, contact: 'email' } }

test('a visitor writes, sees the answer live and after a reload, confirms the e-mail, and goes on in another browser', async () => {
  const { token, site } = await siteWithKey(ALLOWED)
  const rosa = await person(browser)
  await rosa.page.goto(`${site.origin}/homes/12`)
  await press(rosa.page, 'Open messages')
  const popup = rosa.page.getByRole('dialog', { name: 'Messages' })
  await popup.getByRole('heading', { name: 'Lone Star Dispositions' }).waitFor()
  await popup.getByText('By sending you agree').waitFor()
  expect((await axe(rosa.page).analyze()).violations).toEqual([])
  // What is missing is said at its field.
  await popup.getByLabel('Name').fill('Rosa Diaz')
  await popup.getByLabel('Message', { exact: true }).fill('Is Oak Street 12 still for sale?')
  await popup.getByRole('button', { name: 'Send' }).click()
  await popup.getByText('Enter an email address like name@example.com.').waitFor()
  await popup.getByLabel('Email').fill('rosa@example.com')
  await popup.getByRole('button', { name: 'Send' }).click()
  const thread = popup.getByRole('log')
  await thread.getByText('Is Oak Street 12 still for sale?').waitFor()

  const [chat] = await (
    await fetch(`${world.url}/account/api/chats`, { headers: { Authorization: `Bearer ${token}` } })
  )
    .json()
    .then(({ data }) => data)
  expect(chat.customer.name).toBe('Rosa Diaz')
  const answer = (message: string) =>
    call('POST', `/account/api/customers/${chat.customer.id}/text-messages`, { token, body: { message } })
  await answer('It is. Come by on Friday.')
  await thread.getByText('It is. Come by on Friday.').waitFor()

  await rosa.page.reload()
  // The answer may have been seen for less than the second after which it is read.
  await rosa.page.getByRole('button', { name: /^Open messages/ }).click()
  await thread.getByText('It is. Come by on Friday.').waitFor()
  await popup.getByPlaceholder('Type a message').fill('Friday works.')
  await rosa.page.keyboard.press('Enter')
  await thread.getByText('Friday works.').waitFor()

  const bar = popup.getByRole('region', { name: 'Your email' })
  await bar.getByRole('button', { name: 'Send code' }).click()
  const first = await letterTo(world.url, 'rosa@example.com')
  await bar.getByLabel('The code we mailed to rosa@example.com').fill(first.code ?? '')
  await bar.getByRole('button', { name: 'Confirm' }).click()
  await bar.getByText('rosa@example.com is confirmed.').waitFor()
  // The one form without an email.
  expect(rosa.pageErrors.filter((line) => !/ 422 /.test(line))).toEqual([])

  const phone = await person(browser, { viewport: NARROW })
  await phone.page.goto(site.origin)
  await press(phone.page, 'Open messages')
  await press(phone.page, 'Wrote here before? Go on by email')
  await phone.page.getByLabel('Email').fill('rosa@example.com')
  await press(phone.page, 'Send code')
  await phone.page.getByLabel('Code').waitFor()
  const second = await letterTo(world.url, 'rosa@example.com', ({ text }) => text !== first.text)
  await phone.page.getByLabel('Code').fill(second.code ?? '')
  await press(phone.page, 'Go on')
  await phone.page.getByRole('log').getByText('Friday works.').waitFor()
  expect(phone.pageErrors).toEqual([])

  // She becomes a buyer, on a later visit in the other browser: the login is hers, and so is the conversation.
  await phone.page.reload()
  await phone.page.getByRole('button', { name: /^Open messages/ }).click()
  const later = phone.page.getByRole('region', { name: 'Your email' })
  await later
    .getByText('You must be 18 or older. By creating a login you agree to the Terms of service')
    .waitFor()
  expect(await later.getByRole('link', { name: 'Terms of service' }).getAttribute('href')).toBe(
    `${world.url}/terms-of-service`,
  )
  await later.getByRole('button', { name: 'Create a login with it' }).click()
  await later.getByText('You can log in with rosa@example.com.').waitFor()
  const opening = phone.context.waitForEvent('page')
  await later.getByRole('link', { name: 'Log in' }).click()
  const login = await opening
  await login.getByLabel('Email').fill('rosa@example.com')
  await press(login, 'Email me a code')
  const known = [first.text, second.text]
  const third = await letterTo(world.url, 'rosa@example.com', ({ text }) => !known.includes(text))
  await login.getByLabel('Code').fill(third.code ?? '')
  await login.waitForURL((url) => !url.pathname.startsWith('/login'))
  const mine = await login.request.get(`${world.url}/customer/api/customers/${chat.customer.id}/chats`)
  expect(await mine.json()).toMatchObject({
    data: [
      { account: { title: 'Lone Star Dispositions' }, last_message: { calculated_body: 'Friday works.' } },
    ],
  })
  // The terms that the messenger showed are not asked for again.
  const user = await (await login.request.get(`${world.url}/customer/api/auth/user`)).json()
  expect([user.data.email, user.data.terms_due]).toEqual(['rosa@example.com', undefined])
  await Promise.all([rosa.context.close(), phone.context.close()])
})

test('what a visitor typed is still there after a look at the way back into a conversation', async () => {
  const { site } = await siteWithKey(ALLOWED, 'Careful site')
  const { page, context, pageErrors } = await person(browser)
  await page.goto(site.origin)
  await press(page, 'Open messages')
  const popup = page.getByRole('dialog', { name: 'Messages' })
  const typed = [
    ['Name', 'Cora Bell'],
    ['Email', 'cora@example.com'],
    ['Message', 'Does the roof leak?'],
  ] as const
  const field = (label: string) => popup.getByLabel(label, { exact: true })
  for (const [label, words] of typed) await field(label).fill(words)
  await press(page, 'Wrote here before? Go on by email')
  await popup.getByRole('button', { name: 'Send code' }).waitFor()
  await press(page, 'Back to a new message')
  for (const [label, words] of typed) expect(await field(label).inputValue()).toBe(words)
  await field('Email').fill('cora at example')
  await popup.getByRole('button', { name: 'Send' }).click()
  const wrong = popup.getByLabel(/^Email/).and(popup.locator('[aria-invalid="true"]:focus'))
  const isRed = (field: Element) => {
    const message = field.parentElement?.querySelector('small')
    return message != null && getComputedStyle(field).borderColor === getComputedStyle(message).color
  }
  await expect.poll(() => wrong.evaluate(isRed)).toBe(true)
  await popup.getByLabel(/^Email/).fill('cora@example.com')
  await popup.getByRole('button', { name: 'Send' }).click()
  await popup.getByRole('log').getByText('Does the roof leak?').waitFor()
  expect(pageErrors).toEqual([expect.stringContaining('422')])
  await context.close()
})

test('a message that a visitor typed is there again on the next page of the site, and nothing else of the form', async () => {
  const { site } = await siteWithKey(ALLOWED, 'Wandering site')
  const { page, context, pageErrors } = await person(browser)
  await page.goto(`${site.origin}/homes/12`)
  await press(page, 'Open messages')
  const popup = page.getByRole('dialog', { name: 'Messages' })
  const field = (label: string) => popup.getByLabel(label, { exact: true })
  await field('Name').fill('Wanda Ross')
  await field('Email').fill('wanda@example.com')
  await field('Message').pressSequentially('Is the garage heated?')
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(await kept()).not.toMatch(/Wanda|wanda/)
  // Nobody is asked on leaving a page that is not ours.
  await page.getByRole('link', { name: 'Contact' }).click()
  await page.waitForURL('**/contact')
  await press(page, 'Open messages')
  await expect.poll(() => field('Message').inputValue()).toBe('Is the garage heated?')
  expect([await field('Name').inputValue(), await field('Email').inputValue()]).toEqual(['', ''])
  await field('Name').fill('Wanda Ross')
  await field('Email').fill('wanda@example.com')
  await popup.getByRole('button', { name: 'Send' }).click()
  await popup.getByRole('log').getByText('Is the garage heated?').waitFor()
  expect(await kept()).not.toContain('garage')
  expect(pageErrors).toEqual([])
  await context.close()
})

test('the seller blocks a visitor, who sees a message about it, and unblocks them', async () => {
  const { site } = await siteWithKey(ALLOWED, 'Pest site')
  const { page, context } = await person(browser)
  await page.goto(site.origin)
  await press(page, 'Open messages')
  const popup = page.getByRole('dialog', { name: 'Messages' })
  await popup.getByLabel('Name').fill('Perry Pest')
  await popup.getByLabel('Email').fill('perry@example.com')
  await popup.getByLabel('Message', { exact: true }).fill('Buy my course.')
  await popup.getByRole('button', { name: 'Send' }).click()
  await popup.getByRole('log').getByText('Buy my course.').waitFor()

  const seller = await person(browser)
  await seller.page.goto(`${world.url}/seller/?login=seller1`)
  await seller.page.getByRole('button', { name: /^Perry Pest/ }).click()
  await press(seller.page, 'More')
  await seller.page.getByRole('menuitem', { name: 'Block' }).click()
  const dialog = seller.page.getByRole('dialog', { name: 'Block Perry Pest?' })
  expect(await violationsInBothThemes(seller.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Block' }).click()
  await seller.page.getByText('Blocked: Perry Pest cannot write to you.').waitFor()

  const box = popup.getByPlaceholder('Type a message')
  await box.fill('Last chance!')
  await page.keyboard.press('Enter')
  await popup.getByText('This company no longer takes messages from you.').first().waitFor()
  expect(await seller.page.getByText('Last chance!').count()).toBe(0)

  await press(seller.page, 'More')
  await seller.page.getByRole('menuitem', { name: 'Unblock' }).click()
  await seller.page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
  await seller.page.getByText('Blocked: Perry Pest').waitFor({ state: 'detached' })
  await box.fill('Sorry.')
  await page.keyboard.press('Enter')
  await seller.page.getByRole('log').getByText('Sorry.').waitFor()
  expect(seller.pageErrors).toEqual([])
  await Promise.all([context.close(), seller.context.close()])
})

test('what the seller sets for a key shows on the next load', async () => {
  const { site } = await siteWithKey({ guests: { allowed: true, contact: 'either' } }, 'House site')
  const { page, context, pageErrors } = await person(browser)
  const launcher = page.locator('[data-plat-launcher]')
  const button = page.getByRole('button', { name: 'Open messages' })
  await page.goto(`${site.origin}/homes/12`)
  await button.waitFor()
  expect(await launcher.getAttribute('data-plat-launcher')).toBe('bottom-right')

  const seller = await person(browser)
  await seller.page.goto(`${world.url}/seller/?login=seller1`)
  await seller.page.getByRole('link', { name: 'Company' }).click()
  await press(seller.page, 'Launcher of House site')
  const form = seller.page.getByRole('form', { name: 'Launcher of House site' })
  await form.getByLabel('Greeting').fill('Ask us about any house.')
  await form.getByLabel('Consent text').fill('We answer by email.')
  await form.getByLabel('Accent color').fill('red')
  await form.getByLabel('Corner').selectOption('Top left')
  await form.getByLabel('Pages it appears on').fill('/homes/*')
  await form.getByLabel('Show opening hours').check()
  for (const day of WEEK) await form.getByLabel(day, { exact: true }).setChecked(true)
  await press(seller.page, 'Save')
  await form.getByText('Enter a color like #0b6477.').waitFor()
  await form.getByLabel('Accent color').fill('#7a2c2c')
  expect(await violationsInBothThemes(seller.page)).toEqual([])
  await seller.page.setViewportSize(NARROW)
  expect(await seller.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await press(seller.page, 'Save')
  await form.waitFor({ state: 'detached' })
  expect(seller.pageErrors).toEqual([])

  await page.reload()
  await button.click()
  expect(await launcher.getAttribute('data-plat-launcher')).toBe('top-left')
  expect(
    await button
      .or(page.getByRole('button', { name: 'Close messages' }).first())
      .evaluate((it) => getComputedStyle(it).backgroundColor),
  ).toBe('rgb(122, 44, 44)')
  await page.getByText('Ask us about any house.').waitFor()
  await page.getByText('We answer by email.').waitFor()
  await page
    .getByText(/^(Open now, until 5 PM|Closed now\. Opens (today|tomorrow) at 9 AM) C[DS]T\.?$/)
    .waitFor()
  await page.getByLabel('Phone', { exact: true }).waitFor()

  await page.goto(`${site.origin}/about`)
  await page.waitForLoadState('networkidle')
  expect(await launcher.count()).toBe(0)
  expect(pageErrors).toEqual([])
  await Promise.all([context.close(), seller.context.close()])
})

test.each(['/widget/plat-key.js', '/site-keys/'])(
  'a server that is away when the page asks for %s is asked again',
  async (path) => {
    const { site } = await siteWithKey(ALLOWED, `Away ${path}`)
    const { page, context } = await person(browser)
    let isAway = true
    await page.route(
      (url) => isAway && url.pathname.includes(path),
      async (route) => {
        isAway = false
        await route.fulfill({
          status: 503,
          headers: { 'Access-Control-Allow-Origin': '*' },
          json: { message: 'Away.' },
        })
      },
    )
    await page.goto(site.origin)
    await press(page, 'Open messages')
    await page.getByRole('dialog', { name: 'Messages' }).getByLabel('Name').waitFor()
    expect(isAway).toBe(false)
    await context.close()
  },
)

test.each(['a key', 'a login'])(
  'the launcher of %s may be there before the page has a body',
  async (kind) => {
    const { port, key } = await keyFor(ALLOWED, `Early ${kind}`)
    const attributes = kind === 'a key' ? `data-key="${key}"` : `data-api-base="${world.url}/customer/api"`
    let sendBody = () => {}
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.write(
        `<!doctype html><html lang="en"><head><title>Early</title><script type="module" async src="${world.url}/widget/loader.mjs" ${attributes}></script>`,
      )
      sendBody = () => response.end('</head><body><h1>Homes</h1></body></html>')
    }).listen(port, '127.0.0.1')
    const { page, context, pageErrors } = await person(browser)
    const loaded = page.waitForResponse(/loader\.mjs$/)
    await page.goto(`http://127.0.0.1:${port}`, { waitUntil: 'commit' })
    await (await loaded).finished()
    // It has run by then: what imports it again waits for that.
    const isEarly = await page.evaluate(
      `import('${world.url}/widget/loader.mjs').then(() => document.body === null)`,
    )
    expect(isEarly).toBe(true)
    sendBody()
    await page.getByRole('button', { name: 'Open messages' }).waitFor()
    expect(pageErrors).toEqual([])
    await context.close()
    server.close()
  },
)

test('a visitor who registers with the email that they have confirmed on the site has the conversation in their messages, and the seller sees it live', async () => {
  const { site } = await siteWithKey(ALLOWED, 'Registers')
  const email = 'ines@example.com'
  const [ines, seller] = [await person(browser), await person(browser)]
  const { page } = ines
  await page.goto(site.origin)
  await press(page, 'Open messages')
  const popup = page.getByRole('dialog', { name: 'Messages' })
  await popup.getByLabel('Name').fill('Ines Roth')
  await popup.getByLabel('Email').fill(email)
  await popup.getByLabel('Message', { exact: true }).fill('Does the roof leak?')
  await popup.getByRole('button', { name: 'Send' }).click()
  await popup.getByRole('log').getByText('Does the roof leak?').waitFor()
  const bar = popup.getByRole('region', { name: 'Your email' })
  await bar.getByRole('button', { name: 'Send code' }).click()
  const { code, text } = await letterTo(world.url, email)
  await bar.getByLabel(`The code we mailed to ${email}`).fill(code ?? '')
  await bar.getByRole('button', { name: 'Confirm' }).click()
  await bar.getByText(`${email} is confirmed.`).waitFor()

  await seller.page.goto(`${world.url}/seller/?login=seller1`)
  const row = seller.page.getByRole('button', { name: /Ines Roth/ })
  await row.click()
  expect(await row.textContent()).toContain('Guest, email confirmed')
  const answer = seller.page.getByLabel('Reply', { exact: true })
  await answer.fill('It does not.')

  const home = await ines.context.newPage()
  await home.goto(`${world.url}/register`)
  await home.getByLabel('First name').fill('Ines')
  await home.getByLabel('Last name').fill('Roth')
  await home.getByLabel('Email').fill(email)
  await home.getByLabel('Mobile phone').fill('7132840197')
  await home.getByLabel('Password', { exact: true }).fill('three lamps and a ladder')
  await press(home, 'Create account')
  await home.waitForURL((url) => url.pathname !== '/register')
  const link = await linkTo(world.url, email, 'email_confirm', (letter) => letter.text !== text)
  await home.goto(link)
  await home.getByText('Email confirmed').waitFor()
  await press(home, 'Later')
  await press(home, 'Or, set up my buy box manually')
  await home.getByRole('combobox', { name: 'Target locations' }).fill('galveston')
  await home.getByRole('option', { name: 'Galveston County, TX' }).click()
  await press(home, 'Set Location for Buy Box')
  await press(home, 'Done')
  await home.goto(`${world.url}/messenger`)
  await home.getByRole('option', { name: /Lone Star Dispositions/ }).click()
  await home.getByRole('log').getByText('Does the roof leak?').waitFor()

  // The open conversation of the seller goes on with the buyer.
  await seller.page.getByRole('log').getByText('Does the roof leak?').waitFor()
  await expect.poll(() => row.allTextContents()).toEqual([expect.not.stringContaining('Guest')])
  expect(await answer.inputValue()).toBe('It does not.')

  await home.getByPlaceholder('Type a message').fill('I can come on Friday.')
  await home.keyboard.press('Enter')
  await home.getByRole('log').getByText('I can come on Friday.').waitFor()
  await seller.page.getByRole('log').getByText('I can come on Friday.').waitFor()

  // A mailbox alone opens no conversation of a login: on the site they may write as somebody new.
  await popup.getByPlaceholder('Type a message').fill('Or Saturday.')
  await page.keyboard.press('Enter')
  await popup.getByLabel('Name').waitFor()
  expect(await popup.textContent()).not.toMatch(/roof|Friday|confirmed/)
  await Promise.all([ines.context.close(), seller.context.close()])
})

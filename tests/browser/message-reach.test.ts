/** A seller's message reaches a buyer on any page: counted and shown at once, answered there, in step with other tabs. */
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, type Person, person } from '#tests/support/browser.ts'
import { dealWithoutOffer, logIn, logOutAndIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0 })
let dana: Person
let page: Page
let seller: Page
let sellerName: string

beforeAll(async () => {
  sellerName = world.logins.seller1.account ?? ''
  dana = await openBuyer()
  page = dana.page
  seller = await openSeller()
})

async function openBuyer(options: Parameters<typeof person>[1] = {}): Promise<Person> {
  const one = await person(browser, { baseURL: world.url, ...options })
  await logIn(one.context, world)
  return one
}

/** The conversation with this buyer, in the seller's app. */
async function openSeller(): Promise<Page> {
  const one = await person(browser, { baseURL: world.url })
  await one.page.goto('/seller/?login=seller1#messages')
  const { name } = world.logins.buyer1
  await one.page.getByRole('option', { name }).or(one.page.getByRole('button', { name })).first().click()
  await one.page.getByLabel('Reply').waitFor()
  return one.page
}

async function sellerWrites(text: string): Promise<void> {
  await seller.getByLabel('Reply').fill(text)
  await seller.getByLabel('Reply').press('Enter')
  await seller.getByRole('article').filter({ hasText: text }).first().waitFor()
}

const note = (on: Page) => on.getByRole('article', { name: `Message from ${sellerName}` })
const replyTo = (on: Page) => note(on).getByRole('textbox', { name: `Reply to ${sellerName}` })
const total = async () =>
  (await (await dana.context.request.get('/customer/api/auth/user')).json()).data.unread_total
const titleCount = async (on: Page) => Number(/^\((\d+)\)/.exec(await on.title())?.[1] ?? 0)
const icon = (on: Page) => on.locator('link[rel="icon"]').getAttribute('href')

/** The first message may come before the page listens; then it is counted, and the next one shows. */
async function listening(on: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await sellerWrites(`Hello ${Math.random()}`)
        return note(on).count()
      },
      { interval: 1000 },
    )
    .toBeGreaterThan(0)
  await note(on)
    .getByRole('button', { name: /^Close/ })
    .click()
}

/** All that is unread, in the messenger of another tab. */
async function readAll(): Promise<void> {
  const other = await dana.context.newPage()
  await other.goto('/messenger')
  for (;;) {
    const row = other.getByRole('option', { name: /unread/ }).first()
    await other.getByRole('option').first().waitFor()
    if ((await row.count()) === 0) break
    await row.click()
    await expect.poll(() => other.getByRole('option', { name: /unread/, selected: true }).count()).toBe(0)
  }
  await expect.poll(total).toBe(0)
  await other.close()
}

/** Also what was never in view: a thread loads two pages, and what is unread beyond them is in no pill. */
async function readThread(): Promise<void> {
  const { token } = await (await fetch(`${world.url}/demo/token?login=buyer1`)).json()
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const api = `${world.url}/customer/api/customers/1`
  for (const at of [1, 2, 3, 4]) {
    const path = `${api}/text-messages?filter[account_id]=1&page=${at}`
    const messages: { id: number }[] = (await (await fetch(path, { headers })).json()).data
    if (messages.length === 0) break
    const body = JSON.stringify({ is_read: true, text_messages_ids: messages.map(({ id }) => id) })
    await fetch(`${api}/text-message-service/read-state`, { method: 'PUT', headers, body })
  }
  await expect.poll(total).toBe(0)
}

test('a message changes badge, title and icon of any page at once, and so does reading it elsewhere', async () => {
  await page.goto('/profile/wallet')
  await listening(page)
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Messages/ })
    .first()
  const before = await total()
  await expect.poll(() => titleCount(page)).toBe(before)
  await sellerWrites('Counted at once')
  await expect.poll(() => titleCount(page)).toBe(before + 1)
  expect(await link.textContent()).toContain(String(before + 1))
  expect(await icon(page)).toBe('/favicon-unread.svg')
  await readAll()
  await expect.poll(() => titleCount(page)).toBe(0)
  await expect.poll(() => icon(page)).toBe('/favicon.svg')
  expect(await link.textContent()).toBe('Messages')
})

test('several messages are one note, which takes no focus and answers the seller', async () => {
  await page.goto('/profile/personal')
  await listening(page)
  const field = page.getByRole('textbox', { name: 'First name' })
  await field.focus()
  await sellerWrites('Is noon fine?')
  await note(page).getByText('Is noon fine?').waitFor()
  await sellerWrites('Or one o’clock?')
  await note(page).getByText('Or one o’clock?').waitFor()
  expect(await note(page).count()).toBe(1)
  expect(await note(page).textContent()).toContain('2 new messages')
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'Or one o’clock?' }).count()).toBe(1)
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])
  await replyTo(page).fill('Noon is fine')
  await replyTo(page).press('Enter')
  await seller.getByRole('article').filter({ hasText: 'Noon is fine' }).waitFor()
  await note(page).getByText('Your reply was sent.').waitFor()
  await note(page).waitFor({ state: 'detached' })
})

test('a reply that fails keeps its words, and goes out once when it is sent again', async () => {
  await page.goto('/deals')
  await listening(page)
  await sellerWrites('Will you come?')
  await replyTo(page).fill('Yes, on Friday')
  // It arrives, and its answer is lost.
  await page.route('**/text-messages', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await replyTo(page).press('Enter')
  await note(page).getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  expect(await replyTo(page).inputValue()).toBe('Yes, on Friday')
  await page.unroute('**/text-messages')
  await note(page).getByRole('button', { name: 'Send' }).click()
  await note(page).getByText('Your reply was sent.').waitFor()
  await seller.getByRole('article').filter({ hasText: 'Yes, on Friday' }).waitFor()
  expect(await seller.getByRole('article').filter({ hasText: 'Yes, on Friday' }).count()).toBe(1)
})

const isAsked = (on: Page) =>
  on.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

test('closing the tab asks about a reply that is not sent, and the conversation has its words', async () => {
  await page.goto('/deals')
  await listening(page)
  await sellerWrites('Shall I hold it for you?')
  await replyTo(page).waitFor()
  expect(await isAsked(page)).toBe(false)
  await replyTo(page).fill('Yes, until Mon')
  await expect.poll(() => isAsked(page)).toBe(true)
  await note(page).getByRole('link', { name: 'Open the conversation' }).click()
  const composer = page.getByPlaceholder('Type a message')
  await composer.waitFor()
  expect(await composer.inputValue()).toBe('Yes, until Mon')
  await composer.fill('Yes, until Monday')
  // The note of the next message continues what the conversation has.
  await page.goto('/deals')
  await listening(page)
  await sellerWrites('Well?')
  await expect.poll(() => replyTo(page).inputValue()).toBe('Yes, until Monday')
  await replyTo(page).press('Enter')
  await note(page).getByText('Your reply was sent.').waitFor()
  expect(await isAsked(page)).toBe(false)
  await note(page).getByRole('link', { name: 'Open the conversation' }).click()
  await page.getByRole('log').getByText('Yes, until Monday').waitFor()
  expect(await composer.inputValue()).toBe('')
})

test('what is typed while a reply is on its way stays, and a failure loses neither', async () => {
  await page.goto('/deals')
  await listening(page)
  await sellerWrites('Which day?')
  let answer = () => {}
  const hold = (then: 'continue' | 'abort') =>
    page.route('**/text-messages', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route[then]()
    })
  await hold('continue')
  await replyTo(page).fill('On Friday')
  await replyTo(page).press('Enter')
  await expect.poll(() => replyTo(page).inputValue()).toBe('')
  expect(await isAsked(page)).toBe(true)
  await replyTo(page).fill('At noon')
  answer()
  await note(page).getByText('Your reply was sent.').waitFor()
  expect(await replyTo(page).inputValue()).toBe('At noon')
  await page.unroute('**/text-messages')
  await hold('abort')
  await replyTo(page).press('Enter')
  await expect.poll(() => replyTo(page).inputValue()).toBe('')
  await replyTo(page).fill('Or at one')
  await note(page)
    .getByRole('button', { name: /^Close/ })
    .click()
  answer()
  await note(page).getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  expect(await replyTo(page).inputValue()).toBe('At noon\nOr at one')
  await page.unroute('**/text-messages')
  await replyTo(page).fill('')
})

test('a page change that could load a new build keeps a note with words in it', async () => {
  const { page, context } = await openBuyer()
  await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 2 } }))
  await page.goto('/deals')
  await listening(page)
  await sellerWrites('Any question?')
  await replyTo(page).fill('Only one')
  const chip = page.getByRole('button', { name: 'New version — reload' })
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      return chip.isVisible()
    })
    .toBe(true)
  await page.getByRole('link', { name: 'Plat', exact: true }).first().click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await page.waitForTimeout(500)
  expect(await replyTo(page).inputValue()).toBe('Only one')
  await context.close()
})

test('Escape closes it and gives the focus back, and the messenger shows none', async () => {
  await page.goto('/profile/personal')
  await listening(page)
  const field = page.getByRole('textbox', { name: 'First name' })
  await field.focus()
  await sellerWrites('Press Escape')
  await replyTo(page).focus()
  await page.keyboard.press('Escape')
  await note(page).waitFor({ state: 'detached' })
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.goto('/messenger')
  await page.getByRole('option', { name: sellerName }).click()
  await sellerWrites('In the thread alone')
  await page.getByRole('log').getByText('In the thread alone').waitFor()
  expect(await note(page).count()).toBe(0)
})

test('on a phone it does not lie over the cookie choices', async () => {
  const phone = await openBuyer({ viewport: NARROW, isAskedForConsent: true })
  await phone.page.goto('/')
  await phone.page.getByRole('region', { name: 'Cookie choices' }).waitFor()
  await expect
    .poll(
      async () => {
        await sellerWrites(`Hello ${Math.random()}`)
        return note(phone.page).count()
      },
      { interval: 1000 },
    )
    .toBe(1)
  const [card, choices] = await Promise.all([
    note(phone.page).boundingBox(),
    phone.page.getByRole('region', { name: 'Cookie choices' }).boundingBox(),
  ])
  expect(card?.y).toBeGreaterThanOrEqual((choices?.y ?? 0) + (choices?.height ?? 999))
  expect((card?.x ?? -1) >= 0 && (card?.x ?? 0) + (card?.width ?? 999) <= NARROW.width).toBe(true)
  await phone.context.close()
})

test('a thread with two pages of unread messages says where they begin, and leads there and back to the end', async () => {
  await readThread()
  const devtools = await page.context().newCDPSession(page)
  const log = page.getByRole('log')
  const isSeen = async (text: string) => {
    const [row, frame] = await Promise.all([
      log
        .getByText(text, { exact: true })
        .boundingBox({ timeout: 1000 })
        .catch(() => null),
      log.boundingBox(),
    ])
    if (row === null || frame === null) return false
    return row.y >= frame.y && row.y + row.height <= frame.y + frame.height
  }
  /** Of the line beside "New": how much more red than blue there is. */
  const orange = async () => {
    const [red = 0, , blue = 0] = await log.getByText('New', { exact: true }).evaluate((text) => {
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      pen.fillStyle = getComputedStyle(text.parentElement as Element, '::before').borderTopColor
      pen.fillRect(0, 0, 1, 1)
      return [...pen.getImageData(0, 0, 1, 1).data]
    })
    return red - blue
  }
  // The second time most of them are unread still. A slow processor loads older messages while the list is on its way.
  for (const [visit, { lines, rate }] of [
    { lines: 46, rate: 1 },
    { lines: 30, rate: 6 },
  ].entries()) {
    await page.goto('/profile/wallet')
    const text = (line: number) => `Line ${line} of visit ${visit}`
    for (let line = 1; line <= lines; line++) await sellerWrites(text(line))
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    await page.goto('/messenger')
    const conversation = page.getByRole('option', { name: sellerName })
    await conversation.click()
    await expect.poll(() => isSeen(text(lines))).toBe(true)
    // What was read in the first visit may still be on its way to the server, so the number is the thread's.
    const pill = page.getByRole('button', { name: /^\d+ new messages$/ })
    expect(Number.parseInt((await pill.textContent()) ?? '', 10)).toBeGreaterThan(25)
    await pill.click()
    await expect.poll(() => isSeen('New')).toBe(true)
    // As all that is unread.
    expect(await orange()).toBeGreaterThan(80)
    expect(await isSeen(text(lines))).toBe(false)
    await pill.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Latest messages' }).click()
    await expect.poll(() => isSeen(text(lines))).toBe(true)
    await page.getByRole('button', { name: 'Latest messages' }).waitFor({ state: 'detached' })
  }
  await devtools.detach()
})

test('the deal beside a conversation is one column, and names the seller once', async () => {
  await page.goto('/property/1')
  await page.getByRole('main').getByRole('button', { name: 'Message', exact: true }).first().click()
  const panel = page.getByRole('dialog', { name: `Messages with ${sellerName}` })
  await panel.getByPlaceholder('Type a message').waitFor()
  expect(await panel.getByRole('heading', { name: sellerName }).count()).toBe(1)
  const values = panel.getByRole('region', { name: 'The deal’s numbers' }).locator('dd')
  expect(await values.count()).toBeGreaterThan(4)
  const heights = await values.evaluateAll((all) =>
    all.map(
      (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
    ),
  )
  for (const lines of heights) expect(Math.round(lines)).toBe(1)
})

test('who logs out and in again on one page hears of a message at once', async () => {
  const { page, context } = await openBuyer()
  await page.goto('/help')
  await listening(page)
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
  await logOutAndIn(page, world.logins.buyer1)
  await listening(page)
  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
  await context.close()
})

test('messages over a deal that close while their connection is checked leave nothing in the console', async () => {
  const { page, context, pageErrors } = await openBuyer()
  await page.goto(`/property/${await dealWithoutOffer(world)}`)
  await page.getByRole('button', { name: 'Message' }).filter({ visible: true }).click()
  const panel = page.getByRole('dialog', { name: /^Messages with/ })
  await panel.getByPlaceholder('Type a message').waitFor()
  const close = panel.getByRole('button', { name: 'Close messages' })
  // A connection that was heard of in the last two seconds is not asked again.
  await page.waitForTimeout(2500)
  await close.evaluate((button: HTMLButtonElement) => {
    window.dispatchEvent(new Event('focus'))
    button.click()
  })
  await panel.waitFor({ state: 'detached' })
  await page.waitForTimeout(500)
  expect(pageErrors).toEqual([])
  await context.close()
})

/** A seller's replies on a bad network: kept over a reload and a closed browser, each sent once and in order. */
import type { BrowserContext, Page } from 'playwright'
import { expect, it, onTestFinished } from 'vitest'
import { person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()

async function context(): Promise<BrowserContext> {
  const { context } = await person(browser, { baseURL: world.url })
  onTestFinished(() => context.close())
  return context
}

async function openDana(page: Page, path = '/seller/') {
  await page.goto(path)
  await page.getByRole('button', { name: /Dana Whitfield/ }).click()
  await page.getByRole('log').getByRole('article').last().waitFor()
}

async function nora() {
  const own = await context()
  const page = await own.newPage()
  await openDana(page, '/seller/?login=seller1')
  return { own, page }
}

/** Dana, with the conversation with Lone Star Dispositions open. */
async function dana() {
  const page = await (await context()).newPage()
  await page.goto('/hosts/strict-csp/')
  await page.getByText('Lone Star Dispositions').first().click()
  await page.getByPlaceholder('Type a message').waitFor()
  return page
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Reply' })

async function write(page: Page, text: string) {
  await box(page).fill(text)
  await page.keyboard.press('Enter')
}

/** Bubbles with such words, in the order shown. */
const bubbles = (page: Page, words: RegExp) => page.getByRole('log').getByText(words).allTextContents()

const keptKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('plat-seller/')))

it('what is written while the server is away waits in its thread, outlives the closed page, and arrives once and in order', async () => {
  const buyer = await dana()
  const { own, page } = await nora()
  await world.down()
  await write(page, 'Away: the first.')
  await write(page, 'Away: the second.')
  const log = page.getByRole('log')
  await expect.poll(() => log.getByText('Waiting for a connection').count()).toBe(2)
  await page.getByRole('button', { name: /Dana Whitfield.*Waiting for a connection/ }).waitFor()
  await box(page).fill('Half a thought')
  await page.close()
  await world.up()

  const next = await own.newPage()
  // The list alone sends them.
  await next.goto('/seller/')
  const words = /^Away: the (first|second)\.$/
  await expect
    .poll(() => bubbles(buyer, words), { timeout: 20_000 })
    .toEqual(['Away: the first.', 'Away: the second.'])
  await openDana(next)
  await expect.poll(() => bubbles(next, words)).toEqual(['Away: the first.', 'Away: the second.'])
  expect(await next.getByRole('log').getByText('Waiting for a connection').count()).toBe(0)
  expect(await box(next).inputValue()).toBe('Half a thought')
  await box(next).fill('')
  await expect.poll(() => keptKeys(next)).toEqual([])
})

it('a reply whose answer is lost is found again after a reload and sent once', async () => {
  const buyer = await dana()
  const { page } = await nora()
  const posts: string[] = []
  await page.route('**/text-messages', async (route) => {
    if (route.request().method() !== 'POST') return route.abort()
    posts.push(route.request().headers()['idempotency-key'] ?? '')
    await route.fetch()
    await route.abort()
  })
  await write(page, 'Answered to nobody.')
  await buyer.getByRole('log').getByText('Answered to nobody.').waitFor()
  await page.getByRole('log').getByText('Answered to nobody.').waitFor()
  await page.unrouteAll()
  await page.reload()
  await openDana(page)
  await expect.poll(() => keptKeys(page), { timeout: 20_000 }).toEqual([])
  expect(await bubbles(page, /^Answered to nobody\.$/)).toHaveLength(1)
  expect(await bubbles(buyer, /^Answered to nobody\.$/)).toHaveLength(1)
  expect(new Set(posts).size).toBe(1)
})

it('a refused reply stays with its reason over a reload, is tried again, taken back into the box, or discarded', async () => {
  const buyer = await dana()
  const { page } = await nora()
  const refuse = () =>
    page.route('**/text-messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { message: 'Not today.', code: 'no' } })
        : route.fallback(),
    )
  await refuse()
  await write(page, 'Refused once.')
  const failed = page.getByRole('article').filter({ hasText: 'Not sent' })
  await failed.getByText('Not today.').waitFor()
  await page.reload()
  await openDana(page)
  await failed.getByText('Refused once.').waitFor()
  await page.unrouteAll()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await buyer.getByRole('log').getByText('Refused once.').waitFor()
  await expect.poll(() => failed.count()).toBe(0)

  await refuse()
  await write(page, 'Wrong wrods.')
  await failed.getByRole('button', { name: 'Edit' }).click()
  await expect.poll(() => failed.count()).toBe(0)
  expect(await box(page).inputValue()).toBe('Wrong wrods.')
  expect(await box(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await failed.getByRole('button', { name: 'Discard' }).click()
  const asked = page.getByRole('dialog', { name: 'Discard this reply?' })
  await page.keyboard.press('Enter')
  await asked.waitFor({ state: 'hidden' })
  expect(await failed.count()).toBe(1)
  await failed.getByRole('button', { name: 'Discard' }).click()
  await asked.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => failed.count()).toBe(0)
  await expect.poll(() => keptKeys(page)).toEqual([])
})

it('a second tab takes over what a closed one left, and nothing goes out twice', async () => {
  const buyer = await dana()
  const { own, page: first } = await nora()
  const second = await own.newPage()
  await openDana(second)
  const posts: string[] = []
  own.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/text-messages'))
      posts.push(request.headers()['idempotency-key'] ?? '')
  })
  await first.route('**/text-messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await write(first, 'From the first tab.')
  await expect.poll(() => posts.length).toBeGreaterThan(0)
  expect(await bubbles(second, /^From the first tab\.$/)).toEqual([])
  await first.close()
  await buyer.getByRole('log').getByText('From the first tab.').waitFor()
  await expect.poll(() => bubbles(second, /^From the first tab\.$/)).toHaveLength(1)
  await expect.poll(() => keptKeys(second)).toEqual([])
  expect(new Set(posts).size).toBe(1)
  expect(await bubbles(buyer, /^From the first tab\.$/)).toHaveLength(1)
})

it('logging out asks while a reply is not sent, and leaves nothing in the browser', async () => {
  const { page } = await nora()
  await page.route('**/text-messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await write(page, 'Never sent.')
  await box(page).fill('Half a thought')
  await expect.poll(() => keptKeys(page)).toHaveLength(2)
  await page.getByRole('button', { name: 'Log out' }).click()
  const asked = page.getByRole('dialog', { name: 'Log out without sending?' })
  await asked.getByText('One reply is not sent yet.').waitFor()
  await asked.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Password').waitFor()
  expect(await keptKeys(page)).toEqual([])
})

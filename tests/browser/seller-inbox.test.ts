/** The seller's inbox: filters with counts that the address keeps, and one search over people, deals and messages. */
import type { Page } from 'playwright'
import { expect, it, onTestFinished } from 'vitest'
import { person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()

async function nora(path = '/seller/?login=seller1') {
  const { context, page, pageErrors } = await person(browser, { baseURL: world.url })
  onTestFinished(() => context.close())
  await page.goto(path)
  await page
    .getByRole('button', { name: /Dana Whitfield/ })
    .first()
    .waitFor()
  return { page, pageErrors }
}

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('button')
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show' }).getByRole('button', { name })
const search = (page: Page) => page.getByRole('textbox', { name: 'Search the inbox' })

it('each filter says how many it shows, shows them, and is kept in the address over a reload and Back', async () => {
  const { page, pageErrors } = await nora()
  const all = await rows(page).count()
  for (const name of ['All', 'Unread', 'Mine', 'Unassigned', 'Offers', 'Requests']) {
    await chip(page, name).click()
    const count = Number((await chip(page, name).textContent())?.replace(/\D/g, ''))
    expect(await chip(page, name).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => rows(page).count()).toBe(count)
  }
  expect(new URL(page.url()).hash).toBe('#messages/requests')
  await chip(page, 'Unassigned').click()
  await page
    .getByRole('button', { name: /Dana Whitfield/ })
    .first()
    .click()
  await page.getByRole('log').getByRole('article').last().waitFor()
  await page.reload()
  await expect.poll(() => chip(page, 'Unassigned').getAttribute('aria-pressed')).toBe('true')
  await page.goBack()
  await expect.poll(() => chip(page, 'Requests').getAttribute('aria-pressed')).toBe('true')
  await chip(page, 'All').click()
  await expect.poll(() => rows(page).count()).toBe(all)
  expect(pageErrors).toEqual([])
})

it('the search finds a buyer by name and a message by its words, marks them, and opens the thread at that message', async () => {
  const { page, pageErrors } = await nora()
  await search(page).fill('whitf')
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await rows(page).locator('mark').allTextContents()).toEqual(['Whitf'])

  await page
    .getByRole('button', { name: /Dana Whitfield/ })
    .first()
    .click()
  const box = page.getByRole('textbox', { name: 'Reply' })
  for (let line = 0; line < 30; line++) {
    await box.fill(line === 0 ? 'The xylophone is in the cellar.' : `Line ${line}`)
    await page.keyboard.press('Enter')
  }
  await expect.poll(() => page.getByRole('log').locator('[data-outgoing]').count()).toBe(0)
  await page.reload()
  await search(page).fill('cellar XYLO')
  const hits = page.getByRole('region', { name: 'In messages' })
  const hit = hits.getByRole('button')
  await expect.poll(() => hit.count()).toBe(1)
  expect(await hit.locator('mark').allTextContents()).toEqual(['xylo', 'cellar'])
  await page.getByText('No buyer or deal has these words.').waitFor()
  await page.getByRole('status').getByText('0 conversations, 1 message').waitFor({ state: 'attached' })
  await hit.click()
  const found = page.getByRole('log').getByText('The xylophone is in the cellar.')
  await found.waitFor()
  await expect
    .poll(() => found.evaluate((at) => at.closest('[data-message]') === document.activeElement))
    .toBe(true)
  const [log, at] = await Promise.all([page.getByRole('log').boundingBox(), found.boundingBox()])
  expect(at?.y).toBeGreaterThan(log?.y ?? Number.NaN)
  expect(at?.y).toBeLessThan((log?.y ?? Number.NaN) + (log?.height ?? Number.NaN))

  await search(page).press('Escape')
  expect(await search(page).inputValue()).toBe('')
  await search(page).fill('nothing like it')
  await hits.getByText('No message has these words.').waitFor()
  expect(pageErrors).toEqual([])
  await world.down()
  await search(page).fill('cellar')
  await hits.getByText(/^This appears when .* can be reached again\.$/).waitFor()
  await world.up()
  await expect.poll(() => hit.count(), { timeout: 20_000 }).toBe(1)
})

it('a deal’s page leads to the conversations about it, and the choice of the deal is kept in the address', async () => {
  const { page, pageErrors } = await nora()
  const all = await rows(page).count()
  const deal = page.getByRole('combobox', { name: 'Deal' })
  const [buyer, address, id] = await page.evaluate(async () => {
    const token = await fetch('/account/api/offers').then((reply) => reply.json())
    const [offer] = token.data
    return [offer.customer.name, offer.property.full_address, offer.property.id] as const
  })
  await page.goto(`/seller/#deals/${id}`)
  await page.getByRole('link', { name: 'Conversations' }).click()
  expect(new URL(page.url()).hash).toBe(`#messages/deal/${id}`)
  await expect.poll(() => rows(page).filter({ hasText: buyer }).count()).toBe(1)
  expect(await rows(page).count()).toBeLessThan(all)
  await expect.poll(() => deal.locator('option:checked').textContent()).toBe(address)
  await page.reload()
  await expect.poll(() => deal.inputValue()).toBe(String(id))
  await deal.selectOption({ label: 'All deals' })
  await expect.poll(() => rows(page).count()).toBe(all)
  await page.goBack()
  await expect.poll(() => deal.inputValue()).toBe(String(id))
  expect(pageErrors).toEqual([])
})

it('a conversation opens at what nobody has read, under a line that stays until it is left', async () => {
  const { page, pageErrors } = await nora()
  const row = page.getByRole('button', { name: /Dana Whitfield/ }).first()
  await row.click()
  await page.getByRole('log').getByRole('article').last().waitFor()
  await page.reload()
  const dana = await person(browser, { baseURL: world.url })
  onTestFinished(() => dana.context.close())
  await dana.page.goto('/hosts/strict-csp/')
  await dana.page.getByText('Lone Star Dispositions').first().click()
  for (let line = 1; line <= 12; line++) {
    await dana.page.getByPlaceholder('Type a message').fill(`Unread ${line}\n`.repeat(4))
    await dana.page.keyboard.press('Enter')
  }
  await row.getByText('Unread 12').waitFor()
  await row.click()
  const line = page.getByRole('log').getByText('New', { exact: true })
  await line.waitFor()
  const message = page.locator('[data-message]', { has: page.getByText('New', { exact: true }) })
  expect(await message.textContent()).toMatch(/Unread 1(?!\d)/)
  const seen = async () => {
    const [log, at] = await Promise.all([page.getByRole('log').boundingBox(), line.boundingBox()])
    return (at?.y ?? Number.NaN) - (log?.y ?? Number.NaN)
  }
  expect(await seen()).toBeGreaterThanOrEqual(0)
  expect(await seen()).toBeLessThan(60)
  await page.getByRole('textbox', { name: 'Reply' }).fill('Read them all.')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Read them all.').waitFor()
  expect(await line.count()).toBe(1)
  await page.reload()
  await row.click()
  await page.getByRole('log').getByText('Read them all.').waitFor()
  expect(await line.count()).toBe(0)
  expect(pageErrors).toEqual([])
})

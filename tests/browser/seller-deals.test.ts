/** The deal editor and the company at the seller app: from an empty draft to a listed deal with photos, as a buyer finds it. */
import type { Locator, Page, Route } from 'playwright'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { violationsInBothThemes } from '#tests/support/axe.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld()

async function openSeller(place: string, options: Parameters<typeof person>[1] = {}): Promise<Page> {
  const { context, page } = await person(browser, { baseURL: world.url, ...options })
  onTestFinished(() => context.close())
  await page.goto(`/seller/?login=seller1#${place}`)
  await page.getByRole('navigation', { name: 'Seller app' }).waitFor()
  return page
}

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 60, height: 45, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

const field = (page: Page, name: string | RegExp) => page.getByLabel(name).first()
const isSaved = (page: Page) => page.getByText('All changes are saved.').waitFor()

describe('a deal', () => {
  it('is typed, saves itself, says what is missing, gets photos in order, and is listed', async () => {
    const page = await openSeller('deals')
    await page.getByRole('button', { name: 'New deal' }).click()
    await page.getByText('0% complete').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Enter the asking price.').last().waitFor()
    await expect
      .poll(() => field(page, 'Street').evaluate((box) => box === document.activeElement))
      .toBe(true)

    await field(page, 'Street').fill('88 Juniper Hollow')
    await field(page, 'City').fill('Houston')
    await field(page, 'State').selectOption('TX')
    await field(page, 'ZIP code').fill('77020')
    for (const [name, value] of [
      ['Asking price', '142,500'],
      ['Contract price', '128,250'],
      ['After-repair value', '209000'],
      ['Bedrooms', '3'],
      ['Bathrooms', '2'],
      ['Living area', '1344'],
    ] as const)
      await field(page, new RegExp(`^${name}`)).fill(value)
    await field(page, 'Property type').selectOption({ label: 'Single family' })
    await isSaved(page)
    await page.getByText('Found in Harris County.').waitFor()

    await page.getByLabel('Show the street to everybody').uncheck()
    await field(page, 'Title').fill('Flip at 88 Jun\u200biper Hollow')
    await page.getByText(/^This tells the hidden address: “88 Jun.?iper Hollow”$/).waitFor()
    await page.getByText('Buyers without the address read: Flip at (address on request)').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await field(page, 'Title').fill('Flip')
    await expect.poll(() => page.getByText('This tells the hidden address').count()).toBe(0)
    await page.getByLabel('Show the street to everybody').check()
    await isSaved(page)

    await page
      .getByLabel('Add photos: file')
      .setInputFiles([
        await picture('88 Juniper Hollow.jpg', 'firebrick'),
        await picture('b.jpg', 'seagreen'),
      ])
    const photos = page.getByRole('list', { name: 'Photos' }).getByRole('listitem')
    await expect.poll(() => photos.count()).toBe(2)
    const second = await photos.nth(1).getByRole('img').getAttribute('src')
    await page.getByRole('button', { name: 'Move photo 2 forward' }).press('Enter')
    await expect.poll(() => photos.nth(0).getByRole('img').getAttribute('src')).toBe(second)
    await photos.nth(1).dragTo(photos.nth(0))
    await expect.poll(() => photos.nth(1).getByRole('img').getAttribute('src')).toBe(second)
    await page.getByLabel('Caption of photo 1').fill('Front')
    await page.getByLabel('Caption of photo 1').press('Enter')
    await page.getByRole('img', { name: 'Front' }).waitFor()

    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Take down' }).waitFor()
    await page.getByText('Listed at $142,500').waitFor()
    const id = /#deals\/(\d+)/.exec(page.url())?.[1]
    const deal = await (await fetch(`${world.url}/customer/api/properties/${id}`)).json()
    expect(deal.data).toMatchObject({ listing: 'listed', price: 142_500, images: [{ caption: 'Front' }, {}] })
    expect(JSON.stringify(deal.data.images)).not.toMatch(/juniper/i)
  })

  it('has a caption that is asked about until the server takes it', async () => {
    const page = await openSeller('deals/1')
    const caption = page.getByLabel('Caption of photo 1')
    const question = page.getByRole('dialog', { name: 'Leave without saving' })
    const stay = () => question.getByRole('button', { name: 'Stay' }).click()
    const all = page.getByRole('link', { name: 'All deals' })
    const waiting: ((status: number) => void)[] = []
    const asked = () => expect.poll(() => waiting.length).toBe(1)
    const answer = (status: number) => waiting.pop()?.(status)
    await page.route('**/images/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      const status = await new Promise<number>((resolve) => waiting.push(resolve))
      return status === 500 ? route.fulfill({ status, json: {} }) : route.fallback()
    })

    // The press on the link leaves the field, which saves it.
    await caption.fill('Seen from the street')
    await all.click()
    await asked()
    await stay()
    expect(await caption.inputValue()).toBe('Seen from the street')
    answer(500)
    await page.getByText(/^Something failed on our side/).waitFor()

    await caption.focus()
    await all.click()
    await asked()
    answer(500)
    await stay()
    expect(await caption.inputValue()).toBe('Seen from the street')

    await caption.press('Enter')
    await asked()
    await all.click()
    await question.waitFor()
    answer(200)
    await caption.waitFor({ state: 'detached' })
    expect(await question.count()).toBe(0)
    await page.goBack()
    await page.getByRole('img', { name: 'Seen from the street' }).waitFor()
  })

  it('asks before the deal is taken down or sold, because its open offers end', async () => {
    const page = await openSeller('deals/1')
    const status = page.getByLabel('Status')
    await status.selectOption('sold')
    const sold = page.getByRole('dialog', { name: 'Mark as sold' })
    await sold.getByText(/all open offers on this deal end/i).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await sold.getByRole('button', { name: 'Cancel' }).click()
    expect(await status.inputValue()).toBe('available')

    const open = page.getByRole('button', { name: 'Take down' })
    await open.click()
    const down = page.getByRole('dialog', { name: 'Take down' })
    await down.getByText(/all open offers on it end/).waitFor()
    await down.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByRole('button', { name: 'List it again' }).count()).toBe(0)
    await open.click()
    await down.getByRole('button', { name: 'Take down' }).click()
    await page.getByRole('button', { name: 'List it again' }).click()
    await open.waitFor()
  })

  it('counts no active offers once it is taken down', async () => {
    const page = await openSeller('deals/3')
    await page.getByText('2 (2 active)', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Take down' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
    await page.getByRole('button', { name: 'List it again' }).waitFor()
    await page.getByText('2 (0 active)', { exact: true }).waitFor()
  })

  it('has open houses, sales and deals to send whose words break into lines at 320 px', async () => {
    const page = await openSeller('deals/1', { viewport: { width: 320, height: 640 } })
    const sale = page.getByRole('list', { name: 'Sales' }).getByRole('listitem').first()
    const about = sale.getByText(/ \d{1,2}, 20\d\d · .*\ssq\sft$/)
    await about.waitFor()
    // Under the address, not under the box before it.
    const startOf = (part: Locator) => part.evaluate((each) => each.getBoundingClientRect().left)
    expect(await startOf(about)).toBe(await startOf(sale.getByText(/^\d+ /)))
    await page
      .getByText(/registered$/)
      .first()
      .waitFor()
    const sticksOut = () =>
      [...document.querySelectorAll('p, span, h1, h2, button')]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth)
        .filter((each) => !each.closest('nav'))
        .map((each) => each.textContent)
    expect(await page.evaluate(sticksOut)).toEqual([])
    await page.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('button', { name: 'Open houses' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/^Coming: /)
      .first()
      .waitFor()
    expect(await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    expect(await page.evaluate(sticksOut)).toEqual([])
  })

  it('has its bar above its first part, also after a conversation was open', async () => {
    const page = await openSeller('messages/1')
    await page.getByRole('button', { name: 'Attach files' }).waitFor()
    await page.goto(`${world.url}/seller/#deals/1`)
    const edge = async (part: Locator, side: 'top' | 'bottom') =>
      await part.evaluate((each, at) => each.getBoundingClientRect()[at], side)
    const progress = page.getByText(/^\d+% complete$/)
    expect(await edge(progress, 'top')).toBeGreaterThan(
      await edge(page.getByRole('button', { name: 'Save changes' }), 'bottom'),
    )
  })

  it('asks before one leaves a draft that the server did not save', async () => {
    const page = await openSeller('deals')
    await page.getByRole('button', { name: 'New deal' }).click()
    await page.getByText('0% complete').waitFor()
    const question = page.getByRole('dialog', { name: 'Leave without saving' })
    const stay = () => question.getByRole('button', { name: 'Stay' }).click()
    const all = page.getByRole('link', { name: 'All deals' })
    const title = field(page, 'Title')
    const waiting: Route[] = []
    const asked = () => expect.poll(() => waiting.length).toBe(1)
    const drafts = /\/account\/api\/deals\/\d+$/
    await page.route(drafts, (route) =>
      route.request().method() === 'PUT' ? void waiting.push(route) : route.fallback(),
    )

    await title.fill('Flip near the park')
    await all.click()
    await asked()
    await waiting.pop()?.fulfill({ status: 422, json: { message: 'No.', errors: { title: ['Too loud.'] } } })
    await stay()
    await page.getByText('Too loud.').waitFor()
    expect(await title.inputValue()).toBe('Flip near the park')

    // Back does not blur the field.
    await title.fill('Quiet flip near the park')
    await page.goBack()
    await asked()
    await waiting.pop()?.abort()
    await stay()
    expect(await title.inputValue()).toBe('Quiet flip near the park')

    await page.unroute(drafts)
    await title.fill('Flip by the park')
    await all.click()
    await page.getByRole('link', { name: /Flip by the park/ }).click()
    await expect.poll(() => title.inputValue()).toBe('Flip by the park')
    expect(await question.count()).toBe(0)
  })

  it('that buyers see is saved by its button and keeps its history', async () => {
    const page = await openSeller('deals')
    await page.getByRole('link', { name: /906 Caplin/ }).click()
    await field(page, /^Asking price/).fill('121000')
    await page.getByText('Changes are not saved yet.').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Price changed to $121,000').waitFor()
    await field(page, /^After-repair value/).fill('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Enter the after-repair value (ARV).').first().waitFor()
    await page.getByText('Some changes are not saved.').waitFor()
    const all = page.getByRole('link', { name: 'All deals' })
    await all.click()
    const question = page.getByRole('dialog', { name: 'Leave without saving' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await field(page, /^After-repair value/).fill('190000')
    await page.getByRole('button', { name: 'Save changes' }).click()
    // While it is saved, leaving still asks.
    await isSaved(page)
    await all.click()
    await page.getByRole('link', { name: /906 Caplin/ }).waitFor()
  })
})

describe('the company', () => {
  it('has words, states, replies and code for its own site', async () => {
    const page = await openSeller('company')
    await page.getByLabel('About').fill('We buy where we live. ')
    await page.getByLabel('Add a state').selectOption('TX')
    await page.getByRole('link', { name: 'Inbox' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.getByText('data-account="1"').waitFor()
    await page.getByRole('button', { name: 'Add a saved reply' }).click()
    await page.getByRole('form', { name: 'A new saved reply' }).getByLabel('Name').fill('Access')
    await page.getByLabel('Reply', { exact: false }).last().fill('There is a lockbox on the gas meter.')
    await page.getByRole('button', { name: 'Save the reply' }).click()
    await page.getByRole('button', { name: 'Remove Access' }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])

    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('button', { name: /Dana Whitfield/ }).click()
    await page.getByRole('button', { name: 'Saved replies' }).click()
    await page.getByRole('option', { name: /^Access/ }).click()
    await expect.poll(() => page.getByLabel('Reply', { exact: true }).inputValue()).toContain('lockbox')
  })
})

it('fits a phone: no part of the seller app is wider than its screen, and axe finds nothing', async () => {
  const page = await openSeller('deals', { viewport: NARROW })
  const isWithin = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  await page.getByRole('link', { name: /5523 Larkspur/ }).waitFor()
  expect(await isWithin()).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('link', { name: /5523 Larkspur/ }).click()
  await page.getByRole('list', { name: 'Sales' }).getByRole('checkbox').first().waitFor()
  expect(await isWithin()).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])
})

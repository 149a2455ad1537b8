/** The deal's page in a real browser over the real server: pictures, numbers, hidden address, states, and what changes live. */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Page, Route } from 'playwright'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { axe } from '#tests/support/axe.ts'
import { holdBack, NARROW, type Person, person } from '#tests/support/browser.ts'
import { dealWithoutOffer, logIn, withWorld } from '#tests/support/fixtures.ts'
import { pageFaults } from '#tests/support/page-faults.ts'

/** Of demo/seed/deals.ts: with a street that everybody may see, and with one that is hidden. */
const SHOWN = 1
const HIDDEN = 8
const HIDDEN_STREET = 'Milby'

const { world, browser } = withWorld({ messages: 0 })
const people: Person[] = []

afterEach(async () => {
  await Promise.all(people.splice(0).map(({ context }) => context.close()))
})

async function open(path: string, options: Parameters<typeof person>[1] = {}): Promise<Person> {
  const one = await person(browser, { baseURL: world.url, ...options })
  people.push(one)
  await one.page.goto(path)
  await one.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  return one
}

const main = (page: Page) => page.getByRole('main')

/** With the margins that browsers print with. */
const LETTER = {
  format: 'Letter',
  margin: { top: '0.4in', bottom: '0.4in', left: '0.4in', right: '0.4in' },
} as const

/** The pages of a PDF, as text. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  // Kerning reads as spaces.
  const pages = [...document.pages()].map((page) => page.getText().replace(/\s/g, ''))
  document.destroy()
  library.destroy()
  return pages
}

test('who is logged in makes an offer without another login, however late the server says who it is', async () => {
  const { page, context } = await open('/help')
  await logIn(context, world)
  const answer = await holdBack(page, '**/auth/user')
  await page.goto(`/property/${await dealWithoutOffer(world)}`)
  await main(page)
    .getByRole('button', { name: /make an offer/i })
    .first()
    .click()
  // A login that is asked for is in the address at once; it would close by itself when the answer comes.
  expect(await page.evaluate(() => location.search)).toBe('')
  answer()
  await page
    .getByRole('dialog', { name: 'Make an offer' })
    .getByLabel('Offer price', { exact: true })
    .waitFor()
  expect(await page.getByRole('dialog', { name: 'Log in' }).count()).toBe(0)
})

test('who has their identity verified over a deal reads its papers there', async () => {
  const { db } = world.server.database
  const paper = await db
    .selectFrom('property_documents')
    .innerJoin('properties', 'properties.id', 'property_documents.property_id')
    .where('gate', '=', 'id_verified')
    .where('listing', '=', 'listed')
    .select(['property_id', 'property_documents.title'])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('customers')
    .set({ idv_status: null, idv_id: null })
    .where('email', '=', world.logins.buyer1.email)
    .execute()
  const { page, context } = await open('/')
  await logIn(context, world)
  await page.goto(`/deal/${paper.property_id}`)
  await main(page).getByRole('button', { name: 'Verify', exact: true }).click()
  const check = page.getByRole('dialog', { name: 'Verify your identity' })
  const opened = page.waitForEvent('popup')
  await check.getByRole('button', { name: 'Verify my identity' }).click()
  await (await opened).getByRole('button', { name: 'Pass' }).click()
  await check.waitFor({ state: 'detached' })
  await main(page)
    .getByRole('link', { name: `Download ${paper.title}` })
    .waitFor()
})

test('on paper a deal has the brand, its place, price and facts, and nothing to press', async () => {
  const { page } = await open(`/deal/${SHOWN}`, { colorScheme: 'dark' })
  await main(page).getByRole('heading', { name: 'Price against ARV' }).waitFor()
  const words = await main(page).evaluate((shown) => ({
    street: shown.querySelector('h1')?.textContent ?? '',
    place: shown.querySelector('h1 + p')?.textContent ?? '',
    price: /\$[\d,]+/.exec(shown.querySelector('aside')?.textContent ?? '')?.[0] ?? '',
    facts: [...shown.querySelectorAll('dt')].slice(0, 3).map((name) => name.textContent ?? ''),
  }))
  const paper = (await pagesOf(await page.pdf(LETTER))).join('\n')
  for (const word of ['Plat', words.street, words.place, words.price, ...words.facts])
    expect(paper).toContain(word.replace(/\s/g, ''))
  expect(paper).not.toMatch(/Makeanoffer|Askaquestion|Share|Why|Login|Reset/)
})

test('“PDF for a lender” prints one page, and the next print is whole again', async () => {
  const { page } = await open(`/deal/${SHOWN}`)
  await main(page).getByRole('heading', { name: 'Price against ARV' }).waitFor()
  const street = (await main(page).getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-asked', 'true')
  })
  await page.getByRole('button', { name: 'PDF for a lender' }).click()
  expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBe('true')
  const [sheet, ...more] = await pagesOf(await page.pdf(LETTER))
  expect(more).toEqual([])
  for (const word of ['Plat', street, 'ARV']) expect(sheet).toContain(word.replace(/\s/g, ''))
  expect(sheet).not.toContain('Mynotes')
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  expect((await pagesOf(await page.pdf(LETTER))).length).toBeGreaterThan(1)
})

test('pictures open by key, step, can be linked to, and Back closes them', async () => {
  const { page } = await open(`/deal/${SHOWN}`)
  const first = main(page).getByRole('button', { name: /^Photo 1 of/ })
  await first.focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Photos' })
  await viewer.getByText(/^1 of \d+$/).waitFor()
  await viewer.getByText('Front · Illustration', { exact: true }).waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByText(/^2 of \d+$/).waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe('#photo-2')
  await page.goBack()
  await viewer.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/deal/${SHOWN}`)
  await expect.poll(() => first.evaluate((button) => button === document.activeElement)).toBe(true)

  const linked = await open(`/deal/${SHOWN}#photo-3`)
  await linked.page
    .getByRole('dialog', { name: 'Photos' })
    .getByText(/^3 of \d+$/)
    .waitFor()
})

test('a sale that is left out changes what the sales suggest, and the rule is in the open', async () => {
  const { page } = await open(`/deal/${SHOWN}`)
  const sales = main(page).getByRole('region', { name: 'Comparable sales' })
  await sales.getByRole('combobox', { name: 'Distance' }).selectOption('5')
  await sales.getByRole('combobox', { name: 'Sold' }).selectOption('24')
  const suggested = sales.getByRole('status')
  await suggested.getByText('Suggested ARV').waitFor()
  const before = await suggested.textContent()
  await sales.getByRole('checkbox', { checked: true }).first().click()
  await expect.poll(() => suggested.textContent()).not.toBe(before)
  await sales.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => sales.getByRole('combobox', { name: 'Distance' }).inputValue()).toBe('0.5')
})

test('the calculator answers what is typed, says its formula, and refuses what is no amount', async () => {
  const { page } = await open(`/deal/${SHOWN}`)
  const numbers = main(page).getByRole('region', { name: 'Calculator' })
  const most = numbers.getByRole('listitem').filter({ hasText: 'Maximum offer (MAO)' })
  await numbers.getByRole('textbox', { name: 'ARV', exact: true }).fill('200k')
  await numbers.getByRole('textbox', { name: 'Repairs', exact: true }).fill('20,000')
  await numbers.getByRole('textbox', { name: 'Rule', exact: true }).fill('75')
  // 200,000 × 75 % less 20,000, 10 % of it, and the platform's fee of 997.
  await most.getByText('$127,003', { exact: true }).waitFor()
  await most.getByText('Maximum offer (MAO)').click()
  await most.getByText(/ARV \$200,000 × 75%/).waitFor()
  await numbers.getByText('What if').click()
  const grid = numbers.getByRole('table', { name: 'Profit by price and ARV' })
  await grid.getByRole('columnheader', { name: '$200K' }).waitFor()
  expect(await grid.getByRole('rowheader').count()).toBe(5)
  await numbers.getByRole('textbox', { name: 'Repairs', exact: true }).fill('a lot')
  await numbers.getByText('Repairs is not valid.').waitFor()
  await most.getByText('$127,003', { exact: true }).waitFor()
})

test.each([
  {
    what: 'a note',
    field: (page: Page) => page.getByLabel('My notes on this deal'),
    texts: ['Ask about the easement.', 'Ask about the easement and the roof.'],
  },
  {
    what: 'a figure',
    field: (page: Page) =>
      page.getByRole('region', { name: 'Calculator' }).getByRole('textbox', { name: 'Repairs', exact: true }),
    texts: ['41,000', '43,000'],
  },
] as const)(
  'the page asks before one leaves $what that the server did not save',
  async ({ field, texts }) => {
    const { page, context } = await person(browser, { baseURL: world.url })
    onTestFinished(() => context.close())
    await logIn(context, world)
    await page.goto(`/deal/${SHOWN}`)
    const question = page.getByRole('dialog', { name: 'Leave without saving' })
    const stay = () => question.getByRole('button', { name: 'Stay' }).click()
    const deals = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()
    const waiting: Route[] = []
    const asked = () => expect.poll(() => waiting.length).toBeGreaterThan(0)
    const isPut = (route: Route) => route.request().method() === 'PUT'
    await page.route('**/notes', (route) => (isPut(route) ? void waiting.push(route) : route.fallback()))

    // The press on the link leaves the field, which saves it.
    await field(page).fill(texts[0])
    await deals.click()
    await asked()
    await waiting.pop()?.fulfill({ status: 422, json: { message: 'No.', errors: {} } })
    await stay()
    expect(await field(page).inputValue()).toBe(texts[0])

    await field(page).fill(texts[1])
    await deals.click()
    await asked()
    await waiting.pop()?.abort()
    await stay()
    expect(await field(page).inputValue()).toBe(texts[1])

    await page.unroute('**/notes')
    await field(page).focus()
    await deals.click()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(`/deal/${SHOWN}`)
    expect(await question.count()).toBe(0)
    await page.goBack()
    await expect.poll(() => field(page).inputValue()).toBe(texts[1])
  },
)

test('a hidden street is nowhere on the page, and is asked for there', async () => {
  const { page } = await open(`/p/${HIDDEN}?utm_source=mail`)
  await main(page).getByRole('heading', { level: 1, name: 'Address on request' }).waitFor()
  await main(page).getByRole('button', { name: 'Request address' }).waitFor()
  await expect.poll(() => page.url()).toBe(`${world.url}/property/${HIDDEN}?utm_source=mail`)
  expect(await page.content()).not.toContain(HIDDEN_STREET)
})

test('a deal that is sold while it is read says so, and what was typed stays', async () => {
  const { page } = await open('/deal/4')
  const price = main(page)
    .getByRole('region', { name: 'Calculator' })
    .getByRole('textbox', { name: 'Price', exact: true })
  await price.fill('150000')
  const { email, password } = world.logins.seller2
  const sellerApp = page.context().request
  const login = await sellerApp.post('/account/api/auth/login', { data: { email, password } })
  const { token } = (await login.json()).data
  const sold = await sellerApp.put('/account/api/properties/4/status', {
    headers: { Authorization: `Bearer ${token}` },
    data: { status: 'sold' },
  })
  expect(sold.status()).toBe(200)
  await main(page).getByRole('alert').getByText('This deal has just been sold.').waitFor()
  await expect.poll(() => price.inputValue()).toBe('150,000')
})

test.each([
  { name: 'wide and light', path: `/deal/${SHOWN}`, options: {} },
  { name: 'narrow and dark', path: `/deal/${HIDDEN}`, options: { viewport: NARROW, colorScheme: 'dark' } },
] as const)(
  'axe finds nothing on a deal, $name, and nothing is wider than the window',
  async ({ path, options }) => {
    const { page, pageErrors } = await open(path, options)
    await main(page).getByRole('heading', { name: 'Neighborhood' }).scrollIntoViewIfNeeded()
    await main(page)
      .getByText(/^On Plat near here/)
      .waitFor()
    const { violations } = await axe(page).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width)
    }
    expect(pageErrors).toEqual([])
  },
)

test('on the narrowest phones no word of the facts is broken in two', async () => {
  const { page } = await open('/deal/2', { viewport: { width: 320, height: 640 } })
  await main(page).getByText('By appointment, 24 hours ahead').waitFor()
  expect(await page.evaluate(pageFaults)).toEqual([])
})
